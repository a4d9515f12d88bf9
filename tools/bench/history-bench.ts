import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { demoProject } from "../demo/demo-project.ts";
import { table } from "../scripts/markdown.ts";
import { begin, plainWords, roundsOr } from "./command-line.ts";
import { BINARY, measure, medianOf, publish, removeAtEnd, verdict } from "./harness.ts";

begin({
  script: "bench:history",
  does: "Measures the CPU time of what a person types in a project with a long history.",
  plain: "[ROUNDS] [TURNS]",
  options: { "--write": "puts the table into docs/benchmarks.md" },
});

/** The most CPU time that an answer may take, as a multiple of Node's start: 0.25 s where Node starts in 36 ms. */
const MOST = 6.9;
const COMMANDS: readonly (readonly string[])[] = [
  [],
  ["status"],
  ["checkpoints"],
  ["checkpoints", "--calls"],
  ["show"],
];
const NODE = "node -e 0";

async function main(turns: number): Promise<void> {
  const { project, env } = await demoProject(turns);
  removeAtEnd(join(project, ".."));
  execFileSync(process.execPath, [BINARY, "prune"], { cwd: project, env }); // as a session's end starts it once a day
  const listed = execFileSync(process.execPath, [BINARY, "checkpoints", "--json"], {
    cwd: project,
    env,
    maxBuffer: 1 << 28,
  });
  const { checkpoints } = JSON.parse(String(listed)) as { readonly checkpoints: readonly unknown[] };
  const inProject = (name: string, words: readonly string[]) => ({
    name,
    argv: [process.execPath, ...words],
    cwd: project,
    env,
    // Without a word and a terminal it waits for an event.
    terminal: words.length === 1,
  });
  const commands = COMMANDS.map((words) => inProject(["snapveil", ...words].join(" "), [BINARY, ...words]));
  const rounds = measure([inProject(NODE, ["-e", "0"]), ...commands], roundsOr(5), 1);
  const seconds = (name: string) => medianOf(rounds, (round) => round(name).cpu_ms) / 1000;
  publish(
    "history",
    `, ${checkpoints.length} steps`,
    table(
      ["command", "CPU seconds:", `× ${NODE}:`, `at most ${MOST}`],
      commands.map(({ name }) => [
        `\`${name}\``,
        seconds(name).toFixed(2),
        (seconds(name) / seconds(NODE)).toFixed(1),
        verdict(seconds(name) / seconds(NODE) <= MOST),
      ]),
    ),
  );
}

void main(Number(plainWords()[1] ?? 380));
