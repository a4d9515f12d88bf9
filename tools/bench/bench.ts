import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { table } from "../scripts/markdown.ts";
import { begin, hasWord, optionOf, roundsOr } from "./command-line.ts";
import { BINARY, benchPlace, measure, medianOf, payload, publish, verdict } from "./harness.ts";
import { hookCases, type HookCase } from "./hook-cases.ts";
import { isSession, sessionTable } from "./session-bench.ts";
import { isWarm, warmTable } from "./warm-bench.ts";

begin({
  script: "bench",
  does:
    "Measures hooks against `node -e 0` in paired rounds. It is no test: it only prints a missed bound. With 0 rounds " +
    "it only counts the processes of sessions.",
  plain: "[ROUNDS]",
  options: {
    "--only WORDS": "only the rows whose names contain the words",
    "--beside PROGRAM": "measures another build in the same rounds",
    "--no-sessions": "leaves out what is measured in sessions, which takes minutes",
    "--write": "puts the tables into docs/benchmarks.md",
  },
});

const place = benchPlace();
const project = makeProject();

const CASES = hookCases(builtinsAt);
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
