import { defined } from "../../../kit/defined.ts";
import { namesIn } from "../../../kit/files.ts";
import { gitEnvironment } from "../../../kit/git-environment.ts";
import type { Io } from "../../../kit/io.ts";
import { inShell } from "../../../kit/in-shell.ts";
import { runProcess } from "../../../kit/run-process.ts";
import { printable } from "../../../kit/text.ts";
import { heldTo, waitingAmongObjects, waitingInGit } from "../../../worktree/doors/git.ts";
import { byBeginning, type StoredCheckpoint } from "../../journal/history.ts";
import { lateInWords } from "../../journal/late-in-words.ts";
import type { Place } from "../../place.ts";
import { headOf, openOperation, refIn } from "../../source/head.ts";
import { undoneStep, type RestoreResult } from "./restore-result.ts";

/** The steps of an operation, and sentences about git: HEAD, unrecorded repositories, and an open merge or rebase. */
export function aboutSteps(
  { worktree }: Place,
  steps: readonly StoredCheckpoint[],
): Pick<RestoreResult, "undone" | "head" | "notes" | "ties"> {
  const turns = new Set(steps.map(({ id }) => id));
  const own = steps.filter(({ turn }) => turn === undefined || !turns.has(turn)).toSorted(byBeginning);
  const before = own.find(({ head }) => head !== undefined)?.head;
  const now = headOf(worktree);
  const hasMoved = before !== undefined && now !== undefined && before !== now;
  const open = steps.length > 0 ? openOperation(worktree) : undefined;
  return {
    undone: own.toReversed().map(undoneStep),
    ties: own.map(({ id, tie, home }) => ({ id, ...defined({ tie, home }) })),
    ...(hasMoved && { head: { before, now } }),
    notes: [
      ...(hasMoved ? [`HEAD has moved since, from ${inWords(before)} to ${inWords(now)}: it stays where it is.`] : []),
      ...own
        .flatMap(({ unreached = [] }) => unreached)
        .map(
          ({ worktree: other, why }) =>
            `In ${printable(other)} this turn is not recorded, and nothing is put back: ${why}`,
        ),
      ...own.flatMap((step) => {
        const late = lateInWords(step);
        return late === undefined ? [] : [own.length > 1 ? `${step.id}: ${late}` : late];
      }),
      ...(open === undefined ? [] : [`A ${open} is open: it stays open, and git status says what is left of it.`]),
    ],
  };
}

/**
 * The sentence about the checked-out branch, if another one was checked out during the steps: it may be the reason why
 * files are as before the steps. `undefined` if the branch is the same or unknown.
 */
export function otherBranch({ worktree }: Place, steps: readonly StoredCheckpoint[]): string | undefined {
  const now = headOf(worktree);
  const heads = steps.flatMap(({ head, headAfter }) => [head ?? [], headAfter ?? []].flat());
  if (now === undefined || heads.length === 0) return undefined;
  return heads.some((head) => refIn(head) === refIn(now))
    ? undefined
    : `another branch is checked out: ${inWords(now)}`;
}

/**
 * A HEAD in words, such as `main (1a2b3c4)`: the short commit alone without a branch, and the branch alone if its
 * commit is unknown or it has none.
 */
function inWords(head: string): string {
  const [ref = "", commit] = head.split(" ");
  if (refIn(head) === undefined) return ref.slice(0, 7);
  const branch = printable(ref.replace(/^refs\/heads\//, ""));
  return commit === undefined ? branch : `${branch} (${commit.slice(0, 7)})`;
}

const STATUS: Readonly<Record<string, string>> = { A: "added", D: "deleted", M: "modified", T: "of another type" };

/** Adds a note about restored files that are still staged, and the command that unstages them. */
export function withStaged(io: Io, { worktree }: Place, result: RestoreResult): RestoreResult {
  const touched = new Set(result.changes.map(({ path }) => path));
  if (touched.size === 0 || (waitingInGit(worktree) ?? waitingAmongObjects(worktree)) !== undefined) return result;
  const { root } = worktree;
  // Do not let git read a split index: git would renew the time of the shared index file, and nothing in .git may
  // change.
  if (namesIn(worktree.gitDir).some((name) => name.startsWith("sharedindex."))) return result;
  // Compare the index with the tree of HEAD. git reads no file of the worktree for it, so no filter and no hook runs.
  const args = [
    "-c",
    "core.fsmonitor=false",
    "diff",
    "--cached",
    "--name-status",
    "--no-renames",
    "--no-ext-diff",
    "-z",
  ];
  const { status, stdout } = runProcess("git", ["-C", root, ...args, "--ignore-submodules=all"], {
    env: { ...gitEnvironment(io.env), ...heldTo(worktree), GIT_OPTIONAL_LOCKS: "0" },
    timeLeft: io.timeLeft,
  });
  if (status !== 0) return result;
  const words = stdout.toString("utf8").split("\0");
  const staged = words.flatMap((path, at) => {
    const how = STATUS[words[at - 1] ?? ""];
    return at % 2 === 1 && how !== undefined && touched.has(path) ? [{ path, how }] : [];
  });
  if (staged.length === 0) return result;
  const list = staged.map(({ path, how }) => `${printable(path)} (${how})`).join(", ");
  // `:/` makes a path relative to the top of the worktree, so the command works in any folder.
  const names = staged.map(({ path }) => inShell(`:/${path}`)).join(" ");
  const note = `Still staged in git's index: ${list}. To unstage: git restore --staged -- ${names}`;
  return { ...result, notes: [...result.notes, note] };
}
