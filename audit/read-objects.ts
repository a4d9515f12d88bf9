import type { Readable } from "node:stream";

import { UserError } from "../kit/user-error.ts";
import type { AuditedRepository } from "./audited-repository.ts";
import { startGit, type RunningGit } from "./git.ts";

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
 * @param input more revisions, for the standard input of `git rev-list`
 */
export async function listObjects(
  repository: AuditedRepository,
  revisions: readonly string[],
  input = "",
): Promise<GitObject[]> {
  // An object that a partial clone never fetched is not here, so it cannot leak from here.
  const lister = startGit(repository, ["rev-list", "--objects", "--missing=allow-any", ...revisions]);
  lister.stdin.end(input);
  const objects = await textObjects(repository, lister.stdout);
  await lister.done;
  return objects;
}

/** The objects of a list that are there and hold text. `lines`: an id each, and behind a blank its path. */
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
    const ended = (rest + (part as string)).split("\n"); // by newlines alone: a path may hold a capabilities return
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

/** Bytes of an object up to which it comes in one piece. */
const WHOLE = 4 << 20;

/**
 * The contents of objects in their order: small objects from one `git cat-file --batch`, each large one as a stream
 * from a git of its own. An object that is gone meanwhile is passed over.
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
    await input.take(1); // the newline behind it
  }
  await git.done;
}

async function* largeObject(repository: AuditedRepository, { type, id }: GitObject): AsyncGenerator<Buffer> {
  const git = startGit(repository, ["cat-file", type, id]);
  git.stdin.end();
  yield* git.stdout as AsyncIterable<Buffer>;
  await git.done;
}

/** Reads lines and counted bytes of git's output. */
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
