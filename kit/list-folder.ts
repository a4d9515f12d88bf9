import { readdirSync } from "node:fs";

import { nodeBinding } from "./node-binding.ts";

/** What `readdirSync` asks: names, and beside them what each is. Not documented; the same in Node 20 to 26. */
interface Binding {
  readdir(folder: string, encoding: "utf8", withTypes: true): [names: string[], types: number[]] | undefined;
}

/** libuv's number for a folder, and for what the file system does not tell. */
const FOLDER = 2;
const UNKNOWN = 0;

/**
 * The names in a folder, and whether each is a folder itself; a link to one is none. Without the objects that Node makes of
 * them, which it compiles for longer than the system takes to list a project.
 * @throws Error where it cannot be read
 */
export function listFolder(folder: string): { readonly name: string; readonly isFolder: boolean }[] {
  const [names, types] = (!folder.includes("\0") && nodeBinding<Binding>("fs")?.readdir?.(folder, "utf8", true)) || [];
  if (names === undefined || types === undefined || types.includes(UNKNOWN)) return readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  return names.map((name, at) => ({ name, isFolder: types[at] === FOLDER }));
}
