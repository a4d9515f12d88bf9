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
/** What a person types in a terminal, and what a script reads: all steps with the files of each. */
const COMMANDS: readonly { readonly words: readonly string[]; readonly piped?: true }[] = [
  { words: [] },
  { words: ["status"] },
  { words: ["checkpoints"] },
  { words: ["checkpoints", "--calls"] },
  { words: ["show"] },
  { words: ["checkpoints"], piped: true },
  { words: ["checkpoints", "-n", "20"], piped: true },
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
  const inProject = (name: string, words: readonly string[], terminal: boolean) => ({
    name,
    argv: [process.execPath, ...words],
    cwd: project,
    env: { ...env, SNAPVEIL_PAGER: "cat" },
    terminal,
  });
  const commands = COMMANDS.map(({ words, piped }) =>
    inProject(`${["snapveil", ...words].join(" ")}${piped ? " > file" : ""}`, [BINARY, ...words], !piped),
  );
  const rounds = measure([inProject(NODE, ["-e", "0"], false), ...commands], roundsOr(5), 1);
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
