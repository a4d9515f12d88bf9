import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { table } from "../scripts/markdown.ts";
import {
  BINARY,
  benchPlace,
  hasWord,
  measure,
  medianOf,
  optionOf,
  payload,
  publish,
  roundsOr,
  verdict,
} from "./harness.ts";
import { isSession, sessionTable } from "./session-bench.ts";
import { PROSE } from "./session-events.ts";
import { isWarm, warmTable } from "./warm-bench.ts";

/**
 * Measures hooks against `node -e 0` in paired rounds and prints a table: `npm run bench -- [ROUNDS] [--only WORDS]
 * [--beside PROGRAM] [--no-sessions] [--write]`. `--only` selects the rows whose names contain the words, `--beside`
 * measures another build in the same rounds, `--no-sessions` leaves out what is measured in sessions, which takes
 * minutes. With 0 rounds it only counts the processes of sessions. The benchmark is no test: it only prints a missed
 * bound.
 */
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

/** A row: its name, the words after `hook`, the event, the upper bound of the CPU ratio, and additional variables. */
type HookCase = readonly [
  name: string,
  words: readonly string[],
  event: object,
  goal?: number | undefined,
  env?: Readonly<Record<string, string>>,
];

const place = benchPlace();
const project = makeProject();

const output = (text: string) => ({
  hook_event_name: "tool_response_transform",
  tool_name: "shell",
  tool_response: text,
});
const messages = (count: number, content: (at: number) => string) => ({
  hook_event_name: "before_llm_call",
  messages: Array.from({ length: count }, (_, at) => ({ role: at % 2 ? "assistant" : "user", content: content(at) })),
});
/** Messages with a secret in the middle one. */
const talk = (count: number) => messages(count, (at) => PROSE.repeat(10) + (at === count >> 1 ? TOKEN : ""));
/**
 * A conversation in which many rules start to match and none finds a secret. The warm-up round has already stored the
 * digests of the messages.
 */
const telling = messages(
  1000,
  (at) =>
    `Step ${at}: the token limit is 4096; see https://example.test/docs?id=${at} and password policy.\n` +
    PROSE.repeat(9),
);
/**
 * The beginning of some files of this project. Many lines contain words that precede a secret in other texts, but the
 * files hold no secret.
 */
const ofProject = (...files: string[]) =>
  files
    .map((file) => readFileSync(join(import.meta.dirname, "..", file), "utf8"))
    .join("\n")
    .slice(0, 10_000);

/** The texts that agents print most: a diff, a log, and a reply of a service in JSON. */
const SOURCE = ofProject("tools/bench/snapshot-bench.ts", "tools/bench/harness.ts").slice(0, 8_000);
const DIFF = SOURCE.split("\n")
  .map((line, at) => `${" +-"[at % 3]}${line}`)
  .join("\n");
const LOG = Array.from(
  { length: 120 },
  (_, at) =>
    `2026-11-26T10:00:${10 + (at % 50)}.123Z INFO  [http] GET /api/items/${at} 200 in ${at} ms (req-${at * 7919})`,
).join("\n");
const ANSWER = JSON.stringify(
  Array.from({ length: 60 }, (_, at) => ({ id: at, name: `item-${at}`, sha: "9fceb02d0ae598e95dc970b7", tokens: at })),
);

const REDACT = ["redact_secrets"];
const TURN = ["add_date", "add_git_status", ["add_prompt_files", "AGENTS.md"]];
const GUARDS = [["block_destructive", "catastrophic", "deny"], "scan_commit", "block_secret_files"];
const call = { hook_event_name: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "npm test" } };
const turn = { hook_event_name: "turn_start" };
const session = { hook_event_name: "session_start" };
const long = PROSE.repeat(100);
/** Secrets of the user in environment variables. */
const ownSecrets = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`SERVICE_${at}_TOKEN`, `Zq${at}8vQ9mB7xT2pLw8RcY${at}`]),
);

const CASES: readonly HookCase[] = [
  ["add_date", ["add_date"], turn, 1.25],
  ["max_iterations", ["max_iterations", "5"], { hook_event_name: "before_llm_call", iteration: 4 }, 1.25],
  ["add_user_info", ["add_user_info"], session, 1.25],
  ["add_prompt_files", ["add_prompt_files", "AGENTS.md"], turn, 1.6],
  ["add_directory_listing", ["add_directory_listing"], session, 1.6],
  ["add_environment_info", ["add_environment_info"], session, 1.6],
  ["redact, 10 KB of prose, nothing in it", REDACT, output(long), 1.5],
  ["redact, 8 KB of source", REDACT, output(SOURCE), 2],
  ["redact, a difference of 8 KB", REDACT, output(DIFF), 2],
  ["redact, a log of 8 KB", REDACT, output(LOG), 2],
  ["redact, an answer in JSON", REDACT, output(ANSWER), 2],
  ["redact, 10 KB of documents", REDACT, output(ofProject("docs/shadow-repo.md", "CONTRIBUTING.md"))],
  ["redact, 10 KB, one secret", REDACT, output(`${PROSE.repeat(50)}${TOKEN}\n${PROSE.repeat(50)}`), 1.95],
  ["redact, 10 KB, ten known values", REDACT, output(long), undefined, ownSecrets],
  ["redact, 100 messages, 100 KB", REDACT, talk(100), 2.2],
  ["redact, 1,000 messages, 1 MB", REDACT, talk(1000), 3],
  ["redact, 1,000 messages as before, full of telling words", REDACT, { ...telling, session_id: "remembered" }, 3],
  ["add_git_status", ["add_git_status"], turn, 2.2],
  ["add_git_diff", ["add_git_diff"], turn, 2.2],
  ["add_recent_commits", ["add_recent_commits"], session, 2.2],
  ["date + status + prompt files, one process", [], turn, undefined, builtinsAt("turn_start", TURN)],
  ["before `npm test`: the guards", [], call, undefined, builtinsAt("pre_tool_use", GUARDS)],
  ["before `npm test`: redaction", REDACT, call],
  ["before `npm test`: both", [], call, undefined, builtinsAt("pre_tool_use", [...GUARDS, ...REDACT])],
  ["before `npm test`: the whole default profile", [], { ...call, tool_use_id: "t" }, 2.6],
];

