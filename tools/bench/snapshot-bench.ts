import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";

import { table } from "../scripts/markdown.ts";
import { begin, hasWord, optionOf, roundsOr } from "./command-line.ts";
import { benchPlace, measure, medianOf, publish, held, type BenchCommand, type Round } from "./harness.ts";
import { baselineScript, hookLine, hookOf, names, snapshotCases } from "./snapshot-cases.ts";
import { keptFiles } from "./snapshot-keep.ts";
import { largeTurns } from "./snapshot-large.ts";
import { firstCapture } from "./snapshot-first.ts";
import { processes } from "./snapshot-processes.ts";
import { generatedTree, realTree, type BenchTree } from "./snapshot-trees.ts";

begin({
  script: "bench:snapshot",
  does:
    "Measures the CPU time of checkpoints against `git status` of the same tree in the same round. It is no test: it " +
    "only prints a missed goal.",
  plain: "[ROUNDS]",
  options: {
    "--sizes NUMBERS": "files of each tree (1000,10000); 100000 takes minutes in its first run, which creates the tree",
    "--real PATH": "a tree of yours, too",
    "--no-growth": "leaves out how the time grows with the number of checkpoints",
    "--large NUMBER": "files of a tree of which a turn changes all (20000); 0 leaves this part out",
    "--kept NUMBERS": "numbers of ignored files with which the keeping of copies is measured (50,5000)",
    "--write": "puts the tables into docs/benchmarks.md",
  },
});

const rounds = roundsOr(15);
const sizes = numbersOf(optionOf("--sizes") ?? "1000,10000");
const real = optionOf("--real");

/** The most CPU time of a case in multiples of Node's start-up, in addition to git's own examination of the tree. */
const GOALS: Readonly<Record<string, number>> = { [names.clean]: 1.8, [names.one]: 2.9 };

/** Case → docker-agent's git commands for the same work. */
const REPLAYS: Readonly<Record<string, string>> = {
  [names.clean]: names.replayClean,
  [names.one]: names.replayOne,
  [names.hundred]: names.replayHundred,
  [names.restore]: names.replayRecordedUndo,
};

/** The files of a tree of which a turn changes all; 0 leaves this part out. */
const large = Number(optionOf("--large") ?? 20_000);

/** The numbers of ignored files with which the keeping of copies is measured; 0 leaves this part out. */
const kept = numbersOf(optionOf("--kept") ?? "50,5000");

const parts = sizes.map((size) => onTree(generatedTree(size)));
if (real !== undefined) parts.push(onTree(realTree(real)));
if (!hasWord("--no-growth")) parts.push(growth(generatedTree(1000)));
if (large > 0) parts.push(largeTurns(generatedTree(large), Math.ceil(rounds / 5)));
if (kept.length > 0) parts.push(keptFiles(generatedTree(1000), kept, rounds));
publish("snapshot", `, ${rounds} rounds (half as many for 50k files and more)`, parts.join("\n"));

/** The numbers of a list with commas, without 0. */
function numbersOf(list: string): number[] {
  return list
    .split(",")
    .map(Number)
    .filter((size) => size > 0);
}

function onTree(tree: BenchTree): string {
  const place = benchPlace();
  const first = firstCapture(place, tree);
  for (const cwd of [tree.quiet, tree.busy])
    execFileSync("/bin/sh", ["-ec", baselineScript(place, cwd)], { cwd, env: place.env });
  const cases = snapshotCases(place, tree);
  const times = measure(cases, tree.files > 50_000 ? Math.ceil(rounds / 2) : rounds, 1);
  const title = `### ${tree.name[0]!.toUpperCase()}${tree.name.slice(1)}`;
  return `${title}\n\n${timesTable(times)}\n${first}\n${processes(place, cases)}\n`;
}

function timesTable(times: readonly Round[]): string {
  const cpu = (name: string) => medianOf(times, (round) => round(name).cpu_ms);
  const against = (name: string, to: (round: Round) => number) =>
    medianOf(times, (round) => round(name).cpu_ms / to(round));
  const status = (round: Round) => round(names.status).cpu_ms;
  const rows = Object.values(names).map((name) => {
    const [nodes, replay] = [GOALS[name], REPLAYS[name]];
    const goal =
      nodes !== undefined &&
      held(
        `≤ git status + ${nodes} × node`,
        against(name, (r) => status(r) + nodes * r(names.node).cpu_ms),
        1,
      );
    const other = replay === undefined ? "" : against(name, (round) => round(replay).cpu_ms).toFixed(2);
    return [name, cpu(name).toFixed(0), against(name, status).toFixed(2), goal || "", other];
  });
  return table(
    ["what, as a whole process", "CPU ms:", "× git status:", "goal", "× docker-agent's git commands:"],
    rows,
  );
}

/** Compares the cost of a session's 1,000th checkpoint with that of its 10th, in the same rounds. */
function growth({ busy, files, hundred }: BenchTree): string {
  const place = benchPlace();
  const [short, long] = [join(place.folder, "state-10"), join(place.folder, "state-1000")];
  const [start, end] = ["turn_start", "turn_end"].map((event) => hookLine(place, event, busy));
  const turns = (from: number, to: number) =>
    execFileSync(
      "/bin/sh",
      ["-ec", `for n in $(seq ${from} ${to}); do ${start}; echo "// turn $n" > "${hundred[0]!}"; ${end}; done`],
      { cwd: busy, env: { ...place.env, SNAPVEIL_DATA_DIR: long } },
    );
  turns(1, 10);
  cpSync(long, short, { recursive: true, preserveTimestamps: true });
  turns(11, 1000);
  const turnEnd = (name: string, state: string): BenchCommand => ({
    name,
    ...hookOf(place, "turn_end", busy),
    env: { ...place.env, SNAPVEIL_DATA_DIR: state },
    prepare: `${start}\ndate +%s%N > "${hundred[0]!}"`,
  });
  const times = measure([turnEnd("10th", short), turnEnd("1,000th", long)], rounds, 1);
  const ratio = medianOf(times, (round) => round("1,000th").cpu_ms / round("10th").cpu_ms);
  return (
    "### A long session\n\n" +
    `The 1,000th checkpoint costs ${ratio.toFixed(2)} × the 10th (1 file of ${files} changed, turn_end); ` +
    `${held("goal ≤ 1.1", ratio, 1.1)}.\n`
  );
}
