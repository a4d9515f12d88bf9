import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";

import { withSection } from "../scripts/markdown.ts";
import { hasWord } from "./command-line.ts";

/**
 * The common code of the benchmarks: a working folder, times of whole processes, and the document
 * with results.
 */
const PROJECT = join(import.meta.dirname, "..");

/** The folder of the benchmarks' sources, both for a benchmark that runs from its source and for a built one. */
export const BENCH = join(PROJECT, "tools/bench");

/** The built program. */
export const BINARY = join(PROJECT, "dist/snapveil.cjs");

/** Prints a report with machine and versions; with `--write` also puts it into its section of docs/benchmarks.md. */
export function publish(section: string, how: string, text: string): void {
  const git = spawnSync("git", ["--version"], { encoding: "utf8" }).stdout.trim();
  const processor = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}`;
  const report = `${processor}, Node ${process.versions.node}, ${git}${how}\n\n${text.trimEnd()}\n`;
  process.stdout.write(report);
  if (!hasWord("--write")) return;
  const document = join(PROJECT, "docs/benchmarks.md");
  writeFileSync(document, withSection(readFileSync(document, "utf8"), section, report));
}

/** Whether a measured value holds a limit. */
export function verdict(holds: boolean): string {
  return holds ? "holds" : "**missed**";
}

/** A goal in words, and whether a measured value holds it. */
export function held(goal: string, value: number, limit: number): string {
  return `${goal}: ${verdict(value <= limit)}${value <= limit ? "" : ` (${value.toFixed(2)})`}`;
}

/** A temporary folder, and an environment for processes in it: a home, a data folder, no git settings. */
export interface BenchPlace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export function benchPlace(parent: string = tmpdir()): BenchPlace {
  // The name must not contain `snapveil`: in such a folder, each call may concern snapveil's own files and is examined
  // more closely.
  const folder = realpathSync(mkdtempSync(join(parent, "hook-bench-")));
  removeAtEnd(folder);
  return {
    folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      SNAPVEIL_DATA_DIR: join(folder, "state"),
      GIT_CONFIG_NOSYSTEM: "1",
    },
  };
}

const left: string[] = [];

/** Removes a folder when the bench ends, however many there are by then. */
export function removeAtEnd(folder: string): void {
  if (left.push(folder) > 1) return;
  process.on("exit", () => {
    for (const one of left) rmSync(one, { recursive: true, force: true });
  });
}

/** Writes an event to a file, for a hook's standard input. Returns the path. */
export function payload({ folder }: BenchPlace, name: string, event: object): string {
  const file = join(folder, `${name.replace(/\W+/g, "-")}.json`);
  writeFileSync(file, JSON.stringify(event));
  return file;
}

/** A command whose whole process is timed. */
export interface BenchCommand {
  readonly name: string;
  /** The program and its arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The file for standard input, which is a pipe. */
  readonly stdin?: string;
  /** Standard input and output are a terminal, and `stdin` is not read. */
  readonly terminal?: boolean;
  /** A shell script that runs in `cwd` before each run and is not timed. */
  readonly prepare?: string | undefined;
}

/** A timed run. */
interface Run {
  readonly round: number;
  readonly name: string;
  readonly cpu_ms: number;
  readonly wall_ms: number;
  readonly rss_kb: number;
  readonly exit: number;
}

/** A round: returns the run of a command by its name. */
export type Round = (name: string) => Run;

/**
 * Times commands in rounds of random order, after `warmup` rounds. Needs python3, since Node cannot report the CPU time
 * of a child process.
 */
export function measure(commands: readonly BenchCommand[], rounds: number, warmup: number): Round[] {
  const result = spawnSync("python3", [join(PROJECT, "tools/bench/measure.py")], {
    input: JSON.stringify({ rounds, warmup, seed: 1, commands }),
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (result.status !== 0) throw new Error("tools/bench/measure.py failed; it needs python3 and a POSIX system.");
  const runs = result.stdout
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Run);
  const failed = runs.find((run) => run.exit !== 0);
  if (failed) throw new Error(`${failed.name} ended with ${failed.exit}, so its time means nothing.`);
  return Array.from(
    { length: rounds },
    (_, round) => (name) => runs.find((run) => run.round === round && run.name === name)!,
  );
}

/** The median of a figure over all rounds. */
export function medianOf<One>(all: readonly One[], figure: (one: One) => number): number {
  const sorted = all.map(figure).sort((first, second) => first - second);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
