import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { table } from "../scripts/markdown.ts";
import {
  benchPlace,
  hasWord,
  measure,
  medianOf,
  optionOf,
  publish,
  roundsOr,
  verdict,
  type BenchCommand,
  type BenchPlace,
  type Round,
} from "./harness.ts";
import { baselineScript, hookLine, hookOf, names, snapshotCases } from "./snapshot-cases.ts";
import { keptFiles } from "./snapshot-keep.ts";
import { largeTurns } from "./snapshot-large.ts";
import { generatedTree, realTree, type BenchTree } from "./snapshot-trees.ts";

/**
 * Measures the CPU time of checkpoints against `git status` of the same tree in the same round: npm run bench:snapshot
 * -- [ROUNDS] [--sizes 1000,10000] [--real PATH] [--no-growth] [--large 20000] [--kept 50,5000] [--write] A size of
 * 100000 takes minutes in its first run, which creates the tree. The benchmark is no test: it only prints a missed
 * goal.
 */
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

/** The most CPU time of a first capture in multiples of `git status`. */
const FIRST = 12;

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

function held(goal: string, value: number, limit: number): string {
  return `${goal}: ${verdict(value <= limit)}${value <= limit ? "" : ` (${value.toFixed(2)})`}`;
}

/** Compares the first capture with `git add` into an empty repository, in time and disk space. */
function firstCapture(place: BenchPlace, tree: BenchTree): string {
  const { env, folder } = place;
  const [empty, state] = [join(folder, "empty.git"), env["SNAPVEIL_DATA_DIR"]!];
  const add: BenchCommand = {
    name: "add",
    argv: ["/bin/sh", "-ec", "git add -A && git write-tree > /dev/null"],
    cwd: tree.quiet,
    env: { ...env, GIT_DIR: empty, GIT_WORK_TREE: tree.quiet },
    prepare:
      `unset GIT_DIR GIT_WORK_TREE; rm -rf "${empty}"; git init -q --bare "${empty}"; ` +
      `git --git-dir="${empty}" config core.bare false`,
  };
  const status: BenchCommand = {
    name: "status",
    argv: ["git", "status", "--porcelain"],
    cwd: tree.quiet,
    env: { ...env, GIT_OPTIONAL_LOCKS: "0" },
  };
  const first = { name: "first", ...hookOf(place, "session_start", tree.quiet), prepare: `rm -rf "${state}"` };
  const times = measure([add, status, first], tree.files >= 50_000 ? 1 : 3, 0);
  const cpu = (name: string) => medianOf(times, (round) => round(name).cpu_ms);
  const toStatus = medianOf(times, (round) => round("first").cpu_ms / round("status").cpu_ms);
  const goal = tree.files >= 10_000 ? `; ${held(`goal ≤ ${FIRST}`, toStatus, FIRST)}` : "";
  const share = medianOf(times, (round) => round("add").cpu_ms / round("first").cpu_ms);

  const shadow = join(state, "snapshot");
  const shell = (script: string, ...words: string[]) =>
    Number(execFileSync("/bin/sh", ["-ec", script, "sh", ...words], { env, encoding: "utf8" }));
  const ours = shell(
    `find "$1" -type f -printf '%s\\n' | awk '{ sum += $1 } END { print sum }'`,
    join(shadow, readdirSync(shadow)[0]!, "objects"),
  );
  const blobs = shell(
    `git clone -q --bare --no-local "$1" "$2"; git --git-dir "$2" cat-file --batch-all-objects ` +
      `--batch-check='%(objecttype) %(objectsize:disk)' | awk '/^blob/ { sum += $2 } END { print sum }'`,
    tree.quiet,
    join(folder, "clone.git"),
  );
  const mib = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  return (
    `First capture: ${cpu("first").toFixed(0)} ms CPU, 1/${share.toFixed(1)} of \`git add -A && git write-tree\` ` +
    `into an empty repository (${cpu("add").toFixed(0)} ms), ${toStatus.toFixed(1)} × git status${goal}.\n` +
    `On disk after it: ${mib(ours)}, ${(ours / blobs).toFixed(2)} × the contents in a packed clone ` +
    `(${mib(blobs)}); ${held("goal ≤ 1.15", ours / blobs, 1.15)}.`
  );
}

/** The number of git processes that each event starts. A script in front of git on PATH logs each call. */
function processes({ folder, env }: BenchPlace, cases: readonly BenchCommand[]): string {
  const [bin, log] = [join(folder, "counting"), join(folder, "calls")];
  const git = execFileSync("/bin/sh", ["-c", "command -v git"], { env, encoding: "utf8" }).trim();
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$*" >> "${log}"\nexec "${git}" "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  const count = (name: string) => {
    const { argv, cwd, prepare = "", stdin } = cases.find((one) => one.name === name)!;
    execFileSync("/bin/sh", ["-ec", prepare], { cwd, env });
    rmSync(log, { force: true });
    const input = stdin === undefined ? "" : readFileSync(stdin);
    execFileSync(argv[0]!, argv.slice(1), { cwd, env: { ...env, PATH: `${bin}:${env["PATH"]!}` }, input });
    return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0;
  };
  const [clean, changed] = [count(names.clean), count(names.one)];
  const others = [names.hundred, names.restore, names.replayClean, names.replayOne];
  return (
    `Git processes: nothing changed ${clean} (${held("goal 1", clean, 1)}), one file changed ${changed} ` +
    `(${held("goal ≤ 3", changed, 3)}); ${others.map((name) => `${name}: ${count(name)}`).join("; ")}.\n`
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
