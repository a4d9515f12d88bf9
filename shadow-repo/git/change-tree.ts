import { rmSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { FileContent, ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { temporaryIn, type Place } from "../place.ts";
import { durable } from "./installed-git.ts";
import { joinNul, shadowGit } from "./shadow-git.ts";
import { writeTree } from "./update-index.ts";

/** Writes a tree that differs from another one in the contents of some files. */
export function changeTree(io: Io, place: Place, tree: ObjectId, files: ReadonlyMap<GitPath, FileContent>): ObjectId {
  const entries = [...files].map(([path, { mode, content }]) => {
    const id = shadowGit(io, place, [...durable(io, place), "hash-object", "-w", "--stdin"], { input: content });
    return `${mode} ${id.toString("latin1").trim()}\t${path}`;
  });
  const index = temporaryIn(io, place.shadow, "index");
  try {
    shadowGit(io, place, ["read-tree", tree], { index });
    shadowGit(io, place, ["update-index", "-z", "--index-info"], { index, input: joinNul(entries) });
    return writeTree(io, place, index).tree;
  } finally {
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
}
