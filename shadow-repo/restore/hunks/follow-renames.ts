import { inShell } from "../../../kit/in-shell.ts";
import { printable, shortened } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import type { FileContent, ObjectId } from "../../engine.ts";
import { toText, type GitPath } from "../../git-path.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { findRenames } from "../../renames.ts";
import type { PlanItem } from "../plan/plan-item.ts";
import { underNewNames } from "../plan/plan-restore.ts";
import { divide } from "./divide-file.ts";
import { takeHunksBack } from "./hunks.ts";
import { contentsOf, withContent, withTree } from "./merge-edits.ts";

/** The present name of each file that somebody renamed after the steps, by its name after the steps. */
export type Followed = Readonly<Record<GitPath, GitPath>>;

/**
 * Finds files of a plan that somebody renamed after the steps: they are gone, and exist under another name. None if a
 * state has lost contents.
 * @param present the state for which the plan was made
 */
export async function findFollowed(
  { engine }: Shadow,
  items: readonly PlanItem[],
  present: ObjectId,
): Promise<Followed> {
  const gone = items.filter(({ current, base, fault }) => !current && base?.entry && fault === undefined);
  const planned = new Set(items.map(({ path }) => path));
  const found: Record<GitPath, GitPath> = {};
  try {
    for (const tree of new Set(gone.map(({ base }) => base!.tree))) {
      const names = new Set(gone.flatMap(({ path, base }) => (base!.tree === tree ? path : [])));
      const changes = (await engine.diff(tree, present, "")).filter(({ fault }) => fault === undefined);
      const [renames] = await findRenames(engine, [{ pair: [tree, present], changes }]);
      for (const [path, { from }] of renames!) if (names.has(from) && !planned.has(path)) found[from] = path;
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return {}; // the operation itself reports lost contents
  }
  return found;
}

/**
 * Changes the plan so that a file that somebody renamed since is restored under its new name, and keeps that person's
 * edits. If these edits are in the same lines, the file stays as it is, with the reason.
 * @param isExact whether the file gets its former content even if it was edited
 */
export async function followRenames(
  shadow: Shadow,
  items: readonly PlanItem[],
  {
    followed,
    present,
    isExact = false,
  }: { readonly followed: Followed; readonly present: ObjectId; readonly isExact?: boolean | undefined },
): Promise<PlanItem[]> {
  const wanted = Object.fromEntries(
    items.flatMap(({ path, target }) => (target && followed[path] ? [[path, followed[path]]] : [])),
  );
  const moved: PlanItem[] = [];
  for (const item of await underNewNames(shadow.engine, items, wanted, present))
    moved.push(item.former === undefined ? item : await merged(shadow, item, isExact));
  return (await withTree(shadow, moved, present)).toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * Gives the files that somebody renamed since their new names, if they can be divided into hunks of lines. Any other
 * keeps its former name, since it is one piece.
 */
export async function followInHunks(
  shadow: Shadow,
  items: readonly PlanItem[],
  followed: Followed,
  present: ObjectId,
): Promise<PlanItem[]> {
  const renamed = await underNewNames(shadow.engine, items, followed, present);
  const divisible = renamed.map(async (item, at) =>
    item.former === undefined || (await divide(shadow, item, false)).lines ? item : items[at]!,
  );
  return Promise.all(divisible);
}

async function merged(shadow: Shadow, item: PlanItem, isExact: boolean): Promise<PlanItem> {
  const { former, current, target, base } = item;
  const entries = [target!, base!.entry!, current!] as const;
  const fault =
    `it was ${printable(toText(former!))} when the turn ended, and was edited in the same lines since; ` +
    "with --whole it is put back all the same";
  const contents = await contentsOf(
    shadow,
    entries.map(({ id }) => id),
  );
  const unmerged = { ...item, edited: true, fault };
  if (!contents) return unmerged;
  const [before, after, present] = contents as [Buffer, Buffer, Buffer];
  const isEdited = base!.entry!.id !== current!.id;
  const mode = base!.entry!.mode === target!.mode ? current!.mode : target!.mode;
  if (isExact || !isEdited) return { ...apart(shadow, item, { mode, content: before }), edited: isEdited };
  const isText = entries.every((one) => one.mode.startsWith("100"));
  const taken = isText ? takeHunksBack(former!, { before, after, present }, "all") : undefined;
  return taken && taken.conflicts.length === 0 ? apart(shadow, item, { mode, content: taken.content }) : unmerged;
}

/**
 * Gives an item a content that no tree holds under the item's name, and marks it with `isApart`, so that the journal
 * notes the content for a recovery.
 */
function apart(shadow: Shadow, item: PlanItem, file: FileContent): PlanItem {
  const made = withContent(shadow, item, file);
  return { ...made, merged: { ...made.merged!, isApart: true } };
}

/**
 * Sentences about files that were renamed since: those that are restored under their new names, and those that stay.
 */
export function aboutRenamed(items: readonly PlanItem[], followed: Followed): string[] {
  const named = (former: GitPath, path: GitPath) => `${printable(toText(former))} → ${printable(toText(path))}`;
  const back = items.flatMap(({ path, former, fault }) =>
    former === undefined || fault !== undefined ? [] : [named(former, path)],
  );
  const staying = items.flatMap(({ path, target }) => {
    const now = target ? undefined : followed[path];
    return now === undefined ? [] : [{ path, now }];
  });
  const [first] = staying;
  return [
    ...(back.length > 0 ? [`Renamed since, and put back under the new name: ${shortened(back)}.`] : []),
    ...(first
      ? [
          "Made by the turn and renamed since, so it stays: " +
            `${shortened(staying.map(({ path, now }) => named(path, now)))}. To remove it: rm -- ` +
            `${inShell(printable(toText(first.now)))}`,
        ]
      : []),
  ];
}
