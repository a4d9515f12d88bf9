import type { ObjectId, SnapshotEngine } from "../../shadow-repo/doors/checkpoint.ts";
import { patchOfRenamed } from "../../shadow-repo/doors/look.ts";
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
import type { ComparedChange } from "./checkpoint-view.ts";

/**
 * The largest side of a change, in bytes, that is sent whole in addition to the patch. The page uses it for colours and
 * for the lines between hunks.
 */
const MOST_SENT = 512 * 1024;
/** The largest patch that is sent, in bytes. */
const MOST_PATCH = 3 * 1024 * 1024;

/** Two trees and a path at which they differ. */
export interface ComparedFile {
  readonly engine: SnapshotEngine;
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly change: ComparedChange;
}

/**
 * The patch of a file, in which markers replace secrets; `undefined` if the patch is too long. Both sides are searched
 * whole, since the lines around a value show whether it is a secret.
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

/** The secret that begins at an offset; `undefined` if no secret begins there, or if the file is withheld. */
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

/**
 * Whether the file's content is recorded but never shown. Such a file is ignored by git, and recorded by the setting
 * `alsoRecord`.
 */
export function isWithheld({ engine, change }: Pick<ComparedFile, "engine" | "change">): boolean {
  return [change.path, change.former?.from].some((path) => path !== undefined && engine.isWithheld?.(path));
}

/**
 * The patch of a file. If a file became a link, git prints a deletion and an addition: only the first of these is
 * returned.
 */
async function patchOf({ engine, before, after, change }: ComparedFile): Promise<string> {
  if (change.former) return patchOfRenamed(engine, change, MOST_SEARCHED);
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

/** The whole side of a change, to send in addition to the patch; empty if the side is long or binary. */
function wholeOf(side: Side, found: MaskedSide | undefined): Pick<FileText, Side> {
  const isShort =
    found?.isWhole === true && found.length <= MOST_SENT && !found.lines.some((line) => line.includes("\0"));
  return isShort ? { [side]: found.lines.join("\n") } : {};
}

function placesOf(side: Side, found: MaskedSide | undefined): SecretPlace[] {
  return (found?.places ?? []).map((place) => ({ ...place, side }));
}
