import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { machine, replaceSection } from "./document.ts";
import { measureRows, median, type BenchCommand, type Row } from "./measure.ts";
import { BINARY, baselineScript, names, payload, snapshotCases, type BenchPlace } from "./snapshot-cases.ts";
import { growth } from "./snapshot-growth.ts";
import { generatedTree, realTree, type BenchTree } from "./snapshot-trees.ts";

/**
 * What undo checkpoints cost, in CPU time against `git status` of the same tree in the same round.
 *   npm run bench:snapshot -- [ROUNDS] [--sizes 1000,10000] [--real PATH] [--no-growth] [--write]
 * Add 100000 to the sizes where there is time: making that tree takes minutes, once. A benchmark and no test.
 */
const words = process.argv.slice(2);
const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? 15);
const sizes = (optionOf("--sizes") ?? "1000,10000").split(",").map(Number);
const real = optionOf("--real");
const git = execFileSync("bash", ["-c", "command -v git"], { encoding: "utf8" }).trim();

const tables: string[] = [];
for (const size of sizes) tables.push(onTree(generatedTree(size)));
if (real !== undefined) tables.push(onTree(realTree(real)));
if (!words.includes("--no-growth")) tables.push(ofGrowth(generatedTree(1000)));
const text = `${machine()}, ${rounds} rounds (half as many for 50k files and more)\n\n${tables.join("\n")}`;
process.stdout.write(text);
if (words.includes("--write")) replaceSection("snapshot", text);

function optionOf(name: string): string | undefined {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words[at + 1];
}

/** A throw-away folder for state, payloads and a home. */
function inPlace<Result>(work: (place: BenchPlace) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "snapveil-bench-"));
  try {
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      SNAPVEIL_DATA_DIR: join(folder, "state"),
      GIT_CONFIG_NOSYSTEM: "1",
    };
    return work({ folder, git, env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ofGrowth(tree: BenchTree): string {
  try {
    return inPlace((place) => growth(place, tree, rounds));
  } finally {
    rmSync(tree.busy, { recursive: true, force: true });
  }
}

function onTree(tree: BenchTree): string {
  try {
    return inPlace((place) => {
      const first = firstCapture(place, tree);
      for (const root of [tree.quiet, tree.busy])
        execFileSync("/bin/sh", ["-ec", baselineScript(place, tree, root)], { cwd: root, env: place.env });
      const rows = measureRows(snapshotCases(place, tree), tree.files > 50_000 ? Math.ceil(rounds / 2) : rounds, 1);
      return (
        `### ${tree.name[0]!.toUpperCase()}${tree.name.slice(1)}\n\n` +
        `${timesTable(rows)}\n` +
        `${first}${processes(place, tree)}\n`
      );
    });
  } finally {
    rmSync(tree.busy, { recursive: true, force: true });
    if (tree.name.startsWith("a real")) rmSync(tree.quiet, { recursive: true, force: true });
  }
}

function timesTable(rows: readonly Row[]): string {
  const cpu = (name: string, round: number) => rows.find((row) => row.name === name && row.round === round)!.cpu_ms;
  const all = [...new Set(rows.map(({ round }) => round))];
  const ratio = (name: string, to: (round: number) => number) =>
    median(all.map((round) => cpu(name, round) / to(round)));
  const status = (round: number) => cpu(names.status, round);
  /** git's own look at the tree, and so many times the start of Node. */
  const bound = (nodes: number) => (round: number) => status(round) + nodes * cpu(names.node, round);
  const goals: Partial<Record<string, [of: string, value: number, goal: number]>> = {
    [names.clean]: ["git status + 1.8 × node", ratio(names.clean, bound(1.8)), 1],
    [names.one]: ["git status + 2.9 × node", ratio(names.one, bound(2.9)), 1],
  };
  const ahead: Partial<Record<string, string>> = {
    [names.clean]: names.replayClean,
    [names.one]: names.replayOne,
    [names.hundred]: names.replayHundred,
    [names.restore]: names.replayRecordedUndo,
  };
  const lines = Object.values(names).map((name) => {
    const [of, value, goal] = goals[name] ?? [];
    const other = ahead[name];
    const told = goal === undefined ? "" : `≤ ${goal} × ${of}: ${verdict(value!, goal)}`;
    const against =
      other === undefined ? "" : median(all.map((round) => cpu(name, round) / cpu(other, round))).toFixed(2);
    return (
      `| ${name} | ${median(all.map((round) => cpu(name, round))).toFixed(0)} ` +
      `| ${ratio(name, status).toFixed(2)} | ${told} | ${against} |`
    );
  });
  return [
    "| what, as a whole process | CPU ms | × git status | goal | × docker-agent's git commands |",
    "|---|---:|---:|---|---:|",
    ...lines,
    "",
  ].join("\n");
}

/** Against hashing everything into an empty repository; and what it takes on disk. */
function firstCapture(place: BenchPlace, tree: BenchTree): string {
  const { env, folder } = place;
  const stdin = payload(folder, "first", { hook_event_name: "session_start", session_id: "bench", cwd: tree.quiet });
  const empty = join(folder, "empty.git");
  const commands: BenchCommand[] = [
    {
      name: "add",
      argv: ["/bin/sh", "-ec", "git add -A && git write-tree > /dev/null"],
      cwd: tree.quiet,
      env: { ...env, GIT_DIR: empty, GIT_WORK_TREE: tree.quiet },
      prepare:
        `unset GIT_DIR GIT_WORK_TREE; rm -rf "${empty}"; git init -q --bare "${empty}"; ` +
        `git --git-dir="${empty}" config core.bare false`,
    },
    {
      name: "first",
      argv: [process.execPath, BINARY, "hook", "snapshot"],
      cwd: tree.quiet,
      env,
      stdin,
      prepare: `rm -rf "${env["SNAPVEIL_DATA_DIR"]!}"`,
    },
  ];
  const rows = measureRows(commands, tree.files >= 50_000 ? 1 : 3, 0);
  const cpu = (name: string) => median(rows.filter((row) => row.name === name).map((row) => row.cpu_ms));
  const share = median(
    rows
      .filter(({ name }) => name === "first")
      .map((row) => row.cpu_ms / rows.find((other) => other.name === "add" && other.round === row.round)!.cpu_ms),
  );
  const shadow = join(env["SNAPVEIL_DATA_DIR"]!, "snapshot");
  const ours = sizeOf(join(shadow, readdirSync(shadow)[0]!, "objects"));
  const blobs = packedBlobs(place, tree);
  return [
    `First capture: ${cpu("first").toFixed(0)} ms CPU, 1/${(1 / share).toFixed(1)} of \`git add -A && git ` +
      `write-tree\` into an empty repository (${cpu("add").toFixed(0)} ms).`,
    `On disk after it: ${mib(ours)} MiB, ${(ours / blobs).toFixed(2)} ` +
      `× the contents in a packed clone (${mib(blobs)} MiB); goal ≤ 1.15: ${verdict(ours / blobs, 1.15)}.`,
    "",
  ].join("\n");
}

function packedBlobs({ env, folder }: BenchPlace, tree: BenchTree): number {
  const clone = join(folder, "clone.git");
  execFileSync("git", ["clone", "-q", "--bare", "--no-local", tree.quiet, clone], { env });
  const list = execFileSync(
    "git",
    ["--git-dir", clone, "cat-file", "--batch-all-objects", "--batch-check=%(objecttype) %(objectsize:disk)"],
    { env, encoding: "utf8", maxBuffer: 1 << 30 },
  );
  return list.split("\n").reduce((sum, line) => sum + (line.startsWith("blob ") ? Number(line.slice(5)) : 0), 0);
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size);
  }, 0);
}

