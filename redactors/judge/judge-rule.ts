/** One rule of a judge. The rules of a judge stand in a list, and the first one that holds decides. */
export interface JudgeRule<Asked, Verdict, Sample = unknown> {
  /** A few words by which a test or a person refers to the rule. */
  readonly name: string;
  readonly holds: (asked: Asked) => boolean;
  /** The verdict; for a rule with several verdicts, a function that returns one of them. */
  readonly verdict: Verdict | ((asked: Asked) => Verdict);
  /** A sample that this rule decides: without the rule the verdict is another one. Parts are joined by `⋮`. */
  readonly decides: Sample;
  /** A sample much like `decides` for which the rule does not hold; absent if the rule holds always. */
  readonly spares?: Sample;
}

/** The first rule that holds; `undefined` if no rule holds. */
export function firstRule<Asked, Verdict>(
  rules: readonly JudgeRule<Asked, Verdict>[],
  asked: Asked,
): JudgeRule<Asked, Verdict> | undefined {
  for (const rule of rules) if (rule.holds(asked)) return rule;
  return undefined;
}

/** The verdict of a rule that holds. */
export function verdictOf<Asked, Verdict extends string | object>(
  { verdict }: JudgeRule<Asked, Verdict>,
  asked: Asked,
): Verdict {
  return typeof verdict === "function" ? (verdict as (asked: Asked) => Verdict)(asked) : verdict;
}

/** The verdict of the first rule that holds; `undefined` if no rule holds. */
export function decide<Asked, Verdict extends string | object>(
  rules: readonly JudgeRule<Asked, Verdict>[],
  asked: Asked,
): Verdict | undefined {
  const rule = firstRule(rules, asked);
  return rule === undefined ? undefined : verdictOf(rule, asked);
}
