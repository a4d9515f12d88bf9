import { existsSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import type { Inclusion } from "../engine.ts";
import { toGitPath, type GitPath } from "../git-path.ts";
import { ignoresCase, settingRules } from "../js/setting-rules.ts";
import { textOfFile } from "../read-disk.ts";

/**
 * Folders of dependencies and of generated files, which are not searched unless a pattern names the folder. They hold a
 * great many files, and a file that looks like a project's own is a package's sample there.
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

/** The meaning of the user's patterns (`alsoRecord`) in a worktree. */
export async function inclusionOf(io: Io, shadow: string, patterns: string): Promise<Inclusion> {
  const rules = await settingRules(io, shadow, patterns);
  const lines = patterns.split("\n").filter((line) => line.trim() !== "" && !/^[#!]/.test(line));
  const named = new Set(lines.flatMap((line) => line.split("/")));
  const enters = (name: string) => !PASSED_BY.has(name) || named.has(name);
  return {
    patterns,
    // In letters of another case a folder would be met by two names.
    tops: ignoresCase(io, shadow) ? [""] : topsOf(lines),
    enters,
    fits: (path) => path.split("/").slice(0, -1).every(enters) && rules.ignores(path),
  };
}

/** The settings' lists as one text, in the letters of paths. */
export function patternsText(patterns: readonly string[]): string {
  return toGitPath(patterns.join("\n"));
}

/** The folder to which each pattern is tied, as far as it has no wildcard; no folder lies in another of the list. */
function topsOf(lines: readonly string[]): GitPath[] {
  const tops = lines.map((line) => {
    const names = line.replace(/\/+\s*$/, "").split("/");
    if (names.length < 2) return ""; // it fits at any depth
    const wild = names.findIndex((name) => /[*?[\\]/.test(name));
    const literal = names.slice(0, wild < 0 ? -1 : Math.min(wild, names.length - 1)).filter((name) => name !== "");
    return literal.map((name) => `${name}/`).join("");
  });
  const all = [...new Set(tops)];
  return all.filter((top) => !all.some((other) => other !== top && top.startsWith(other)));
}

/**
 * The file of a shadow repository with every pattern that was ever in force: content of files that they name is never
 * shown.
 */
function fileIn(shadow: string): string {
  return `${shadow}/also-recorded`;
}

/** The patterns that were in force here at any time; files that some of them took out again stay hidden. */
function formerPatterns(shadow: string): string[] {
  const lines = existsSync(fileIn(shadow)) ? toGitPath(textOfFile(fileIn(shadow))).split("\n") : [];
  return lines.filter((line) => line !== "");
}

/** Writes patterns down before anything is recorded by them. */
export function notePatterns({ pid }: Io, shadow: string, patterns: string): void {
  const known = formerPatterns(shadow);
  const all = [...new Set([...known, ...patterns.split("\n")])];
  if (all.length > known.length && existsSync(shadow))
    atomicWrite(fileIn(shadow), Buffer.from(`${all.join("\n")}\n`, "latin1"), { pid, durable: true });
}

/** Tells the paths whose content is never shown; `undefined` if there never was such a pattern. */
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
