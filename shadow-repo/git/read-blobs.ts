import type { Io } from "../../kit/io.ts";
import { runProcess } from "../../kit/run-process.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId } from "../engine.ts";
import type { Place } from "../place.ts";
import { gitFailure, shadowEnvironment, shadowGit, tryShadowGit } from "./shadow-git.ts";

/** The size in bytes of each existing object, by its id. */
export function sizesOf(io: Io, place: Place, ids: readonly ObjectId[]): Map<ObjectId, number> {
  const sizes = new Map<ObjectId, number>();
  if (ids.length === 0) return sizes;
  const output = shadowGit(io, place, ["cat-file", "--batch-check", "--buffer"], {
    input: `${[...new Set(ids)].join("\n")}\n`,
  });
  for (const line of output.toString("latin1").split("\n")) {
    const [id, type, size] = line.split(" ");
    if (id && type && size !== undefined) sizes.set(id, Number(size));
  }
  return sizes;
}

/** The content of each existing blob, by its id; `undefined` if all together are more than `atMost` bytes. */
export function readBlobs(
  io: Io,
  place: Place,
  ids: readonly ObjectId[],
  atMost: number,
): Map<ObjectId, Buffer> | undefined {
  const blobs = new Map<ObjectId, Buffer>();
  const unique = [...new Set(ids)];
  if (unique.length === 0) return blobs;
  const args = ["cat-file", "--batch", "--buffer"];
  // git writes a line with id, type and size before each content.
  const result = tryShadowGit(io, place, args, {
    input: `${unique.join("\n")}\n`,
    maxOutput: atMost + unique.length * 128,
  });
  if (result.error === "ENOBUFS") return undefined;
  if (result.status !== 0) throw gitFailure(args, result);
  const output = result.stdout;
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const [id = "", type, size] = output.toString("latin1", at, end).split(" ");
    if (type === "blob") blobs.set(id, output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + (size === undefined ? 0 : Number(size) + 1); // no content follows "ID missing"
  }
  return blobs;
}

/** Writes the content of a blob to an open file. @throws UserError if the blob is missing */
export function writeBlobTo(io: Io, place: Place, id: ObjectId, fd: number): void {
  const result = runProcess("git", ["cat-file", "blob", id], {
    env: shadowEnvironment(io, place),
    cwd: place.worktree.root,
    output: fd,
    timeout: 0,
    timeLeft: io.timeLeft,
  });
  if (result.status !== 0) throw new UserError("gitFailed", ["cat-file", result.stderr.trim()]);
}
