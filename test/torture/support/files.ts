import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";

import { onDisk, type GitPath } from "../../../shadow-repo/git-path.ts";

/**
 * Path → kind, executable bit and bytes. Paths and contents are latin1, one character a byte. A plain copy is the
 * judge.
 */
export type Copy = ReadonlyMap<GitPath, string>;

/** Everything below a folder but `.git` at its top; symlinks are read and never followed. */
export function copyOf(root: string, below: GitPath = ""): Map<GitPath, string> {
  const copy = new Map<GitPath, string>();
  for (const entry of readdirSync(onDisk(root, below), { withFileTypes: true, encoding: "buffer" })) {
    const path = `${below}${(entry.name as unknown as Buffer).toString("latin1")}`;
    if (path === ".git") continue;
    const place = onDisk(root, path);
    if (entry.isDirectory()) for (const [name, value] of copyOf(root, `${path}/`)) copy.set(name, value);
    else if (entry.isSymbolicLink())
      copy.set(path, `link ${readlinkSync(place, { encoding: "buffer" }).toString("latin1")}`);
    else if (entry.isFile())
      copy.set(path, `${lstatSync(place).mode & 0o100 ? "exec" : "file"} ${readFileSync(place, "latin1")}`);
  }
  return copy;
}

/** Folders with nothing in them, which an undo must not leave behind. */
export function emptyFolders(root: string, below: GitPath = ""): GitPath[] {
  const entries = readdirSync(onDisk(root, below), { withFileTypes: true, encoding: "buffer" });
  if (entries.length === 0 && below !== "") return [below];
  return entries.flatMap((entry) => {
    const name = (entry.name as unknown as Buffer).toString("latin1");
    return entry.isDirectory() && !(below === "" && name === ".git") ? emptyFolders(root, `${below}${name}/`) : [];
  });
}

export function equal(one: Copy, other: Copy): boolean {
  return one.size === other.size && [...one].every(([path, value]) => other.get(path) === value);
}

/** What differs, short enough for a failure's message. */
export function differences(actual: Copy, wanted: Copy): string[] {
  const paths = new Set([...actual.keys(), ...wanted.keys()]);
  return [...paths]
    .filter((path) => actual.get(path) !== wanted.get(path))
    .map((path) => `${JSON.stringify(path)}: is ${show(actual.get(path))}, should be ${show(wanted.get(path))}`);
}

function show(value: string | undefined): string {
  return value === undefined
    ? "absent"
    : JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}… (${value.length})` : value);
}

/** Bytes of the copy that a folder no longer holds. */
export function bytesLost(actual: Copy, wanted: Copy): number {
  let lost = 0;
  for (const [path, value] of wanted) if (actual.get(path) !== value) lost += Math.max(1, value.length - 5);
  return lost;
}
