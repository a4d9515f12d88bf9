import { decide } from "./judge-rule.ts";
import type { NamedValue, ValueRule, ValueVerdict } from "./named-value.ts";
import { isLikelyChosen } from "./opinion/opinion.ts";
import { isPasswordShape } from "./password-shapes.ts";
import { isLoneWord, isMixed } from "./typed-values.ts";

/**
 * Judges a typed password, which has letters mixed with digits or signs. Letters alone are a password only if a
 * statement assigns them, or if a name like user or host stands beside them.
 */
export function judgePassword(named: NamedValue): ValueVerdict {
  return decide(PASSWORD_RULES, named) ?? "none";
}

/**
 * The rules for a typed password, in the order in which they are tried: first the values with the most kinds of
 * characters. The first two rules also reject values that are too short.
 */
export const PASSWORD_RULES: readonly ValueRule[] = [
  {
    name: "letters, digits and signs",
    holds: ({ traits }) => traits.letters > 0 && traits.special > 0 && traits.digits > 0,
    verdict: ({ head }) => (head.length >= 6 ? "medium" : "none"),
    decides: ["password", "blue-k⋮!tten9", "quoted"],
    spares: ["password", "blue-k!tten", "quoted"],
  },
  // In code, a word with dashes and digits is a name, unless it has the shape of a password.
  {
    name: "letters and digits",
    holds: ({ traits, head, place }) =>
      traits.letters > 0 && traits.digits > 0 && (traits.dashes === 0 || place.data || isPasswordShape(head)),
    verdict: ({ head, place }) =>
      head.length >= 6 && (place.quoted || place.data || head.length >= 8) ? "medium" : "none",
    decides: ["password", "monkey⋮47", "bare"],
    spares: ["password", "monkey-47", "bare"],
  },
  // The value has more signs among its letters than a word has, perhaps brackets or letters beyond ASCII.
  {
    name: "mixed",
    holds: ({ traits, head, place }) => isMixed(traits, head, place),
    verdict: "low",
    decides: ["password", "]kWq!#Zr⋮%~Vn+=Ty]", "quoted"],
    spares: ["password", "]kWq!#Zr⋮%~Vn+=Ty]", "bare"],
  },
  // The value has a shape in which people combine words and signs into a password.
  {
    name: "shape",
    holds: ({ traits, head }) => traits.digits === 0 && isPasswordShape(head),
    verdict: "low",
    decides: ["password", "kJhG⋮tRwQ", "bare"],
    spares: ["password", "kjhgtrwq", "bare"],
  },
  // The value has letters and a sign, and no brackets or operators as code has.
  {
    name: "letters and signs",
    holds: ({ traits, head, place }) => traits.letters > 0 && traits.special > 0 && head.length >= 8 && isData(place),
    verdict: ({ head }) => (/[a-z]/i.test(head) && !OF_CODE.test(head) ? "low" : "none"),
    decides: ["password", "kite&⋮harbour", "quoted"],
    spares: ["password", "kite&⋮harbour", "bare"],
  },
  // The value is a plain word that a statement assigns to the name.
  {
    name: "lone word",
    holds: ({ name, head, place }) => isLoneWord(head, place) && !/passwords$/i.test(name),
    verdict: "low",
    decides: ["password", "marmot", "assigned"],
    spares: ["password", "marmot", "bare"],
  },
  // The value has letters, digits and a sign, and the forest of the second opinion is sure enough.
  {
    name: "likely by its looks",
    holds: isLikelyChosen,
    verdict: "low",
    decides: ["password", "Tarn_vole⋮8", "quoted"],
    spares: ["password", "Tarn_vole", "quoted"],
  },
  // The value stands beside the name of a user or host. This rule is last, since `bundled` searches the text around the
  // value.
  {
    name: "beside a user",
    holds: ({ head, place }) =>
      head.length >= 6 && head.length <= 40 && isData(place) && (place.setting === true || place.bundled()),
    verdict: "low",
    decides: ["password", "harbour", "beside a user"],
    spares: ["password", "harbour", "quoted"],
  },
];

function isData({ quoted, data }: NamedValue["place"]): boolean {
  return quoted || data;
}

const OF_CODE = /^[<>=!&|?:+*(){}[\]]|[(){}[\]]$/;
