import { join, relative, sep } from "node:path";

import ignore, { type Ignore } from "ignore";

import { readText } from "../read-text.ts";

/** Ignore rules of a folder and of those above it. The nearest that says something decides, as in git. */
export interface IgnoreChain {
  readonly folder: string;
  readonly rules: Ignore;
  readonly above?: IgnoreChain;
}

/** The chain with a folder's own files added; the chain itself where it has none. */
export function withFolder(
  chain: IgnoreChain | undefined,
  folder: string,
  files: readonly string[],
): IgnoreChain | undefined {
  const texts = files.map((name) => readText(join(folder, name)) ?? "").filter((text) => text.trim() !== "");
  if (texts.length === 0) return chain;
  const rules = ignore();
  for (const text of texts) rules.add(text);
  return { folder, rules, ...(chain && { above: chain }) };
}

/** Whether a path, absolute, is ignored. */
export function isIgnored(chain: IgnoreChain | undefined, path: string, isFolder: boolean): boolean {
  for (let one = chain; one; one = one.above) {
    const below = relative(one.folder, path).split(sep).join("/");
    if (!ignore.isPathValid(below)) continue;
    const { ignored, unignored } = one.rules.test(isFolder ? `${below}/` : below);
    if (ignored || unignored) return ignored;
  }
  return false;
}