const NODE = "node -e 0";
const BESIDE = " (beside)";
const rounds = roundsOr(40);
const base = { cwd: project, env: environment() };
const only = optionOf("--only") ?? "";
const beside = optionOf("--beside");
const isWithoutSessions = hasWord("--no-sessions");
const chosen = CASES.filter(([name]) => name.includes(only));
const commandOf = ([name, words, event, , env]: HookCase, program: string, suffix: string) => ({
  name: `${name}${suffix}`,
  argv: [process.execPath, program, "hook", "--agent", "docker-agent", ...words],
  cwd: project,
  env: { ...base.env, ...env },
  stdin: payload(place, `${name}${suffix}`, { session_id: `bench${suffix}`, cwd: project, ...event }),
});
const commands = [
  { name: NODE, argv: [process.execPath, "-e", "0"], ...base },
  ...chosen.map((one) => commandOf(one, BINARY, "")),
  ...(beside === undefined ? [] : chosen.map((one) => commandOf(one, beside, BESIDE))),
];
const times = chosen.length > 0 ? measure(commands, rounds, 3) : [];
// Each table has a section of its own, so that one alone can be renewed.
if (chosen.length > 0) publish("hook", `, ${rounds} rounds`, hookTable());
if (isWarm(only) && !isWithoutSessions) publish("warm", `, ${Math.min(rounds, 9)} rounds`, warmTable(project, only));
if (isSession(only) && !isWithoutSessions)
  process.stdout.write(`\n${sessionTable(project, Math.min(rounds, 5), only)}`);

function hookTable(): string {
  const named = [[NODE] as const, ...chosen.map(([name, , , goal]) => [name, goal] as const)];
  const rows = named.flatMap(([name, goal]) =>
    beside === undefined || name === NODE ? [rowOf(name, goal)] : [rowOf(name, goal), rowOf(`${name}${BESIDE}`, goal)],
  );
  return table(["what", "CPU ratio:", "goal:", "", "CPU ms:", "MiB over node:"], rows);
}

function rowOf(name: string, goal: number | undefined): string[] {
  const ratio = ratioOf(name);
  const over = medianOf(times, (round) => round(name).rss_kb - round(NODE).rss_kb) / 1024;
  const cpu = medianOf(times, (round) => round(name).cpu_ms);
  const goals = goal === undefined ? ["", ""] : [goal.toFixed(2), verdict(ratio <= goal)];
  return [name, ratio.toFixed(2), ...goals, cpu.toFixed(1), over.toFixed(1)];
}

function ratioOf(name: string): number {
  return medianOf(times, (round) => round(name).cpu_ms / round(NODE).cpu_ms);
}

/** An environment with the variables of a typical shell, some with names that sound like secrets. */
function environment(): Readonly<Record<string, string>> {
  return {
    ...place.env,
    PWD: project,
    SHELL: "/bin/bash",
    USER: "bench",
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    SSH_AUTH_SOCK: "/tmp/ssh-bench/agent.1",
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1000/bus",
  };
}

/** Creates a project for the context builtins: 200 files under git, one of them changed. */
function makeProject(): string {
  const root = join(place.folder, "project");
  mkdirSync(join(root, "src"), { recursive: true });
  for (let number = 0; number < 200; number += 1)
    writeFileSync(join(root, `src/file-${number}.ts`), `export const value${number} = ${number};\n`);
  writeFileSync(join(root, "AGENTS.md"), "Run the tests before you say that you are done.\n");
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.test", ...args], { cwd: root });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "Two hundred files");
  writeFileSync(join(root, "src/file-7.ts"), "export const value7 = 8;\n");
  return root;
}

/** Settings that run only these builtins at an event. The snapshot of the default profile has its own benchmark. */
function builtinsAt(
  event: string,
  builtins: readonly (string | readonly string[])[],
): Readonly<Record<string, string>> {
  const file = join(place.folder, `${event}-${builtins.length}.jsonc`);
  writeFileSync(file, JSON.stringify({ builtins: { replace: true, [event]: builtins } }));
  return { SNAPVEIL_CONFIG: file };
}
