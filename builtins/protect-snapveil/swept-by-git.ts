import { dirname, relative } from "node:path";

import { isIn } from "../../kit/files.ts";
import { parseGit } from "../../shell/doors/git.ts";
import { hasOption, parseOptions } from "../../shell/doors/options.ts";
import type { CommandView } from "../block-destructive/rule.ts";
import type { Call } from "../call.ts";
import { safeGit, type SafeGit } from "../safe-git.ts";

/** The most milliseconds that one command of git may take. */
const PATIENCE = 2000;

/** The files that a command of git deletes, stashes or puts back to their last commit. */
interface Swept {
  /** Options of `git ls-files` that list the files without a commit; absent: those that are committed. */
  readonly listed?: readonly string[];
  /** Edits of the files that git tracks are taken, too. */
  readonly takesEdits?: true;
  readonly specs: readonly string[];
  /** Only files in the folder of the command are taken. */
  readonly isBelow?: boolean;
  /** Folders without a file that git tracks are left out. */
  readonly sparesFolders?: boolean;
}

/** Whether a command of git takes away one of the files in which our hooks are registered. */
export function sweptByGit(view: CommandView, registered: readonly string[], io: Call["io"]): boolean {
  const { verb, own, folder } = parseGit(view.own);
  const swept = SWEEPS.get(verb)?.(own, view);
  const at = swept && view.places([folder || "."])[0]?.path;
  if (!swept || at === undefined) return false;
  const files = registered.filter((file) => isMeant(file, swept, at, view));
  const git = files.length === 0 ? undefined : safeGit(io, at, { needsWorktree: true, patience: PATIENCE });
  return git !== undefined && files.some((file) => isIn(file, git.root!) && isSwept(file, git, swept));
}

type Sweep = (own: readonly string[], view: CommandView) => Swept | undefined;

const SWEEPS: ReadonlyMap<string, Sweep> = new Map<string, Sweep>([
  ["clean", cleaned],
  ["stash", stashed],
  [
    "reset",
    (own) => (own.some((word) => /^--(?:hard|merge)$/.test(word)) ? { takesEdits: true, specs: [] } : undefined),
  ],
  ["checkout", checkedOut],
  ["restore", restored],
]);

const UNTRACKED = ["--others", "--exclude-standard"] as const;

/** The files that `git clean` deletes; `undefined` if it only tells these. */
function cleaned(own: readonly string[]): Swept | undefined {
  const given = parseOptions(own, "e --exclude");
  if (given.has("n --dry-run")) return undefined;
  const spared = given.valuesOf("e --exclude").map((one) => `--exclude=${one}`);
  const listed = given.has("x") ? ["--others"] : [...UNTRACKED, ...(given.has("X") ? ["--ignored"] : [])];
  const specs = given.operands;
  const isBelow = specs.length === 0;
  return { listed: [...listed, ...spared], specs, isBelow, sparesFolders: isBelow && !given.has("d") };
}

/** The files that `git stash` takes; `undefined` if it makes no stash. */
function stashed(own: readonly string[]): Swept | undefined {
  const [first = "-"] = own;
  if (!first.startsWith("-") && first !== "push" && first !== "save") return undefined;
  const given = parseOptions(own, "m --message --pathspec-from-file");
  const untracked = given.has("u --include-untracked") ? UNTRACKED : undefined;
  const listed = given.has("a --all") ? ["--others"] : untracked;
  const specs = first === "save" ? [] : given.operands.slice(first === "push" ? 1 : 0);
  return { takesEdits: true, specs, ...(listed && { listed }) };
}

function checkedOut(own: readonly string[], view: CommandView): Swept | undefined {
  const given = parseOptions(own, "bB --orphan --conflict");
  if (given.has("f --force")) return { takesEdits: true, specs: [] };
  const at = own.indexOf("--");
  const specs = at === -1 ? given.operands.filter((word) => view.isThere(word)) : own.slice(at + 1);
  return specs.length > 0 ? { takesEdits: true, specs } : undefined;
}

function restored(own: readonly string[]): Swept | undefined {
  if (hasOption(own, "S", "--staged") && !hasOption(own, "W", "--worktree")) return undefined;
  return { takesEdits: true, specs: parseOptions(own, "s --source --conflict --pathspec-from-file").operands };
}

/** Whether the paths of a command may stand for a file. A pattern may stand for any file. */
function isMeant(file: string, { specs, isBelow }: Swept, at: string, view: CommandView): boolean {
  if (isBelow) return isIn(file, at);
  const named = (spec: string) => view.places([spec.startsWith("/") ? spec : `${at}/${spec}`])[0]?.path;
  const isNamed = (spec: string) => /[*?[:]/.test(spec) || isIn(file, named(spec) ?? file);
  const [not, some] = [specs.filter((spec) => EXCLUDES.test(spec)), specs.filter((spec) => !EXCLUDES.test(spec))];
  return (some.length === 0 || some.some(isNamed)) && !not.some((spec) => isIn(file, named(plain(spec)) ?? at));
}

/** Matches a path of git that leaves files out: `:!dist`, `:(exclude)dist`. */
const EXCLUDES = /^:(?:[!^]|\(exclude\))\/?/;

function plain(spec: string): string {
  return spec.replace(EXCLUDES, "").replace(/\/?\*+$/, "");
}

/** Whether git lists a file among those that a command takes. It counts as listed if git gives no answer. */
function isSwept(file: string, git: SafeGit, { listed, takesEdits, sparesFolders }: Swept): boolean {
  const name = relative(git.root!, file);
  const lists = (options: readonly string[], path: string) => {
    const { status, stdout } = git.run(["ls-files", "-z", ...options, "--", `:(top,literal)${path}`], {}, true);
    return status !== 0 || stdout.length > 0;
  };
  if (listed && lists(listed, name)) return dirname(name) === "." || !sparesFolders || lists([], dirname(name));
  return takesEdits === true && lists([], name) && !isCommitted(name, git);
}

/** Whether the last commit holds a file with a registration of ours, so that it is not lost with the edits. */
function isCommitted(name: string, git: SafeGit): boolean {
  const { status, stdout } = git.run(["cat-file", "blob", `HEAD:${name}`]);
  return status === 0 && stdout.includes("snapveil");
}
