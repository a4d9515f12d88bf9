import type { ObjectId, SnapshotEngine, TreeChange } from "../../shadow-repo/doors/checkpoint.ts";
import {
  maskPatch,
  maskSide,
  MOST_SEARCHED,
  shownSide,
  withoutHeadings,
  type MaskedSide,
  type SecretFinder,
  type SideText,
} from "../../builtins/doors/masking.ts";
import type { FileText, SecretPlace, Side } from "./api.ts";

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

/**
 * The difference of one file with the secrets of both sides masked. Each side is searched whole, since the lines around
 * a value tell its kind; `undefined` if the patch is too long.
 */
export async function fileText(finder: SecretFinder, file: ComparedFile): Promise<FileText | undefined> {
  const patch = await patchOf(file);
  if (patch.length > MOST_PATCH) return undefined;
  const [before, after] = await Promise.all(
    (["before", "after"] as const).map(async (side) => maskSide(finder, await sideOf(file, side, patch))),
  );
  return {
    patch: maskPatch(withoutHeadings(patch), before, after),
    ...wholeOf("before", before),
    ...wholeOf("after", after),
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

/** The patch of one file; of a file that became a symlink only the first part. */
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
  return shownSide(patch, side, entry.id);
}

/** The text of a side that goes to the page beside the patch. */
function wholeOf(side: Side, found: MaskedSide | undefined): Pick<FileText, Side> {
  const isShort =
    found?.isWhole === true && found.length <= MOST_SENT && !found.lines.some((line) => line.includes("\0"));
  return isShort ? { [side]: found.lines.join("\n") } : {};
}

function placesOf(side: Side, found: MaskedSide | undefined): SecretPlace[] {
  return (found?.places ?? []).map((place) => ({ ...place, side }));
}
