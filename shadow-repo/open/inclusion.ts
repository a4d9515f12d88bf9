import { existsSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import type { Inclusion } from "../engine.ts";
import { toGitPath, type GitPath } from "../git-path.ts";
import { ignoresCase, settingRules } from "../js/setting-rules.ts";
import { textOfFile } from "../read-disk.ts";

/**
 * Folders of dependencies and of generated files, which are searched only if a pattern names the folder. They hold very
 * many files, and a file in them that looks like a project's own is a sample of a package.
 */
const PASSED_BY: ReadonlySet<string> = new Set([
  ".cache",
  ".gradle",
  ".mypy_cache",
  ".next",
  ".nuxt",
  ".pytest_cache",
  ".tox",
  ".venv",
  "__pycache__",
  "bower_components",
  "node_modules",
  "site-packages",
  "venv",
]);

/** Makes an inclusion of the `alsoRecord` patterns in the user's settings. */
export async function inclusionOf(io: Io, shadow: string, patterns: string): Promise<Inclusion> {
  const rules = await settingRules(io, shadow, patterns);
  const lines = patterns.split("\n").filter((line) => line.trim() !== "" && !/^[#!]/.test(line));
  const named = new Set(lines.flatMap((line) => line.split("/")));
  const enters = (name: string) => !PASSED_BY.has(name) || named.has(name);
  return {
    patterns,
    // If letter case does not matter, one folder could be searched under two spellings, so the whole worktree is
    // searched.
    tops: ignoresCase(io, shadow) ? [""] : topsOf(lines),
    enters,
    fits: (path) => path.split("/").slice(0, -1).every(enters) && rules.ignores(path),
  };
}

/** Joins patterns of the settings into one text: one pattern a line, one character a byte. */
export function patternsText(patterns: readonly string[]): string {
  return toGitPath(patterns.join("\n"));
}

/**
 * The folders in which files can fit: the part of each pattern before its first wildcard. A folder inside another one
 * of the list is left out.
 */
function topsOf(lines: readonly string[]): GitPath[] {
  const tops = lines.map((line) => {
    const names = line.replace(/\/+\s*$/, "").split("/");
    if (names.length < 2) return ""; // the pattern fits at any depth
    const wild = names.findIndex((name) => /[*?[\\]/.test(name));
    const literal = names.slice(0, wild < 0 ? -1 : Math.min(wild, names.length - 1)).filter((name) => name !== "");
    return literal.map((name) => `${name}/`).join("");
  });
  const all = [...new Set(tops)];
  return all.filter((top) => !all.some((other) => other !== top && top.startsWith(other)));
}

/**
 * The file of a shadow repository with every `alsoRecord` pattern that was ever in force. The content of files that fit
 * one of the patterns is never shown.
 */
function fileIn(shadow: string): string {
  return `${shadow}/also-recorded`;
}

/** All `alsoRecord` patterns that were ever in force in this repository. */
function formerPatterns(shadow: string): string[] {
  const lines = existsSync(fileIn(shadow)) ? toGitPath(textOfFile(fileIn(shadow))).split("\n") : [];
  return lines.filter((line) => line !== "");
}

/** Adds patterns to the list of those that were ever in force. Call it before files are recorded by these patterns. */
export function notePatterns({ pid }: Io, shadow: string, patterns: string): void {
  const known = formerPatterns(shadow);
  const all = [...new Set([...known, ...patterns.split("\n")])];
  if (all.length > known.length && existsSync(shadow))
    atomicWrite(fileIn(shadow), Buffer.from(`${all.join("\n")}\n`, "latin1"), { pid, durable: true });
}

/**
 * Gives a test whether the content of a path must never be shown; `undefined` if there never was a pattern. Patterns
 * with `!` are ignored, so the content of the files that such a pattern takes out is not shown either.
 */
export async function withheldBy(
  io: Io,
  shadow: string,
  patterns: string,
): Promise<((path: GitPath) => boolean) | undefined> {
  const lines = [...formerPatterns(shadow), ...patterns.split("\n")].filter((line) => !/^(?:!|$)/.test(line));
  if (lines.length === 0) return undefined;
  const rules = await settingRules(io, shadow, lines.join("\n"));
  return (path) => rules.ignores(path);
}
