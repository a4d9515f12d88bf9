import { filesChanged } from "../../shell/doors/effects.ts";
import { columnOf, hasFlag, namesWith } from "../../shell/doors/programs.ts";
import type { PathTarget } from "./places.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** A redirection of output to a file, in the text of a script. */
export const REDIRECTS = /(?<![-=&>\d])>\|?\s*(?![&\s]|\/dev\/(?:null|std|tty))/;

/** Rules for commands that delete a whole disk, home folder or project, or replace a file of the system or of git. */
export const FILES: readonly HarmRule[] = [
  {
    name: "rm-everything",
    level: "catastrophic",
    programs: namesWith("recursive"),
    words: [],
    does: "deletes a whole disk, a home folder, the system, or this project with its repository",
    instead: "Name the files or the subfolder to delete.",
    matches: (view) =>
      isRecursive(view) && removed(view).some(({ kind }) => ["everything", "worktree", "repository"].includes(kind)),
  },
  {
    name: "rm-unset",
    level: "unrecorded",
    programs: namesWith("recursive"),
    words: [],
    does: "deletes a whole disk if its variable is not set, and nothing in this call sets it",
    instead: "Set the variable in the same call, or write `${NAME:?}`, which ends the command where there is no value.",
    matches: (view) =>
      isRecursive(view) &&
      !view.elsewhere &&
      filesChanged(view.name, view.own).deletes.some((word) => word.startsWith("$") && isRootWithout(word, view)),
  },
  {
    name: "write-system",
    level: "unrecorded",
    programs: "*",
    byRedirection: "replaced",
    words: REDIRECTS,
    does: "replaces a file of the system, or one of git's own in the repository",
    instead: "Write the file into the project, and let the person put it there.",
    matches: ({ name, own, writes, places }) => {
      const files = [...writes, ...filesChanged(name, own).writes];
      return files.some(
        (file) =>
          (/^\/(?:etc|boot|bin|sbin|lib|usr|System|Library)\//.test(file) && places([file])[0]?.kind === "outside") ||
          places([file]).some(({ kind }) => kind === "repository"),
      );
    },
  },
];

const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/g;

/** Whether a path is the root, or all that is in it, if none of its variables is set: `$DIR/*`, `${DIR}/$NAME`. */
function isRootWithout(word: string, { variable, mayBeSet }: CommandView): boolean {
  if (!/^\/+(?:\*|\.\*)?$/.test(word.replace(VARIABLE, ""))) return false;
  const names = [...word.matchAll(VARIABLE)].map(([, braced, bare]) => braced ?? bare!);
  return names.every((name) => /^[A-Za-z_]/.test(name) && variable(name) === undefined && !mayBeSet(name));
}

/** The kinds and paths of the files that a command deletes. */
function removed({ name, own, places }: CommandView): readonly PathTarget[] {
  return own.includes("--help") ? [] : places(filesChanged(name, own).deletes);
}

/**
 * Whether a command deletes folders with their files. In a pipeline with `find` any deletion counts as recursive, since
 * `find` prints all files of a folder.
 */
function isRecursive({ name, own, pipeline }: CommandView): boolean {
  return hasFlag(own, columnOf(name, "recursive")) || pipeline.includes("find");
}
