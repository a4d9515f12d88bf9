import childProcess, { type SpawnSyncOptions, type SpawnSyncReturns } from "node:child_process";
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

const { execFileSync, spawn, spawnSync } = childProcess;

/** The ends of the pipes to the small process of this worker; `null` where there is no Python for it. */
let ends: { readonly requests: number; readonly answers: number } | null | undefined;

interface Said {
  readonly pid: number;
  readonly status?: number | null;
  readonly signal?: NodeJS.Signals | null;
  readonly error?: string;
  readonly errno?: number;
}

/** What the small process does not know. */
const ODD = ["shell", "detached", "uid", "gid", "argv0"] as const;

/** `spawnSync` by a small process: out of a worker with its hundreds of megabytes a fork takes ten times as long. */
function startSmall(
  file: string,
  second: readonly string[] | SpawnSyncOptions = [],
  third: SpawnSyncOptions = {},
): SpawnSyncReturns<Buffer | string> {
  const [args, options] = Array.isArray(second) ? [second as string[], third] : [[], second as SpawnSyncOptions];
  const { stdio = "pipe" } = options;
  const kinds: readonly unknown[] = typeof stdio === "string" ? [stdio, stdio, stdio] : stdio;
  const variables = Object.entries(options.env ?? process.env).filter(([, value]) => value !== undefined);
  const env = Object.fromEntries(variables.map(([name, value]) => [name, String(value)]));
  const cwd = String(options.cwd ?? process.cwd());
  const words = [file, ...args, cwd, ...Object.entries(env).flat()].map(String);
  const isOdd =
    kinds.length !== 3 ||
    kinds.some((kind) => kind !== "pipe" && kind !== "ignore") ||
    ODD.some((name) => name in options) ||
    words.some((word) => /\0|\p{Surrogate}/u.test(word));
  if (isOdd || !(ends === undefined ? (ends = connect()) : ends)) return spawnSync(file, args, options);
  const { maxBuffer = 1 << 20, timeout, encoding, input = "", killSignal } = options;
  const request = {
    file,
    args: args.map(String),
    env,
    cwd,
    stdio: kinds,
    timeout,
    mask: process.umask(),
    maxBuffer: Number.isFinite(maxBuffer) ? maxBuffer : undefined,
    killSignal: typeof killSignal === "string" ? constants.signals[killSignal] : killSignal,
  };
  const given = typeof input === "string" ? Buffer.from(input) : bytesOf(input);
  const [said, ...texts] = ask(Buffer.from(JSON.stringify(request)), kinds[0] === "pipe" ? given : Buffer.alloc(0));
  return resultOf(said, texts, { file, args, kinds, encoding });
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

interface Asked {
  readonly file: string;
  readonly args: readonly string[];
  readonly kinds: readonly unknown[];
  readonly encoding: SpawnSyncOptions["encoding"];
}

function resultOf(
  { pid, status = null, signal = null, error: code, errno }: Said,
  texts: readonly Buffer[],
  { file, args, kinds, encoding }: Asked,
): SpawnSyncReturns<Buffer | string> {
  const syscall = `spawnSync ${file}`;
  const error =
    code && Object.assign(new Error(`${syscall} ${code}`), { errno, code, syscall, path: file, spawnargs: args });
  const textOf = (end: number) => {
    if (pid === 0 || kinds[end] !== "pipe") return null;
    return encoding && encoding !== "buffer" ? texts[end - 1]!.toString(encoding) : texts[end - 1]!;
  };
  const [stdout, stderr] = [textOf(1), textOf(2)] as [string, string];
  const output = pid === 0 ? null : [null, stdout, stderr];
  return { pid, status, signal, output, stdout, stderr, ...(error && { error }) } as SpawnSyncReturns<Buffer | string>;
}

function ask(request: Buffer, given: Buffer): [said: Said, stdout: Buffer, stderr: Buffer] {
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(request.length);
  lengths.writeUInt32LE(given.length, 4);
  const bytes = Buffer.concat([lengths, request, given]);
  for (let at = 0; at < bytes.length; ) at += writeSync(ends!.requests, bytes, at);
  const head = read(12);
  const all = read(head.readUInt32LE() + head.readUInt32LE(4) + head.readUInt32LE(8));
  const [first, second] = [head.readUInt32LE(), head.readUInt32LE() + head.readUInt32LE(4)];
  const said = JSON.parse(all.toString("utf8", 0, first)) as Said;
  return [said, all.subarray(first, second), all.subarray(second)];
}

function connect(): { requests: number; answers: number } | null {
  const asked = spawnSync("python3", ["-ISc", "import sys; sys.exit(sys.version_info < (3, 9))"], { stdio: "ignore" });
  if (asked.status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "snapveil-starter-"));
  const [requests, answers] = [join(folder, "requests"), join(folder, "answers")];
  execFileSync("mkfifo", [requests, answers]);
  spawn("python3", ["-IS", join(import.meta.dirname, "starter.py"), requests, answers], { stdio: "ignore" }).unref();
  // Each waits for the other end.
  const opened = { requests: openSync(requests, "w"), answers: openSync(answers, "r") };
  rmSync(folder, { recursive: true });
  return opened;
}

function read(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const more = readSync(ends!.answers, bytes, at, length - at, null);
    if (more === 0) throw new Error("the process that starts others has ended");
    at += more;
  }
  return bytes;
}

// Files of a project without isolation share a process, where this stands in already.
if (process.platform !== "win32" && spawnSync.name !== startSmall.name) {
  childProcess.spawnSync = startSmall as typeof spawnSync;
  syncBuiltinESMExports();
}
