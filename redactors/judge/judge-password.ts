import { decide } from "./judge-rule.ts";
import type { NamedValue, ValueRule, ValueVerdict } from "./named-value.ts";
import { isPasswordShape } from "./password-shapes.ts";
import { isLoneWord, isMixed } from "./typed-values.ts";

/** How sure a typed password is: letters mixed with digits or signs; only letters if user or host stand beside it. */
export function judgePassword(named: NamedValue): ValueVerdict {
  return decide(PASSWORD_RULES, named) ?? "none";
}

/**
 * The rules for a typed password, in the order in which they are asked: the more kinds of characters, the sooner. Each
 * of the first two takes all values of its mixture, also those that it finds too short.
 */
export const PASSWORD_RULES: readonly ValueRule[] = [
  // Letters, digits and signs.
  {
    name: "letters, digits and signs",
    holds: ({ traits }) => traits.letters > 0 && traits.special > 0 && traits.digits > 0,
    verdict: ({ head }) => (head.length >= 6 ? "medium" : "none"),
  },
  // Letters and digits; in code a word with dashes and digits is a name, unless people make passwords so.
  {
    name: "letters and digits",
    holds: ({ traits, head, place }) =>
      traits.letters > 0 && traits.digits > 0 && (traits.dashes === 0 || place.data || isPasswordShape(head)),
    verdict: ({ head, place }) =>
      head.length >= 6 && (place.quoted || place.data || head.length >= 8) ? "medium" : "none",
  },
  // Signs among letters, more than a word has.
  { name: "mixed", holds: ({ traits, head, place }) => isMixed(traits, head, place), verdict: "low" },
  // Words and signs as people put them together.
  { name: "shape", holds: ({ traits, head }) => traits.digits === 0 && isPasswordShape(head), verdict: "low" },
  // Letters and a sign, unless brackets and operators show code.
  {
    name: "letters and signs",
    holds: ({ traits, head, place }) => traits.letters > 0 && traits.special > 0 && head.length >= 8 && isData(place),
    verdict: ({ head }) => (/[a-z]/i.test(head) && !OF_CODE.test(head) ? "low" : "none"),
  },
  // A plain word that a statement gives to the name.
  { name: "lone word", holds: ({ head, place }) => isLoneWord(head, place), verdict: "low" },
  // A value beside a user or a host; that is asked last, since it costs a look around.
  {
    name: "beside a user",
    holds: ({ head, place }) =>
      head.length >= 6 && head.length <= 40 && isData(place) && (place.setting === true || place.bundled()),
    verdict: "low",
  },
];

function isData({ quoted, data }: NamedValue["place"]): boolean {
  return quoted || data;
}

const OF_CODE = /^[<>=!&|?:+*(){}[\]]|[(){}[\]]$/;
