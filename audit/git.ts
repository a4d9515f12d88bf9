import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

import { simpleGit } from "simple-git";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { sourceEnvironment } from "../shadow-repo/source/git-setting.ts";

/** A repository and the environment in which git looks at it. */
export interface Repository {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The user's repository: their own settings count, for instance which folders are safe; nothing inherited does. */
export function sourceRepository(io: Io, folder: string): Repository {
  return { folder, env: sourceEnvironment(io) };
}

/** Settings by which a repository could make git start a program. */
const SAFE = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "log.showSignature=false"];

/** Asks git what has an answer of some lines. */
export async function askGit({ folder, env }: Repository, args: readonly string[]): Promise<string> {
  const git = simpleGit({
    baseDir: folder,
    config: SAFE,
    allowEnvironment: Object.keys(env), // an environment made from nothing, none of it the caller's
    unsafe: {
      allowUnsafeFsMonitor: true,
      allowUnsafeHooksPath: true,
      allowUnsafePager: true,
      allowUnsafeProtocolOverride: true,
    }, // we turn them off
  }).env({ ...env });
  try {
    return await git.raw([...args]);
  } catch (error) {
    throw failed(args, error instanceof Error ? error.message : "", error);
  }
}

/** A git that is still running. */
interface RunningGit {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it ended well. */
  readonly done: Promise<void>;
}

/** Starts git with pipes at both ends. Wait for `done` once its output is read: a failure is told there only. */
function startGit({ folder, env }: Repository, args: readonly string[]): RunningGit {
  const settings = SAFE.flatMap((setting) => ["-c", setting]);
  const child = spawn("git", ["--no-pager", ...settings, "-C", folder, ...args], { env, windowsHide: true });
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += String(part)));
  child.stdin.on("error", () => {}); // it ended before it read everything; its exit code says why
  const done = new Promise<void>((resolve, reject) => {
    child.on("error", (error) => reject(failed(args, error.message, error)));
    child.on("close", (code) => (code === 0 ? resolve() : reject(failed(args, said || `exit ${code}`))));
  });
  done.catch(() => {}); // whoever waits for it hears of it; the output may be given up before
  return { stdin: child.stdin, stdout: child.stdout, done };
}

function failed([command = ""]: readonly string[], said: string, cause?: unknown): UserError {
  if (/spawn git ENOENT/.test(said)) return new UserError("noGit", [], cause);
  return new UserError("gitFailed", [command, said.trim().split("\n")[0] ?? ""], cause);
}

/** An object with text in it, and the oldest commit, or the first tree, that it was seen in. */
export interface GitObject {
  readonly type: "blob" | "commit" | "tag";
  readonly id: string;
  readonly size: number;
  /** A blob's path; the name of a tag; nothing for a commit. */
  readonly path: string;
  readonly root: string;
}

/** Commits oldest first, each followed by the objects that no earlier one has. */
export const OLDEST_FIRST = ["--reverse", "--in-commit-order"];

/**
 * The blobs and messages behind some revisions, each once, in the order in which they came into the history.
 *
 * @param revisions as `git rev-list` takes them
 * @param input more of them, for its standard input
 */
export async function listObjects(
  repository: Repository,
  revisions: readonly string[],
  input = "",
): Promise<GitObject[]> {
  // What a partial clone never fetched is not here, so nothing of it can leak from here.
  const lister = startGit(repository, ["rev-list", "--objects", "--missing=allow-any", ...revisions]);
  lister.stdin.end(input);
  const objects = await checkObjects(repository, lister.stdout);
  await lister.done;
  return objects;
}

/** Those of some objects that are there and hold text. `lines`: an id each, and behind a blank its path. */
export async function checkObjects(repository: Repository, lines: string | Readable): Promise<GitObject[]> {
  const format = "%(objecttype) %(objectname) %(objectsize) %(rest)";
  const checker = startGit(repository, ["cat-file", `--batch-check=${format}`, "--buffer"]);
  if (typeof lines === "string") checker.stdin.end(lines);
  else lines.pipe(checker.stdin);
  const objects: GitObject[] = [];
  let root = "";
  let inCommits = false;
  let rest = "";
  for await (const part of checker.stdout.setEncoding("utf8")) {
    const ended = (rest + (part as string)).split("\n"); // by newlines alone: a path may hold a carriage return
    rest = ended.pop() ?? "";
    for (const line of ended) {
      const [, type, id = "", size, path = ""] = /^(blob|commit|tag|tree) ([0-9a-f]+) (\d+) ?(.*)$/s.exec(line) ?? [];
      if (type === undefined) continue; // gone since it was listed
      inCommits ||= type === "commit";
      if (type === "commit" || (type === "tree" && path === "" && !inCommits)) root = id;
      if (type !== "tree")
        objects.push({
          type: type as GitObject["type"],
          id,
          size: Number(size),
          path,
          root: type === "tag" ? id : root,
        });
    }
  }
  await checker.done;
  return objects;
}

/** Objects up to this size come in one piece. */
const WHOLE = 4 << 20;

/**
 * The contents of objects in their order: small ones from one `git cat-file --batch`, each large one as a stream from a
 * git of its own. Those that are gone meanwhile are passed over.
 */
export async function* readObjects(
  repository: Repository,
  objects: readonly GitObject[],
): AsyncGenerator<readonly [GitObject, Buffer | AsyncIterable<Buffer>]> {
  const git = startGit(repository, ["cat-file", "--batch", "--buffer"]);
  git.stdin.end(objects.map(({ id, size }) => (size > WHOLE ? "" : `${id}\n`)).join(""));
  const input = new ByteReader(git);
  for (const object of objects) {
    if (object.size > WHOLE) {
      yield [object, largeObject(repository, object)];
      continue;
    }
    const [, type, size] = (await input.line()).split(" ");
    if (type === "missing") continue;
    yield [object, await input.take(Number(size))];
    await input.take(1); // the newline behind it
  }
  await git.done;
}

async function* largeObject(repository: Repository, { type, id }: GitObject): AsyncGenerator<Buffer> {
  const git = startGit(repository, ["cat-file", type, id]);
  git.stdin.end();
  yield* git.stdout as AsyncIterable<Buffer>;
  await git.done;
}

/** Reads lines and counted bytes of what git writes. */
class ByteReader {
  readonly #git: RunningGit;
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(git: RunningGit) {
    this.#git = git;
    this.#chunks = (git.stdout as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    let line = "";
    for (let end = -1; end === -1; ) {
      if (this.#held.length === 0) this.#held = await this.#next();
      end = this.#held.indexOf(10);
      line += this.#held.toString("latin1", 0, end === -1 ? undefined : end);
      this.#held = end === -1 ? Buffer.alloc(0) : this.#held.subarray(end + 1);
    }
    return line;
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let left = count;
    for (; left > this.#held.length; this.#held = await this.#next()) {
      parts.push(this.#held);
      left -= this.#held.length;
    }
    parts.push(this.#held.subarray(0, left));
    this.#held = this.#held.subarray(left);
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  async #next(): Promise<Buffer> {
    const next = await this.#chunks.next();
    if (next.done !== true) return next.value;
    await this.#git.done;
    throw new UserError("gitFailed", ["cat-file", "it ended before its time"]);
  }
}
