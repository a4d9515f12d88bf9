import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";

import { startGit, type Repository } from "./repository.ts";

/** An object with text in it, and the oldest commit, or the first tree, that it was seen in. */
export interface ListedObject {
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
): Promise<ListedObject[]> {
  // What a partial clone never fetched is not here, so nothing of it can leak from here.
  const lister = startGit(repository, ["rev-list", "--objects", "--missing=allow-any", ...revisions]);
  lister.stdin.end(input);
  const checker = startGit(repository, [
    "cat-file",
    "--batch-check=%(objecttype) %(objectname) %(objectsize) %(rest)",
    "--buffer",
  ]);
  lister.stdout.pipe(checker.stdin);
  const objects: ListedObject[] = [];
  let root = "";
  let inCommits = false;
  for await (const line of linesOf(checker.stdout)) {
    const [, type, id = "", size, path = ""] = /^(blob|commit|tag|tree) ([0-9a-f]+) (\d+) ?(.*)$/s.exec(line) ?? [];
    if (type === undefined) continue; // gone since it was listed
    inCommits ||= type === "commit";
    if (type === "commit" || (type === "tree" && path === "" && !inCommits)) root = id;
    if (type !== "tree")
      objects.push({
        type: type as ListedObject["type"],
        id,
        size: Number(size),
        path,
        root: type === "tag" ? id : root,
      });
  }
  await Promise.all([lister.done, checker.done]);
  return objects;
}

/** The lines of a stream, ended by a newline and nothing else: a path may hold a carriage return. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk as Buffer)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
