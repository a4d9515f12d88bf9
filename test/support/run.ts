import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { askResident } from "./ask-resident.ts";
import { FACTOR } from "./chance.ts";
import { silentIo } from "./silent-io.ts";

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input?: string | Buffer;
}

const DIST = join(import.meta.dirname, "../../dist");
const BINARY = join(DIST, "snapveil.cjs");
const load = createRequire(import.meta.url);

/** Whether hooks are answered by residents, in all tests: `SNAPVEIL_TEST_RESIDENTS`, 1 or `trouble`. */
export const WITH_RESIDENTS = process.env["SNAPVEIL_TEST_RESIDENTS"] !== undefined;

/** Starts the built binary as an agent does: a process, JSON through a pipe. */
export function runSnapveil(args: readonly string[], options: RunOptions): Promise<Run> {
  requireBuilt();
  if (WITH_RESIDENTS && args[0] === "hook" && options.env["SNAPVEIL_DATA_DIR"]) return askResident(args, options);
  return run(process.execPath, [BINARY, ...args], options);
}

/**
 * What the built program answers, asked in this process: a process for each of a thousand cases takes minutes, and says
 * the same, but that no answer is ever late. `SNAPVEIL_RUNS=2` and more start one here too.
 */
export async function askSnapveil(args: readonly string[], options: RunOptions): Promise<Run> {
  return FACTOR > 1 || WITH_RESIDENTS ? runSnapveil(args, options) : askInThisProcess(args, options);
}

/** What the built program answers in this process, with nobody who waits. */
export async function askInThisProcess(args: readonly string[], options: RunOptions): Promise<Run> {
  requireBuilt();
  const { main } = load(join(DIST, "main.cjs")) as { main(io: Io): Promise<number> };
  const said = { stdout: "", stderr: "" };
  const exitCode = await main({
    ...silentIo(options.cwd, options.env),
    argv: args,
    program: [process.execPath, BINARY],
    readStdin: () => String(options.input ?? ""),
    writeStdout: (text) => void (said.stdout += text),
    writeStderr: (text) => void (said.stderr += text),
  });
  return { ...said, exitCode };
}

function requireBuilt(): void {
  if (!existsSync(BINARY)) throw new Error("The tests ask the built program: run `npm run build` first.");
}

/** A script in bash, stopped at its first failure. */
export function runBash(script: string, options: RunOptions): Promise<Run> {
  return run("bash", ["-ec", script], options);
}

/** Asynchronous, so that a server in this process can answer meanwhile. */
export function run(file: string, args: readonly string[], { env, cwd, input = "" }: RunOptions): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, cwd, stdio: "pipe" });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => out.push(part));
    child.stderr.on("data", (part: Buffer) => err.push(part));
    child.stdin.on("error", () => {}); // it may end before it has read everything
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({
        stdout: Buffer.concat(out).toString("utf8"),
        stderr: Buffer.concat(err).toString("utf8"),
        exitCode: code ?? -1,
      }),
    );
    child.stdin.end(input);
  });
}
