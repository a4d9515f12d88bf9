import type { BigIntStats } from "node:fs";

import { expect, test } from "vitest";

import { asMode, ownerFor } from "../../../../shadow-repo/restore/put/permissions.ts";

type Kind = "file" | "folder";
type Stats = readonly [kind: Kind, uid: bigint, gid: bigint];

const own = { uid: 0n, gid: 0n };
const stats = (of: Stats | undefined) =>
  of && ({ uid: of[1], gid: of[2], isDirectory: () => of[0] === "folder" } as BigIntStats);

test.each<[string, typeof own, Stats | undefined, Stats | undefined, "replaced" | "folder" | "own"]>([
  ["the replaced file's, of another user", own, ["file", 7n, 7n], ["folder", 8n, 8n], "replaced"],
  ["the replaced file's, of another group", own, ["file", 0n, 7n], ["folder", 8n, 8n], "replaced"],
  ["the replaced file's, also root's in another user's folder", own, ["file", 0n, 0n], ["folder", 8n, 8n], "own"],
  ["the user's own, as the replaced file's is", { uid: 7n, gid: 7n }, ["file", 7n, 7n], ["folder", 8n, 8n], "own"],
  ["the folder's, where root replaces a folder", own, ["folder", 7n, 7n], ["folder", 8n, 8n], "folder"],
  ["the folder's, where root makes a new file", own, undefined, ["folder", 8n, 8n], "folder"],
  ["root's, where root makes a new file in root's folder", own, undefined, ["folder", 0n, 8n], "own"],
  ["root's, where the folder is unknown", own, undefined, undefined, "own"],
  ["the user's own, in another user's folder", { uid: 7n, gid: 7n }, undefined, ["folder", 8n, 8n], "own"],
  ["the user's own, in the place of a folder", { uid: 7n, gid: 7n }, ["folder", 9n, 9n], ["folder", 8n, 8n], "own"],
])("a file's owner is %s", (_what, user, replaced, folder, whose) => {
  const [before, above] = [stats(replaced), stats(folder)];
  expect(ownerFor(user, before, above)).toBe(whose === "own" ? undefined : whose === "replaced" ? before : above);
});

test.each([
  [0o644, "100755", 0o755],
  [0o640, "100755", 0o750],
  [0o755, "100644", 0o644],
  [0o744, "100755", 0o744],
  [0o654, "100644", 0o654],
])("permissions %o become those of a file of mode %s", (bits, mode, expected) => {
  expect(asMode(bits, mode).toString(8)).toBe(expected.toString(8));
});
