import { matchesGlob, matchesWhole, parseGlob, segmentsOf, type Glob } from "../../kit/glob.ts";
import { isReadWhole } from "../../shell/doors/script.ts";
import { expandBraces } from "../../shell/doors/values.ts";

/** One pattern of an ignore file of npm or Docker. Of several that match a path the last one counts. */
export interface IgnoreLine {
  /** Whether the line takes a path in (`!path`) instead of leaving it out. */
  readonly takesIn: boolean;
  readonly glob: Glob;
  /** Whether the glob is a name that counts at any depth, as `build` does for npm. */
  readonly isName: boolean;
  /** Whether the line only fits folders (`build/`). */
  readonly ofFolders: boolean;
}

/** What none of the functions here reads as a pattern: `[…]`, `\x`, `!(…)`. */
const BRACKETS = /\[.*?\]|\\.|[!?*+@]\(.*\)|[[\\]/g;

/** Matches a part in braces without braces inside. */
const BRACES = /\{[^{}]*\}/g;

/**
 * The lines of an ignore file. Lines with brackets are read so that too few files are left out, never too many: in a
 * line that takes in a bracket fits any text, and a line that leaves out does not count. Braces that stand for too many
 * patterns are read in the same way.
 */
export function parseIgnoreLines(text: string, program: "npm" | "docker" | "vsce"): IgnoreLine[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, signs = "", whole = ""] = /^\s*(!*)\s*(.*?)\s*$/s.exec(line) ?? [];
    const takesIn = signs.length % 2 === 1;
    const pattern = whole.replace(BRACKETS, "*");
    if (/^$|^#/.test(whole) || (pattern !== whole && !takesIn)) return [];
    if (program !== "npm") return [{ takesIn, glob: parseGlob(pattern), isName: false, ofFolders: false }];
    let patterns = takesIn ? [pattern.toLowerCase().replace(BRACES, "*")] : [];
    isReadWhole(() => (patterns = expandBraces(pattern.toLowerCase())));
    return patterns.map((one) => ({
      takesIn,
      glob: parseGlob(one),
      isName: !one.slice(0, -1).includes("/"),
      ofFolders: one.endsWith("/"),
    }));
  });
}

/** The parts of a relative path, in small letters: npm compares names without regard to case. */
export function partsOfNpm(path: string): string[] {
  return segmentsOf(path.toLowerCase());
}

/** Whether a line of npm's fits a path itself. @param path from the folder of the ignore file */
export function fitsLine({ glob, isName, ofFolders }: IgnoreLine, path: readonly string[], isFolder: boolean): boolean {
  return (isFolder || !ofFolders) && matchesWhole(glob, isName ? path.slice(-1) : path);
}

/** Whether a line of npm's can fit a path below a folder. */
export function leadsInto({ glob, isName }: IgnoreLine, folder: readonly string[]): boolean {
  if (isName) return false;
  const any = glob.indexOf("**");
  if (any >= 0 && any <= folder.length) return matchesWhole(glob.slice(0, any), folder.slice(0, any));
  return glob.length > folder.length && matchesWhole(glob.slice(0, folder.length), folder);
}

/** Whether Docker leaves a file out: a line counts for the path and for all folders above. */
export function leavesOutOfImage(lines: readonly IgnoreLine[], path: string): boolean {
  const parts = segmentsOf(path);
  const last = lines.findLast(({ glob }) => matchesGlob(glob, parts));
  return last !== undefined && !last.takesIn;
}

/**
 * Whether vsce leaves a file out of an extension: a line that takes in counts wherever it stands, and a line whose last
 * part holds a `*` does not count for what lies below.
 */
export function leavesOutOfExtension(lines: readonly IgnoreLine[], path: string): boolean {
  const parts = segmentsOf(path);
  const isFitting = ({ glob }: IgnoreLine) =>
    glob.at(-1)?.includes("*") === true ? matchesWhole(glob, parts) : matchesGlob(glob, parts);
  const fitting = lines.filter(isFitting);
  return fitting.length > 0 && fitting.every(({ takesIn }) => !takesIn);
}
