import type { Finding } from "../../redactors/doors/finding.ts";

/** A finding with all rules that found it. */
export interface JoinedFinding extends Finding {
  readonly rules: readonly string[];
}

/**
 * Joins the findings of both detectors to a list in order, without overlaps. If snapveil's findings lie within one of
 * secretlint's, snapveil's are kept: secretlint reports a whole address, snapveil only its password. Other overlapping
 * findings are merged to one, with the kind of snapveil's finding.
 */
export function joinFindings(own: readonly Finding[], theirs: readonly Finding[]): JoinedFinding[] {
  if (theirs.length === 0) return own.map((one) => ({ ...one, rules: [one.rule] }));
  return overlapping(own, theirs).flatMap(({ ours, others, span }) => {
    const rules = others.map(({ rule }) => rule);
    if (ours.every((one) => others.every((other) => !overlap(one, other) || isWithin(one, other)))) {
      const kept = ours.map((one) => ({ ...one, rules: [...new Set([one.rule, ...rules])] }));
      if (kept.length > 0) return kept;
    }
    const named = (ours[0] ?? others[0]) as Finding;
    return [{ ...named, span, rules: [...new Set([...ours.map(({ rule }) => rule), ...rules])] }];
  });
}

interface Cluster {
  readonly ours: Finding[];
  readonly others: Finding[];
  span: readonly [number, number];
}

/** Groups of findings in order. A finding that overlaps any finding of a group belongs to the group. */
function overlapping(own: readonly Finding[], theirs: readonly Finding[]): Cluster[] {
  const all = [...own.map((one) => [one, true] as const), ...theirs.map((one) => [one, false] as const)].sort(
    ([one], [other]) => one.span[0] - other.span[0],
  );
  const clusters: Cluster[] = [];
  for (const [finding, isOwn] of all) {
    let last = clusters.at(-1);
    if (last === undefined || finding.span[0] >= last.span[1])
      clusters.push((last = { ours: [], others: [], span: finding.span }));
    last.span = [last.span[0], Math.max(last.span[1], finding.span[1])];
    (isOwn ? last.ours : last.others).push(finding);
  }
  return clusters;
}

function overlap({ span: [start, end] }: Finding, { span }: Finding): boolean {
  return start < span[1] && span[0] < end;
}

function isWithin({ span: [start, end] }: Finding, { span }: Finding): boolean {
  return span[0] <= start && end <= span[1];
}
