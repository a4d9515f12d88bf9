import childProcess, { type SpawnSyncOptions, type SpawnSyncReturns } from "node:child_process";
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";

const { execFileSync, spawn, spawnSync } = childProcess;

/** The ends of the pipes to the small process of this worker. */
let ends: { readonly requests: number; readonly answers: number } | undefined;

interface Answer extends SpawnSyncReturns<Buffer> {
  /** In the place of a result. */
  readonly thrown?: Error;
}

/** `spawnSync` by a small process: out of a worker with its hundreds of megabytes a fork takes ten times as long. */
function startSmall(
  file: string,
  args: readonly string[] = [],
  options: SpawnSyncOptions = {},
): SpawnSyncReturns<Buffer | string> {
  const { stdio = "pipe", encoding, ...rest } = options;
  const isOpen = (end: unknown) => end !== "pipe" && end !== "ignore";
  if ([stdio].flat().some(isOpen)) return spawnSync(file, args, options);
  ends ??= connect();
  const [env, cwd] = [{ ...(options.env ?? process.env) }, String(options.cwd ?? process.cwd())];
  const request = serialize({ mask: process.umask(), file, args, options: { ...rest, stdio, env, cwd } });
  const bytes = Buffer.alloc(4 + request.length);
  bytes.writeUInt32LE(request.length);
  request.copy(bytes, 4);
  for (let at = 0; at < bytes.length; ) at += writeSync(ends.requests, bytes, at);
  const { thrown, ...result } = deserialize(read(read(4).readUInt32LE())) as Answer;
  if (thrown) throw Object.assign(thrown.name === "TypeError" ? new TypeError(thrown.message) : new Error(), thrown);
  if (result.error) result.error = Object.assign(new Error(result.error.message), result.error);
  if (!encoding || encoding === "buffer") return result;
  const textOf = (bytes: Buffer | null) => bytes?.toString(encoding) ?? null;
  const [stdout, stderr] = [textOf(result.stdout), textOf(result.stderr)] as [string, string];
  return { ...result, output: [null, stdout, stderr], stdout, stderr };
}

function connect(): { requests: number; answers: number } {
  const folder = mkdtempSync(join(tmpdir(), "snapveil-starter-"));
  const [requests, answers] = [join(folder, "requests"), join(folder, "answers")];
  execFileSync("mkfifo", [requests, answers]);
  spawn(process.execPath, [join(import.meta.dirname, "starter.cjs"), requests, answers], { stdio: "ignore" }).unref();
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
