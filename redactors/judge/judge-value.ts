import type { Confidence } from "../finding.ts";
import { watching } from "../watch-detector.ts";
import { HINT_RULES } from "./judge-hint.ts";
import { partOfMadeUp } from "./judge-made-up.ts";
import { firstRule, verdictOf } from "./judge-rule.ts";
import type { NamedValue, ValueRule } from "./named-value.ts";
import { isUnlikely } from "./opinion/opinion.ts";
import { SHAPE_RULES } from "./value-rules/shape-rules.ts";
import { FIRST_RULES } from "./value-rules/first-rules.ts";

/** Tells of a value that `rule` took for no secret before any rule of the judge was asked. */
export function tellOfNone(named: () => NamedValue, rule: string, way: string): void {
  watching()?.judged(named(), rule, "none", way);
}

/** The rule of a later list to which a rule leaves the verdict, for `explain`; empty if it decides itself. */
export function ruleWithin(rule: string, named: NamedValue): string {
  if (rule === "weak name") return firstRule(HINT_RULES, named)?.name ?? "";
  return rule === "made up" ? partOfMadeUp(named) : "";
}

/**
 * Judges whether a value under a name is a secret, and how sure that is; `undefined` if it is none.
 * @param way how the text joins name and value, for `explain`
 */
export function judgeValue(named: NamedValue, way = ""): Confidence | undefined {
  const rule = firstRule(VALUE_RULES, named);
  const said = (rule === undefined ? undefined : verdictOf(rule, named)) ?? "none";
  const isRefused = said !== "none" && isUnlikely(named);
  watching()?.judged(named, isRefused ? "second opinion" : (rule?.name ?? ""), isRefused ? "none" : said, way);
  return said === "none" || isRefused ? undefined : said;
}

/**
 * The rules for a value; the first one that holds decides. They stand in this order:
 *
 * 1. Shapes that are secrets though a later rule would take them for a text, a placeholder or code.
 * 2. Values that cannot be a secret of this name, whatever else they look like.
 * 3. Shapes in which programs and people write secrets, and which would pass for names or code.
 * 4. Code, and things with a shape of their own. The patterns of this group match some shapes of the third one, too.
 * 5. All other values: by their characters, and by the strength of the name.
 */
export const VALUE_RULES: readonly ValueRule[] = [...FIRST_RULES, ...SHAPE_RULES];
