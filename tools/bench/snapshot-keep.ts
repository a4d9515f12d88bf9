import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { table } from "../scripts/markdown.ts";
import {
  BINARY,
  benchPlace,
  measure,
  medianOf,
  payload,
  verdict,
  type BenchCommand,
  type BenchPlace,
} from "./harness.ts";
import type { BenchTree } from "./snapshot-trees.ts";

/** The most CPU time of a hook in multiples of a hook that keeps nothing: few ignored files, then many. */
const [FEW, MOST_OF_FEW, MOST_OF_MANY] = [50, 1.1, 1.25] as const;

/** The size of an ignored file in bytes, and the number of such files in a folder. */
const [SIZE, IN_FOLDER] = [2000, 100] as const;

const HOOKS = ["PreToolUse", "PostToolUse"] as const;

type Hook = (typeof HOOKS)[number];

/**
 * Measures what it costs to keep ignored files: the hooks around a call of Claude Code with the whole default profile,
 * beside the same hooks with the setting `"keep": false` in the same rounds. The call changes nothing.
 * @param counts the numbers of ignored files
 */
export function keptFiles({ busy, name }: BenchTree, counts: readonly number[], rounds: number): string {
  writeFileSync(join(busy, ".git/info/exclude"), "/data/\n");
  const rows = counts.flatMap((count) => {
    makeIgnored(busy, count);
    const [kept, off] = [agentIn(busy, true), agentIn(busy, false)];
    const cases = HOOKS.flatMap((hook) => [caseOf(kept, hook, hook), caseOf(off, hook, withoutKeeping(hook))]);
    const times = measure(cases, rounds, 1);
    const most = count > FEW ? MOST_OF_MANY : MOST_OF_FEW;
    return HOOKS.map((hook) => {
      const cpu = (command: string) => medianOf(times, (round) => round(command).cpu_ms).toFixed(0);
      const ratio = medianOf(times, (round) => round(hook).cpu_ms / round(withoutKeeping(hook)).cpu_ms);
      const what = `${hook}, ${count.toLocaleString("en")} ignored files`;
      const goal = `≤ ${most}: ${verdict(ratio <= most)}`;
      return [what, cpu(hook), cpu(withoutKeeping(hook)), ratio.toFixed(2), goal];
    });
  });
  return (
    `### Ignored files that are kept, beside ${name}\n\n` +
    table(["what, as a whole process", "CPU ms:", 'with `"keep": false`:', "ratio:", "goal"], rows)
  );
}

function withoutKeeping(hook: Hook): string {
  return `${hook}, "keep": false`;
}

function makeIgnored(root: string, count: number): void {
  rmSync(join(root, "data"), { recursive: true, force: true });
  for (let at = 0; at < count; at += 1) {
    const folder = join(root, `data/part-${Math.floor(at / IN_FOLDER)}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `row-${at}.csv`), `${at},`.repeat(SIZE).slice(0, SIZE));
  }
}

/** An agent's session in a folder, with a home and a data folder of its own. */
interface BenchAgent {
  readonly place: BenchPlace;
  readonly cwd: string;
  readonly argv: readonly string[];
  /** The file with the payload of an event. */
  event(name: string): string;
}

/** Begins a session and a turn. They are settled afterwards: the files are older than the times that hooks trust. */
function agentIn(cwd: string, keeps: boolean): BenchAgent & { readonly begin: string } {
  const place = benchPlace();
  mkdirSync(join(place.folder, ".config/snapveil"), { recursive: true });
  writeFileSync(join(place.folder, ".config/snapveil/config.jsonc"), JSON.stringify(keeps ? {} : { keep: false }));
  const call = { tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "t", tool_response: "done" };
  const event = (name: string) =>
    payload(place, name, { hook_event_name: name, session_id: "bench", cwd, prompt: "Run the tests.", ...call });
  const agent = { place, cwd, argv: [process.execPath, BINARY, "hook", "--agent", "claude-code"], event };
  const turn = line(agent, "UserPromptSubmit");
  return { ...agent, begin: [line(agent, "SessionStart"), turn, "sleep 3", turn].join("\n") };
}

/** A hook as a line of a shell script. */
function line({ argv, event }: BenchAgent, name: string): string {
  return `${argv.map((word) => `"${word}"`).join(" ")} < "${event(name)}" > /dev/null`;
}

/** A hook that is timed; the hook at the other end of the call runs before. */
function caseOf(agent: ReturnType<typeof agentIn>, hook: Hook, name: string): BenchCommand {
  const { argv, cwd, place, event, begin } = agent;
  const mark = join(place.folder, "begun");
  const other = line(agent, hook === "PreToolUse" ? "PostToolUse" : "PreToolUse");
  const prepare = `[ -e "${mark}" ] || { ${begin}\ntouch "${mark}"; }\n${other}`;
  return { name, argv, cwd, env: place.env, stdin: event(hook), prepare };
}