/** How many git processes each event starts, counted by a git that comes first on PATH and writes down each call. */
function processes(place: BenchPlace, tree: BenchTree): string {
  const [bin, log] = [join(place.folder, "counting"), join(place.folder, "calls")];
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$*" >> "${log}"\nexec "${place.git}" "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  const env = { ...place.env, PATH: `${bin}:${place.env["PATH"]!}` };
  const count = ({ argv, cwd, prepare, stdin }: BenchCommand) => {
    if (prepare !== undefined) execFileSync("/bin/sh", ["-ec", prepare], { cwd, env: place.env });
    rmSync(log, { force: true });
    execFileSync(argv[0]!, argv.slice(1), { cwd, env, input: stdin === undefined ? "" : readFileSync(stdin) });
    try {
      return readFileSync(log, "utf8").trim().split("\n").length;
    } catch {
      return 0;
    }
  };
  const cases = new Map(snapshotCases(place, tree).map((one) => [one.name, one]));
  const of = (name: string) => count(cases.get(name)!);
  const clean = of(names.clean);
  const changed = of(names.one);
  const others = [names.hundred, names.restore, names.replayClean, names.replayOne]
    .map((name) => `${name}: ${of(name)}`)
    .join("; ");
  return (
    `Git processes: nothing changed ${clean} (goal 1: ${verdict(clean, 1)}), one file changed ${changed} (goal ≤ ` +
    `3: ${verdict(changed, 3)}); ${others}.\n`
  );
}

function verdict(value: number, goal: number): string {
  return value <= goal ? "holds" : `**missed** (${value.toFixed(2)})`;
}

function mib(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
