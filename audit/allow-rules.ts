import { join, relative, sep } from "node:path";

import { parseAllowLines } from "../redactors/allow/allow-lines.ts";
import type { Fingerprint } from "../redactors/allow/fingerprint.ts";
import { readText } from "./read-text.ts";

/** What the project says is to be left out of an audit. */
export interface AllowRules {
  /** Whether a path, absolute or relative to the root with slashes, is left out. */
  isLeftOut(path: string): boolean;
  readonly kinds: readonly string[];
  readonly values: readonly Fingerprint[];
}

/**
 * Reads `.snapveilignore` and secretlint's `.secretlintignore`, which has patterns of paths alone, at the root. Missing
 * files say nothing.
 */
export function readAllowRules(root: string): AllowRules {
  const { isLeftOut, kinds, values } = parseAllowLines(
    readLines(join(root, ".snapveilignore")),
    readLines(join(root, ".secretlintignore")),
  );
  return {
    kinds,
    values,
    isLeftOut: (path) => isLeftOut(path.startsWith(root) ? relative(root, path).split(sep).join("/") : path),
  };
}

function readLines(file: string): string[] {
  return (readText(file) ?? "").split(/\r?\n/);
}
