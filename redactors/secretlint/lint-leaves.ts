import { isLosslessNumber, type Json } from "../../kit/json.ts";
import type { Detector } from "../finding.ts";
import { parseEncodedPart } from "../json/encoded-part.ts";
import { exactDetector } from "../known-values/exact-detector.ts";
import { secretlintDetector } from "./secretlint.ts";

/** Separates two texts, so that no pattern of a rule reaches across. */
const SEAM = "\n\u0000\n";
/** The least characters of a secret of secretlint's; a shorter text is none, and is part of too many others. */
const LEAST = 8;

/**
 * Detectors, one for each kind, of the texts that secretlint finds in a value. secretlint is called once for all texts,
 * since each call costs as much as some kilobytes of text.
 */
export async function lintLeaves(value: Json, skip: ReadonlySet<string> | undefined): Promise<Detector[]> {
  const text = leavesOf(value, skip).join(SEAM);
  const byKind = new Map<string, Set<string>>();
  for (const { kind, span } of text === "" ? [] : await secretlintDetector().find(text, "text")) {
    const found = text.slice(...span);
    if (found.length >= LEAST && !found.includes("\u0000"))
      byKind.set(kind, (byKind.get(kind) ?? new Set()).add(found));
  }
  // No `isCertain`: a rule takes the texts for secrets, the user did not name them, so the findings are weighed.
  return [...byKind].map(([kind, values]) => ({ find: exactDetector([...values], kind).find }));
}

function leavesOf(root: Json, skip: ReadonlySet<string> | undefined): string[] {
  const leaves: string[] = [];
  const rest: { value: Json; around: object; key?: string }[] = [{ value: root, around: [] }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, around, key } = next;
    if (typeof value === "string") {
      if (value.length >= LEAST && !isLosslessNumber(value) && parseEncodedPart(value, key, around) !== "media")
        leaves.push(value);
    } else if (Array.isArray(value)) for (const item of value) rest.push({ value: item, around: value });
    else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value))
        if (!skip?.has(key)) rest.push({ value: item, around: value, key });
  }
  return leaves.toReversed();
}
