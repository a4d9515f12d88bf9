import { printable, shortened } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import type { FileContent, ObjectId } from "../../engine.ts";
import { hashOf } from "../../git-object.ts";
import { toText } from "../../git-path.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { takeHunksBack, type ThreeStates } from "./hunks.ts";
import type { PlanItem } from "../plan/plan-item.ts";

/** The most bytes of all contents together that are merged. */
const LARGEST = 24 * 1024 * 1024;

/**
 * Merges files that were edited after the steps: a three-way merge takes the steps' changes out of the present file, so
 * that an edit of other lines stays. If the steps and the edit changed the same lines, or the file cannot be merged,
 * the file's item stays a conflict.
 */
export async function mergeEdits(shadow: Shadow, items: readonly PlanItem[]): Promise<PlanItem[]> {
  const merged: PlanItem[] = [];
  for (const item of items) merged.push((await merge(shadow, item)) ?? item);
  return merged;
}

/** Sentences about merged files, in which the edits of a person or of another session stay. */
export function aboutMerged(items: readonly PlanItem[]): string[] {
  const merged = items.flatMap(({ path, merged, lines, former, base, current, edited }) =>
    merged && !lines && (former === undefined || (!edited && base?.entry?.id !== current?.id))
      ? [{ name: printable(toText(path)), ...merged }]
      : [],
  );
  const shared = merged.flatMap(({ name, other }) => (other === undefined ? [] : [`${name} (${other})`]));
  const edited = merged.flatMap(({ name, other }) => (other === undefined ? [name] : []));
  return [
    ...(shared.length > 0 ? [`Changed by another session, too, and its lines stay: ${shortened(shared)}.`] : []),
    ...(edited.length > 0 ? [`Other lines of ${shortened(edited)} are of other edits, and stay.`] : []),
  ];
}

async function merge(shadow: Shadow, item: PlanItem): Promise<PlanItem | undefined> {
  const { current, target, base, edited, fault } = item;
  if (!edited || fault !== undefined || !current || !target || !base?.entry) return undefined;
  const entries = [current, base.entry, target] as const;
  if (entries.some(({ mode }) => !mode.startsWith("100"))) return undefined;
  const contents = await contentsOf(
    shadow,
    entries.map(({ id }) => id),
  );
  if (!contents) return undefined;
  const [present, after, before] = contents as [Buffer, Buffer, Buffer];
  const taken = takeHunksBack(item.path, inFormerLineEnds({ before, after, present }), "all");
  if (!taken || taken.conflicts.length > 0) return undefined;
  const mode = base.entry.mode === target.mode ? current.mode : target.mode;
  return withContent(shadow, item, { mode, content: taken.content });
}

/**
 * The states of a file for a merge. If the steps turned all line ends into those of the other kind, as formatters do,
 * the states after the steps get the former line ends, since otherwise every line would differ.
 */
function inFormerLineEnds({ before, after, present }: ThreeStates): ThreeStates {
  const former = lineEndsOf(before);
  const own = lineEndsOf(after);
  if (former === undefined || own === undefined || former === own) return { before, after, present };
  const turned = (content: Buffer) => Buffer.from(content.toString("latin1").replace(/\r?\n/g, former), "latin1");
  return { before, after: turned(after), present: turned(present) };
}

/** The line ends of a text, `\n` if it has none; `undefined` if it has both kinds. */
function lineEndsOf(content: Buffer): "\n" | "\r\n" | undefined {
  const text = content.toString("latin1");
  const [all, both] = [text.split("\n").length, text.split("\r\n").length];
  if (both > 1 && both < all) return undefined;
  return both > 1 ? "\r\n" : "\n";
}

/** The plan of a file that gets a merged content, which no tree holds. */
export function withContent({ engine }: Shadow, item: PlanItem, { mode, content }: FileContent): PlanItem {
  return {
    ...item,
    target: { id: hashOf("blob", content, engine.format), mode },
    edited: false,
    merged: { content, base: item.base?.tree ?? item.source },
  };
}

/**
 * The contents of some blobs, in order; `undefined` if a content is lost, or if all contents together are too large.
 */
export async function contentsOf({ engine }: Shadow, ids: readonly ObjectId[]): Promise<readonly Buffer[] | undefined> {
  try {
    const found = await engine.readBlobs(ids, LARGEST);
    const contents = ids.flatMap((id) => found?.get(id) ?? []);
    return contents.length === ids.length ? contents : undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined; // the operation itself reports damaged objects
  }
}

/**
 * Writes a tree with the contents that no other tree holds, and stores its id in the items of these files. A preview
 * shows the difference between the present state and this tree.
 */
export async function withTree({ engine }: Shadow, items: readonly PlanItem[], present: ObjectId): Promise<PlanItem[]> {
  const apart = items.filter(({ merged }) => merged?.isApart);
  if (apart.length === 0) return [...items];
  const tree = await engine.withContents(
    present,
    new Map(apart.map(({ path, target, merged }) => [path, { mode: target!.mode, content: merged!.content }])),
  );
  return items.map((one) => (one.merged?.isApart ? { ...one, merged: { ...one.merged, base: present, tree } } : one));
}
