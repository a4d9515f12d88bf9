import { hunkHead } from "../../kit/hunk-head.ts";
import type { ObjectId, SnapshotEngine, TreeChange } from "../../shadow-repo/engine.ts";
import type { FileText, SecretPlace, Side } from "./api.ts";
import { maskLines, type MaskedLines, type SecretFinder } from "./mask-text.ts";

/** Bytes of one side that are searched whole for secrets; of a longer one only the patch is searched. */
const MOST_SEARCHED = 8 * 1024 * 1024;
/** Bytes of one side that go to the page beside the patch, for colours and for the lines between hunks. */
const MOST_SENT = 512 * 1024;
/** Bytes above which a patch is not sent: no page shows it. */
const MOST_PATCH = 3 * 1024 * 1024;

/** Two trees and one path in which they differ. */
export interface ComparedFile {
  readonly engine: SnapshotEngine;
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly change: TreeChange;
}

/** A side of a file as it is searched. */
interface SideText {
  readonly text: string;
  readonly key: string;
  /** The numbers of its lines if they are not all lines of the file. */
  readonly numbers?: readonly number[];
}

/**
 * The difference of one file with the secrets of both sides masked. Each side is searched whole, since the lines around
 * a value tell its kind; `undefined` if the patch is too long.
 */
export async function fileText(finder: SecretFinder, file: ComparedFile): Promise<FileText | undefined> {
  const patch = await patchOf(file);
  if (patch.length > MOST_PATCH) return undefined;
  const [before, after] = await Promise.all(
    (["before", "after"] as const).map(async (side) => masked(finder, await sideOf(file, side, patch))),
  );
  return {
    patch: maskPatch(withoutHeadings(patch), before, after),
    ...(before?.whole !== undefined && { before: before.whole }),
    ...(after?.whole !== undefined && { after: after.whole }),
    secrets: [...placesOf("before", before), ...placesOf("after", after)],
  };
}

/** The secret that begins at a place, if the file has one there. */
export async function secretAt(
  finder: SecretFinder,
  file: ComparedFile,
  side: Side,
  at: number,
): Promise<string | undefined> {
  if (isWithheld(file)) return undefined;
  const own = await sideOf(file, side, await patchOf(file));
  const found = own && (await finder.secretsIn(own.text, own.key)).find(({ start }) => start === at);
  return found && own.text.slice(found.start, found.end);
}

/** Whether the user had an ignored file recorded without its content being shown. */
export function isWithheld({ engine, change }: ComparedFile): boolean {
  return engine.isWithheld?.(change.path) === true;
}

/** Of a file that became a symlink only the first part. */
async function patchOf({ engine, before, after, change }: ComparedFile): Promise<string> {
  const whole = (await engine.patch(before, after, [change.path], "to read")).toString("utf8");
  const next = whole.indexOf("\ndiff --git ");
  return next < 0 ? whole : whole.slice(0, next + 1);
}

async function sideOf({ engine, change }: ComparedFile, side: Side, patch: string): Promise<SideText | undefined> {
  const entry = change[side];
  if (!entry) return undefined;
  const content = (await engine.readBlobs([entry.id], MOST_SEARCHED))?.get(entry.id);
  if (content) return { text: content.toString("utf8"), key: entry.id };
  const shown = linesOf(patch).flatMap((line) => {
    const number = line[side];
    return number === undefined ? [] : [{ text: line.text, number }];
  });
  return {
    text: shown.map(({ text }) => text).join("\n"),
    key: `${entry.id} ${shown.length}`,
    numbers: shown.map(({ number }) => number),
  };
}

interface MaskedSide {
  readonly byNumber: ReadonlyMap<number, string>;
  readonly places: MaskedLines["places"];
  readonly whole?: string;
}

async function masked(finder: SecretFinder, side: SideText | undefined): Promise<MaskedSide | undefined> {
  if (!side) return undefined;
  const { text, key, numbers } = side;
  const { lines, places } = maskLines(text, await finder.secretsIn(text, key));
  const numberOf = (line: number) => numbers?.[line] ?? line + 1;
  return {
    byNumber: new Map(places.map(({ line }) => [numberOf(line), lines[line]!])),
    places: places.map((place) => ({ ...place, line: numberOf(place.line) })),
    ...(!numbers && text.length <= MOST_SENT && !text.includes("\0") && { whole: lines.join("\n") }),
  };
}

function placesOf(side: Side, found: MaskedSide | undefined): SecretPlace[] {
  return (found?.places ?? []).map((place) => ({ ...place, side }));
}

/** Behind `@@` git writes a line from further above, which may be one of a secret. No line of a file begins so here. */
function withoutHeadings(patch: string): string {
  return patch.replace(/^(@@ -\S+ \+\S+ @@).*/gm, "$1");
}

/** Only lines that hold a secret are another text then. */
function maskPatch(patch: string, before: MaskedSide | undefined, after: MaskedSide | undefined): string {
  if (!before?.byNumber.size && !after?.byNumber.size) return patch;
  const lines = patch.split("\n");
  for (const { at, before: old, after: now } of linesOf(patch)) {
    const clean =
      (now === undefined ? undefined : after?.byNumber.get(now)) ??
      (old === undefined ? undefined : before?.byNumber.get(old));
    if (clean !== undefined) lines[at] = lines[at]![0] + clean;
  }
  return lines.join("\n");
}

interface PatchLine {
  /** Place in the patch, from 0. */
  readonly at: number;
  readonly text: string;
  /** Its numbers on the sides that have it, from 1. */
  readonly before?: number;
  readonly after?: number;
}

/** The lines of the hunks: as many as their heads announce, whatever they look like. */
function linesOf(patch: string): PatchLine[] {
  const found: PatchLine[] = [];
  let [before, after, oldLeft, newLeft] = [0, 0, 0, 0];
  for (const [at, line] of patch.split("\n").entries()) {
    if (oldLeft <= 0 && newLeft <= 0) {
      const head = hunkHead(line);
      if (head) {
        [before, after] = [head.before.start, head.after.start];
        [oldLeft, newLeft] = [head.before.count, head.after.count];
      }
      continue;
    }
    const sign = line[0];
    if (sign === "\\") continue;
    const [isOld, isNew] = [sign !== "+", sign !== "-"];
    found.push({
      at,
      text: line.slice(1),
      ...(isOld && { before: before++ }),
      ...(isNew && { after: after++ }),
    });
    oldLeft -= Number(isOld);
    newLeft -= Number(isNew);
  }
  return found;
}
