import type { Finding } from "../../redactors/finding.ts";

/** A finding and every rule that found it. */
export interface JoinedFinding extends Finding {
  readonly rules: readonly string[];
}

/**
 * The findings of both detectors as one list by start, none overlapping another. Where ours lie within one of
 * secretlint's, ours stay: they point at the password, its rules at the whole address. Otherwise its span counts as well.
 */
export function joinFindings(own: readonly Finding[], others: readonly Finding[]): JoinedFinding[] {
  const joined: (JoinedFinding & { rules: string[]; span: readonly [number, number] })[] = own.map((one) => ({ ...one, rules: [one.rule] }));
  for (const other of others) {
    const touched = joined.filter(({ span }) => span[0] < other.span[1] && other.span[0] < span[1]);
    if (touched.length === 0) joined.push({ ...other, rules: [other.rule] });
    const inside = touched.every(({ span }) => other.span[0] <= span[0] && span[1] <= other.span[1]);
    for (const one of touched) if (!one.rules.includes(other.rule)) one.rules.push(other.rule);
    if (touched.length > 0 && !inside) widen(joined, touched, other);
  }
  return joined.sort((one, other) => one.span[0] - other.span[0]);
}

/** All that was touched becomes one, named after the first of them. */
function widen<T extends JoinedFinding>(joined: T[], touched: readonly T[], { span }: Finding): void {
  const from = Math.min(span[0], ...touched.map((one) => one.span[0]));
  const to = Math.max(span[1], ...touched.map((one) => one.span[1]));
  const [first] = touched;
  if (first === undefined) return;
  joined.splice(joined.indexOf(first), 1, { ...first, rules: [...new Set(touched.flatMap(({ rules }) => rules))], span: [from, to] });
  for (const one of touched.slice(1)) joined.splice(joined.indexOf(one), 1);
}
