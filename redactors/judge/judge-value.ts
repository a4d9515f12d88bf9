import type { Confidence } from "../finding.ts";
import type { KeyClass } from "./key-class.ts";
import { firstRule, verdictOf } from "./judge-rule.ts";
import { NamedValue, type ValueRule, type ValueVerdict } from "./named-value.ts";
import { isUnlikely } from "./opinion/opinion.ts";
import type { ValueContext } from "./value-traits.ts";
import { SHAPE_RULES } from "./value-rules/shape-rules.ts";
import { TELLING_RULES } from "./value-rules/telling-rules.ts";

/** Told of each value that was judged, with the name of the rule that decided and the verdict. */
type Watch = (named: NamedValue, rule: string, verdict: ValueVerdict) => void;

let watch: Watch | undefined;

/** Tells `seen` of each value that is judged from now on, for `explain`; `undefined` ends that. */
export function watchJudge(seen: Watch | undefined): void {
  watch = seen;
}

/** Judges whether a value under a name is a secret, and how sure that is; `undefined` if it is none. */
export function judgeValue(key: KeyClass, value: string, place: ValueContext, name = ""): Confidence | undefined {
  const named = new NamedValue(key, value, place, name);
  const rule = firstRule(VALUE_RULES, named);
  const said = (rule === undefined ? undefined : verdictOf(rule, named)) ?? "none";
  const isRefused = said !== "none" && isUnlikely(named);
  watch?.(named, isRefused ? "second opinion" : (rule?.name ?? ""), isRefused ? "none" : said);
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
export const VALUE_RULES: readonly ValueRule[] = [...TELLING_RULES, ...SHAPE_RULES];
