import type { ListedHunk } from "../../shadow-repo/doors/restore.ts";
import { toMarker } from "../../redactors/doors/marker.ts";
import { MOST_SEARCHED, maskPatch, maskSide, shownSide, type MaskedSide, type Side } from "./mask-patch.ts";
import type { SecretFinder } from "./mask-text.ts";

/** Redacts hunks, in the same order. Each side of a file is searched as a whole if it is not too large. */
export async function maskHunks(finder: SecretFinder, hunks: readonly ListedHunk[]): Promise<ListedHunk[]> {
  const known = new Map<Buffer, MaskedSide | undefined>(); // hunks of one file share its contents
  const sideOf = async ({ sides, patch }: ListedHunk, side: Side) => {
    const content = sides?.[side];
    if (!content || content.length > MOST_SEARCHED) return maskSide(finder, shownSide(patch, side, patch));
    if (!known.has(content)) known.set(content, await maskSide(finder, { text: content.toString("utf8") }));
    return known.get(content);
  };
  const masked: ListedHunk[] = [];
  for (const hunk of hunks) {
    const [before, after] = [await sideOf(hunk, "before"), await sideOf(hunk, "after")];
    const clean = (patch: string) => maskPatch(patch, before, after);
    masked.push({
      ...hunk,
      patch: clean(hunk.patch),
      parts: hunk.parts.map((part) => ({ ...part, patch: clean(part.patch) })),
      ...(hunk.present !== undefined && { present: await maskPresent(finder, hunk.present, hunk.sides?.present) }),
    });
  }
  return masked;
}

/** Redacts lines of a file; the whole file is searched for secrets. */
async function maskPresent(finder: SecretFinder, lines: string, content: Buffer | undefined): Promise<string> {
  const text = content && content.length <= MOST_SEARCHED ? content.toString("utf8") : lines;
  let masked = lines;
  for (const { start, end, kind } of await finder.secretsIn(text))
    for (const part of text.slice(start, end).split("\n"))
      if (part.trim().length > 3) masked = masked.replaceAll(part, toMarker("typed", kind));
  return masked;
}
