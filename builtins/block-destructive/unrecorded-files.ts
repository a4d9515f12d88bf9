import { isAbsolute, relative, sep } from "node:path";

import { pattern } from "../../kit/word-pattern.ts";
import { isNothingAt } from "./absent.ts";
import { isAgentsNote } from "./agents-notes.ts";
import { REDIRECTS } from "./files.ts";
import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import type { PathTarget } from "./places.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import type { Targets } from "./targets.ts";

/**
 * Matches programs that mostly print, with the options that make them write, and options for an output file outside of
 * the worktree.
 */
const MAY_WRITE = pattern()`
  (?:${REDIRECTS.source})
  |\bsort\s[^\n;|&]{0,99}(?:-\w{0,9}o\b|--output)|\bsed(?=\s)[^\n;|&]{0,99}\s(?:(?:1,\$)?d\s|-[a-zA-Z]{0,4}i|--in-?place)
  |\bawk\s[^\n;|&]{0,99}inplace\b
  |\s(?:-\w{0,3}[of]|--?(?:out[\w-]{0,9}|file)|c\w{0,4}f)[=\s]\s?(?:~\/|\.\.\/|\$|\/(?!dev|tmp))
  |\bffmpeg\s(?:[^\n;|&]{0,99}\s)?-y\b|\bqemu-img\s+create\b|-delete\b
`;

/**
 * The rule for deleted or overwritten files. Files in the worktree are looked up in git later, in
 * `harmed-files.ts`.
 */
export const UNRECORDED: HarmRule = {
  name: "unrecorded-files",
  level: "unrecorded",
  programs: "*",
  byRedirection: "replaced",
  words: MAY_WRITE,
  does: "deletes or overwrites what neither a checkpoint nor a kept copy holds",
  instead: "Move it to a folder beside it instead (`mv`), name only what is built anew, or leave it to the person.",
  matches: (view) => {
    const { outside, inside } = targetsOf(view);
    return outside.length > 0 || inside.length > 0;
  },
  targets: targetsOf,
};

function targetsOf(view: CommandView): Targets {
  const { deleted, replaced, emptied } = view.changed;
  const isKept = ({ kind, path }: Known) => kind !== "device" && !view.isMadeByCall(path);
  const gone = placesOf(view, deleted).filter(({ path }) => !view.isMadeByCall(path));
  const surely = [...gone, ...placesOf(view, emptied).filter(isKept)];
  const perhaps = placesOf(view, replaced).filter((place) => isKept(place) && view.disk.isThere(place.path));
  const all = [...surely, ...perhaps.filter(({ path }) => !isAgentsNote(path, view.home))];
  // `find` in the worktree's top folder may delete every file of the worktree.
  const isInside = ({ kind, path, isContents }: Known) =>
    kind === "inside" || (path === view.worktree && kind === "worktree" && !isContents);
  const inside = (places: readonly Known[], isSurelyThere: boolean) =>
    places.filter(isInside).map(({ path }) => {
      const isBrought = view.isBroughtByCall(path);
      return { path, isSurelyThere, ...(isBrought && { isBrought }) };
    });
  return {
    outside: all.filter((place) => isOutside(place, view)).map(({ path }) => path),
    inside: [...inside(surely, true), ...inside(perhaps, false)],
    isAbsent: (path) => !view.mayBeFilled(path) && isNothingAt(path),
  };
}

type Known = PathTarget & { readonly path: string };

/**
 * The targets of a command's words. If `find` names some files below a folder, this folder is the target, unless it is
 * the whole worktree.
 */
function placesOf(view: CommandView, words: readonly string[]): Known[] {
  const isFound = ({ kind, path }: PathTarget) => kind === "inside" && /[\\/]\{\}$/.test(path ?? "");
  // A word with blanks may be a variable's value that the shell splits. It is taken for one path only if a file with
  // this path exists.
  const isSeveral = ({ path }: PathTarget) => /\s/.test(path ?? "") && !view.disk.isThere(path!);
  return words.flatMap((word) => {
    const some = word.replace(/\/\*\*\/\{\}$/, "");
    const places = view.places([some]).filter((place): place is Known => place.path !== undefined && !isFound(place));
    if (some !== word) return places.filter(({ kind }) => kind !== "worktree");
    return places.length > 1 ? places.filter((place) => !isSeveral(place)) : places;
  });
}

/**
 * Whether the loss of a path outside of the worktree is harm. The loss of a cache in a home folder or of a build's
 * output is none.
 */
function isOutside({ kind, path }: Known, { home }: CommandView): boolean {
  // The loss of a device in `/dev`, such as `/dev/null`, is harm, since the system needs it.
  if (kind === "device") return path.startsWith("/dev/");
  if (kind === "repository") return !/[\\/]index$/.test(path);
  if (kind !== "outside" && kind !== "everything" && kind !== "in repository") return false;
  if (kind === "in repository")
    return !/[\\/]\.git[\\/](?:hooks|info|logs|refs[\\/]remotes|.*\.lock|.*_EDITMSG)/.test(path);
  const below = home === undefined ? undefined : relative(home, path);
  const isBelow = below !== undefined && below !== "" && !below.startsWith("..") && !isAbsolute(below);
  return !isMadeAgain(isBelow ? slashed(below) : slashed(path).slice(1), true);
}

export function slashed(path: string): string {
  return path.split(sep).join("/");
}
