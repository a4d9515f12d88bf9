import { isLosslessNumber, type Json } from "../../kit/json.ts";
import type { Detector } from "../finding.ts";
import { parseEncodedPart } from "../json/encoded-part.ts";
import { exactDetector } from "../known-values/exact-detector.ts";
import { secretlintDetector } from "./secretlint.ts";

/** The separator between two texts, so that no pattern of a rule matches across both. */
const SEAM = "\n\u0000\n";
/**
 * The least characters of a secret that secretlint found. A shorter text is taken for no secret, since it is part of
 * too many other texts.
 */
const LEAST = 8;

/**
 * Detectors of the texts that secretlint finds in a value, one detector for each kind of secret. secretlint is called
 * once for all texts of the value, since each call costs as much as some kilobytes of text.
 */
export async function lintLeaves(value: Json, skip: ReadonlySet<string> | undefined): Promise<Detector[]> {
  const text = leavesOf(value, skip).join(SEAM);
  const byKind = new Map<string, Set<string>>();
  for (const { kind, span } of text === "" ? [] : await secretlintDetector().find(text, "text")) {
    const found = text.slice(...span);
    if (found.length >= LEAST && !found.includes("\u0000"))
      byKind.set(kind, (byKind.get(kind) ?? new Set()).add(found));
  }
  // The detector is not `isCertain`: rules of secretlint, and not the user, take the texts for secrets. So the findings
  // are weighed.
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
