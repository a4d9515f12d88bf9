import { editedInPlace, filesChanged, rightsChanged } from "../../shell/doors/effects.ts";
import { namesWith } from "../../shell/doors/programs.ts";
import { hasOption, operandsOf } from "../../shell/doors/options.ts";
import type { PathTarget } from "./places.ts";
import type { CommandView, HarmRule } from "./rule.ts";
import { isKeyFile, isStartFile } from "./start-files.ts";

/** Modes of chmod that take away the owner's right to read files or enter folders. */
const CLOSES = /^0*(?:000|[0-7]?[0-3]\d\d|0)$|^(?:a|u|ugo|ug)?(?:-\w*[rx]\w*|=)$/;

/** Rules for commands that change who may read, change or enter a file, or who may log in. */
export const RIGHTS: readonly HarmRule[] = [
  {
    name: "rights-of-everything",
    level: "catastrophic",
    programs: namesWith("rights"),
    words: [],
    does: "changes the rights or the owner of a whole disk, the system or a home folder, which nothing puts back",
    instead: "Name the files of the project that need it.",
    matches: ({ name, own, places }) => {
      if (!hasOption(own, "R", "--recursive")) return false;
      const [[first = ""], rest] = [operandsOf(own), rightsChanged(name, own)];
      const isHarsh = (
        name === "chmod" ? /^[0-7]?(?:777|000|666|0)$|^a[-=+]|^[-+=]\w*$/ : /^(?:root|nobody|0)(?:[:.]|$)/
      ).test(first);
      const harmed = new Set(places(rest).map(({ kind }) => kind));
      // Users may make themselves the owners of their own home folder, but not of the system's files.
      return harmed.has("everything") && (isHarsh || rest.some((word) => !isOwnHome(word)));
    },
  },
  {
    name: "rights-outside",
    level: "unrecorded",
    programs: namesWith("rights"),
    words: [],
    does: "changes the rights or the owner of all that is in a folder outside of this project, which nothing puts back",
    instead: "Name the files that need it, or leave it to the person.",
    matches: ({ name, own, places, worktree }) =>
      hasOption(own, "R", "--recursive") &&
      places(rightsChanged(name, own)).some(
        // A folder above the worktree has the kind `worktree`, but is outside of the worktree.
        ({ kind, path }) => kind === "outside" || (kind === "worktree" && worktree !== undefined && path !== worktree),
      ),
  },
  {
    name: "rights-of-project",
    level: "all",
    programs: "chmod",
    words: [],
    does: "takes away the right to read or enter all that is in this project, which checkpoints do not record",
    instead: "Name the files that need it.",
    // For chmod, a word such as `-x` is a mode, not an option.
    matches: ({ own, places }) =>
      own.some((word) => /^-\w*R|^--recursive$/.test(word)) &&
      own.some((word) => word.split(",").some((mode) => CLOSES.test(mode))) &&
      places(operandsOf(own)).some(({ kind }) => kind === "worktree"),
  },
  {
    name: "grant-access",
    level: "unrecorded",
    programs: "*",
    byRedirection: "any",
    words: /authorized_keys/,
    does: "changes with which keys people may log in to this account",
    instead: "Show the key to the person, and let them add it.",
    matches: (view) => written(view).some(({ path }) => isKeyFile(path ?? "")),
  },
  {
    name: "change-start-file",
    level: "unrecorded",
    programs: "*",
    byRedirection: "any",
    words:
      /\.bash(?:rc|_\w)|\.profile|bash\.bashrc|\.z(?:sh|pro|log)|\.x(?:pro|init|ses)|\.ssh[\\/]|config\.fish|conf\.d|autostart|systemd[\\/]user|launchagents|profile\.ps1|etc\/(?:profile|zsh)/,
    does: "changes a file of commands that run at each login or start of a shell",
    instead: "Show the line to the person, and let them add it; for this work, set the variable in the command.",
    matches: (view) => written(view).some(({ kind, path }) => isOutside(kind) && isStartFile(path ?? "")),
  },
];

/** The results of `written`, which two rules ask of each command. */
const WRITTEN = new WeakMap<CommandView, readonly PathTarget[]>();

/** The files that a command writes in any way, or edits in place. */
function written(view: CommandView): readonly PathTarget[] {
  let places = WRITTEN.get(view);
  if (places === undefined) WRITTEN.set(view, (places = findWritten(view)));
  return places;
}

function findWritten(view: CommandView): readonly PathTarget[] {
  const { name, own, changed, appends } = view;
  return view.places([
    ...changed.replaced,
    ...changed.emptied,
    ...filesChanged(name, own).appends,
    ...appends,
    ...editedInPlace(name, own),
  ]);
}

function isOutside(kind: PathTarget["kind"]): boolean {
  return kind === "outside" || kind === "everything";
}

function isOwnHome(word: string): boolean {
  return /^(?:~|\$HOME|\$\{HOME\})[\\/]?$/.test(word) || /^\/(?:home|Users)\/[^/]+\/?$/.test(word);
}
