import type { Readable } from "node:stream";

import { UserError } from "../kit/user-error.ts";
import type { AuditedRepository } from "./audited-repository.ts";
import { startGit, type RunningGit } from "./git.ts";

/** An object with text, and the commit in which it first appears. */
export interface GitObject {
  readonly type: "blob" | "commit" | "tag";
  readonly id: string;
  readonly size: number;
  /** A blob's path, or a tag's name; empty for a commit. */
  readonly path: string;
  readonly root: string;
}

/** Lists commits oldest first; after each commit come its objects that no earlier commit has. */
export const OLDEST_FIRST = ["--reverse", "--in-commit-order"];

/**
 * The blobs and messages in the history of the revisions, each once, in the order in which they first appear.
 * @param revisions as for `git rev-list`
 * @param input further revisions, one on a line
 */
export async function listObjects(
  repository: AuditedRepository,
  revisions: readonly string[],
  input = "",
): Promise<GitObject[]> {
  // Missing objects are allowed, since a partial clone does not have all objects.
  const lister = startGit(repository, ["rev-list", "--objects", "--missing=allow-any", ...revisions]);
  lister.stdin.end(input);
  const objects = await textObjects(repository, lister.stdout);
  await lister.done;
  return objects;
}

/**
 * The blobs, commits and tags of a list; missing objects are skipped.
 * @param lines an id on each line, and after a blank its path
 */
export async function textObjects(repository: AuditedRepository, lines: string | Readable): Promise<GitObject[]> {
  const format = "%(objecttype) %(objectname) %(objectsize) %(rest)";
  const checker = startGit(repository, ["cat-file", `--batch-check=${format}`, "--buffer"]);
  if (typeof lines === "string") checker.stdin.end(lines);
  else lines.pipe(checker.stdin);
  const objects: GitObject[] = [];
  let root = "";
  let inCommits = false;
  let rest = "";
  for await (const part of checker.stdout.setEncoding("utf8")) {
    // Lines end at line feeds only: a path may contain a carriage return.
    const ended = (rest + (part as string)).split("\n");
    rest = ended.pop() ?? "";
    for (const line of ended) {
      const [, type, id = "", size, path = ""] = /^(blob|commit|tag|tree) ([0-9a-f]+) (\d+) ?(.*)$/s.exec(line) ?? [];
      if (type === undefined) continue; // the object was removed after it was listed
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

/** The size in bytes up to which an object is read whole. */
const WHOLE = 4 << 20;

/**
 * Yields the contents of objects in their order: small ones as a buffer from one `git cat-file --batch` for all, large
 * ones as a stream from a git process for each. An object that was removed after it was listed is skipped.
 */
export async function* readObjects(
  repository: AuditedRepository,
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
    await input.take(1); // skips the line feed after the content
  }
  await git.done;
}

async function* largeObject(repository: AuditedRepository, { type, id }: GitObject): AsyncGenerator<Buffer> {
  const git = startGit(repository, ["cat-file", type, id]);
  git.stdin.end();
  yield* git.stdout as AsyncIterable<Buffer>;
  await git.done;
}

/** Reads lines, and blocks of known length, from git's output. */
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
