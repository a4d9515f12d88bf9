/** How sure a rule is. `low` findings rest on context alone; they are not redacted where a rewrite could break code. */
export type Confidence = "high" | "medium" | "low";

/** The position of one found secret in a text. It does not hold the secret, so it is safe in a log. */
export interface Finding {
  /** The rule that found the secret, for instance `github-pat`. */
  readonly rule: string;
  /** The kind of secret, which the marker shows: `[a-z0-9-]+`. */
  readonly kind: string;
  /** `[start, end)` in UTF-16 units of the text that was searched. */
  readonly span: readonly [number, number];
  readonly confidence: Confidence;
  /**
   * The start of the secret's first part, if the secret is split into several: `"ghp_" + "…"`. All parts have the same
   * value here.
   */
  readonly of?: number;
  /**
   * The quote on both sides of a marker that replaces a number in JSON text, so that the text stays JSON. If this JSON
   * is itself in a string, the quote is escaped.
   */
  readonly quote?: string;
}

/** Finds secrets in text. It never throws, and its time is proportional to the text's length. */
export interface Detector {
  /** Findings sorted by start; spans do not overlap. */
  find(text: string): readonly Finding[];
  /**
   * Finds a secret in a whole text by the name of its field, flag or column. `isBundled`: a name like user or host
   * stands beside the text. `isPaired`: the name is the value of another field, as in `{"name": …, "value": …}`.
   */
  findInField?(name: string, value: string, isBundled: boolean, isPaired?: boolean): Finding | undefined;
  /**
   * An identifier that differs between detectors which find different things. It may hold secrets, so it is never
   * written to a file or shown.
   */
  readonly id?: string;
  /**
   * The detector looks for texts or patterns that the user named. So all of its findings are redacted, and `weigh` is
   * not called.
   */
  readonly isCertain?: true;
}

/**
 * Returns those findings of a text that are to be redacted, judged by the text around them.
 * @param at returns the keys and indexes that lead to the text in a JSON value
 */
export type Weigh = (found: readonly Finding[], text: string, at: () => Path) => readonly Finding[];

/** Keys and indexes from the root of a JSON value. */
export type Path = readonly (string | number)[];

/** The rank of each confidence. The surest has the highest rank. */
export const RANK: Readonly<Record<Confidence, number>> = { high: 2, medium: 1, low: 0 };

/**
 * Findings sorted by start. Overlapping findings become one that covers all of them and has the rule and kind of the
 * surest, or of the first among equally sure ones. Findings that only touch stay two.
 */
export function mergeFindings(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const sorted = findings.toSorted((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
  const merged: Finding[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last === undefined || finding.span[0] >= last.span[1]) {
      merged.push(finding);
      continue;
    }
    const surest = RANK[finding.confidence] > RANK[last.confidence] ? finding : last;
    const of = last.of ?? finding.of;
    merged[merged.length - 1] = {
      ...surest,
      span: [last.span[0], Math.max(last.span[1], finding.span[1])],
      ...(of !== undefined && { of }),
    };
  }
  return merged;
}

/** The parts of each secret that is split into several, by the start of the first part. */
export type Parts = ReadonlyMap<number, readonly Finding[]>;

/** Collects the parts of secrets that are split into several. `findings` are sorted by start. */
export function partsOf(findings: readonly Finding[]): Parts {
  const parts = new Map<number, Finding[]>();
  for (const finding of findings) {
    if (finding.of === undefined) continue;
    const others = parts.get(finding.of);
    if (others === undefined) parts.set(finding.of, [finding]);
    else others.push(finding);
  }
  return parts;
}

/** The text of a finding. If the finding is a part of a secret, the text of all its parts, joined. */
export function valueOf(text: string, finding: Finding, parts: Parts): string {
  const all = (finding.of === undefined ? undefined : parts.get(finding.of)) ?? [finding];
  return all.map(({ span }) => text.slice(...span)).join("");
}
