import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** One command to time, as a whole process. */
export interface BenchCommand {
  readonly name: string;
  /** The program's absolute path first. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A file that is fed through a pipe. */
  readonly stdin?: string;
  /** A shell script that is run before each time, in `cwd`, and not timed. */
  readonly prepare?: string;
}

export interface Summary {
  readonly name: string;
  /**
   * Medians over the rounds: CPU time against the baseline of the same round, CPU milliseconds, resident KiB above the
   * baseline.
   */
  readonly ratio: number;
  readonly cpuMs: number;
  readonly rssOverKb: number;
}

/** One timed run. */
export interface Row {
  readonly round: number;
  readonly name: string;
  readonly cpu_ms: number;
  readonly wall_ms: number;
  readonly rss_kb: number;
  readonly exit: number;
}

/** Times commands in paired rounds of random order; the first command is the baseline of the ratios. */
export function measure(commands: readonly BenchCommand[], rounds: number): Summary[] {
  const rows = measureRows(commands, rounds);
  const baseline = new Map(rows.filter((row) => row.name === commands[0]?.name).map((row) => [row.round, row]));
  return commands.map(({ name }) => {
    const own = rows.filter((row) => row.name === name);
    return {
      name,
      ratio: median(own.map((row) => row.cpu_ms / baseline.get(row.round)!.cpu_ms)),
      cpuMs: median(own.map((row) => row.cpu_ms)),
      rssOverKb: median(own.map((row) => row.rss_kb - baseline.get(row.round)!.rss_kb)),
    };
  });
}

/** The single runs. Needs python3, since Node cannot tell what a child process used. */
export function measureRows(commands: readonly BenchCommand[], rounds: number, warmup = 3): Row[] {
  const spec = {
    rounds,
    warmup,
    seed: 1,
    commands: commands.map((command) => ({
      ...command,
      stdin: command.stdin ?? null,
      prepare: command.prepare ?? null,
    })),
  };
  const script = join(import.meta.dirname, "../bench/measure.py");
  const result = spawnSync("python3", [script], {
    input: JSON.stringify(spec),
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (result.status !== 0) throw new Error("bench/measure.py failed; it needs python3 and a POSIX system.");
  const rows = result.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
  const failed = rows.find((row) => row.exit !== 0);
  if (failed) throw new Error(`${failed.name} ended with ${failed.exit}, so its time means nothing.`);
  return rows;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
