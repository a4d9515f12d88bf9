import { mostAlikeOf } from "../../alike.ts";
import { sha256 } from "../../../kit/hash.ts";
import type { TreeEntry } from "../../engine.ts";
import { toText } from "../../git-path.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import type { Divided, Piece } from "./divide-file.ts";
import { hunksOf } from "./hunks.ts";
import { contentsOf } from "./merge-edits.ts";

/** The most deleted files that are compared with a new one to find a rename. */
const CANDIDATES = 200;

/** A file and, if it was renamed, the deleted file from which it was made. */
type Renamed = Divided & { readonly other?: Divided };

/**
 * Joins each new file with the deleted file from which it was made, since undoing half of a rename would leave the file
 * twice, or not at all. A file was renamed if its content is equal to that of a deleted file, or has half of the lines
 * in common.
 */
export async function joinRenames(shadow: Shadow, files: readonly Divided[], isTurned: boolean): Promise<Renamed[]> {
  const made = files.filter(({ item, afterSteps }) => afterSteps && !item.target);
  const deletedFiles = files.filter(({ item, afterSteps }) => !afterSteps && item.target).slice(0, CANDIDATES);
  if (made.length === 0 || deletedFiles.length === 0) return [...files];
  const joined = new Map<Divided, Renamed>();
  const taken = new Set<Divided>();
  const take = async (file: Divided, other: Divided | undefined) => {
    if (!other) return;
    taken.add(other);
    joined.set(file, { ...file, pieces: [await pieceOf(shadow, file, other, isTurned)], other });
  };
  for (const file of made)
    await take(
      file,
      deletedFiles.find((one) => !taken.has(one) && one.item.target!.id === file.afterSteps!.id),
    );
  for (const file of made)
    if (!joined.has(file))
      await take(
        file,
        await sourceOf(
          shadow,
          file,
          deletedFiles.filter((one) => !taken.has(one)),
        ),
      );
  return files.filter((file) => !taken.has(file)).map((file) => joined.get(file) ?? file);
}

async function sourceOf(shadow: Shadow, file: Divided, deletedFiles: readonly Divided[]): Promise<Divided | undefined> {
  const isShown = ({ item }: Divided) => !shadow.engine.isWithheld?.(item.path);
  const candidates = deletedFiles.filter((one) => isShown(one) && isRegular(one.item.target));
  if (candidates.length === 0 || !isShown(file) || !isRegular(file.afterSteps)) return undefined;
  const contents = await contentsOf(shadow, [file.afterSteps!.id, ...candidates.map(({ item }) => item.target!.id)]);
  const [own, ...others] = contents ?? [];
  const at = own && mostAlikeOf(own, others);
  return at === undefined ? undefined : candidates[at];
}

function isRegular(entry: TreeEntry | undefined): boolean {
  return entry?.mode.startsWith("100") === true;
}

/** The rename as one piece: both names as git writes them, and every other change in the file. */
async function pieceOf(shadow: Shadow, file: Divided, other: Divided, isTurned: boolean): Promise<Piece> {
  const names = [other, file].map(({ item }) => toText(item.path));
  const [from, to] = isTurned ? names.toReversed() : names;
  const states = [...file.pieces, ...other.pieces].map(({ state }) => state);
  const isSame = file.afterSteps!.id === other.item.target!.id;
  const [before, after] =
    (isSame ? undefined : await contentsOf(shadow, [other.item.target!.id, file.afterSteps!.id])) ?? [];
  const hunks = before && after ? (hunksOf(file.item.path, { before, after, present: after }, isTurned) ?? []) : [];
  return {
    kind: "file",
    former: toText(other.item.path),
    id: sha256(JSON.stringify([...file.pieces, ...other.pieces].map(({ id }) => id))).slice(0, 8),
    state: states.includes("edited") ? "edited" : states.every((state) => state === "gone") ? "gone" : "there",
    patch: [`rename from ${from}\nrename to ${to}\n`, ...hunks.map(({ patch }) => patch)].join(""),
    ...(before && after && { sides: isTurned ? { before: after, after: before } : { before, after } }),
    parts: [],
  };
}
