import { existsSync } from "node:fs";
import { join } from "node:path";

import ignore from "ignore";

import { leavesOutOfExtension, parseIgnoreLines } from "./ignore-lines.ts";
import { textIn, walkedFiles } from "./walked-files.ts";
import { descriptionIn } from "./workspace-packages.ts";

/** What an extension never holds, or holds whatever its rules say. */
const ALWAYS = ".npmrc\n.yarnrc\npackage-lock.json\nyarn.lock\n.github\n!package.json\n!README.md";

/**
 * The files that `vsce publish` takes from a folder, relative to the folder: those that `files` of package.json names, or
 * all that .vscodeignore does not leave out. It does not read .gitignore.
 * @throws TooSlow if there are more than can be searched
 */
export function filesOfExtension(folder: string): readonly string[] {
  const { files } = descriptionIn(folder) ?? {};
  const rules = join(folder, ".vscodeignore");
  const named = Array.isArray(files) ? files.map((file) => `!${String(file)}`) : undefined;
  const own = existsSync(rules) ? textIn(rules) : named ? [...named, "**"].join("\n") : "";
  const lines = parseIgnoreLines(`${own}\n${ALWAYS}`, "vsce");
  return walkedFiles(folder).filter((file) => !leavesOutOfExtension(lines, file));
}

/**
 * The files that `dart pub publish` takes from a folder with a .pubignore, which stands in the place of .gitignore;
 * `undefined` without one.
 * @throws TooSlow if there are more than can be searched
 */
export function filesByPubignore(folder: string): readonly string[] | undefined {
  const rules = join(folder, ".pubignore");
  if (!existsSync(rules)) return undefined;
  const leftOut = ignore({ ignorecase: false }).add(textIn(rules));
  return walkedFiles(folder).filter((file) => !leftOut.ignores(file));
}
