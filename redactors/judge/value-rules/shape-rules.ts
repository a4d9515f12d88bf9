/** @file The other rules for a value: shapes of secrets, code, things with a shape of their own, and all the rest. */

import { isDrawn } from "../drawn.ts";
import { hasOwnShape, isCode } from "../harmless-shapes.ts";
import { judgeHint } from "../judge-hint.ts";
import { judgeMadeUp, judgeNumber } from "../judge-made-up.ts";
import { isBasicPair, isOfGpg } from "../known-formats.ts";
import {
  isFourWords,
  isJoinedPhrase,
  isJoinedWithNumber,
  isGeneratedPhrase,
  isDashedWithNumber,
} from "../made-up-word.ts";
import type { NamedValue, ValueRule } from "../named-value.ts";
import { isLikelier, isLikely } from "../opinion/opinion.ts";
import { PATTERN } from "../salt.ts";
import { isMadeUpCode } from "../scrambled-word.ts";
import { isSigns, isTypedKind } from "../typed-values.ts";

export const SHAPE_RULES: readonly ValueRule[] = [
  // The header of basic authentication holds Base64 of `user:password`.
  {
    name: "basic pair",
    holds: ({ promised, head }) => isBasicPair(promised, head),
    verdict: "medium",
    decides: ["hint for a secret", "ZGV2Okt⋮xMlpyOFZu", "bare"],
    spares: ["hint for a secret", "ZGV2S3E⋮yWnI4Vm4h", "bare"],
  },
  // The value is a password as many people choose it: `amber-nimbus-7806`.
  {
    name: "words and a number",
    holds: ({ promised, head }) => promised.strength === "password" && promised.exact && isDashedWithNumber(head),
    verdict: "medium",
    decides: ["password", "amber-nimbus-⋮7806", "bare"],
    spares: ["password", "amber-nimbus", "bare"],
  },
  // `amber_nimbus_7806` may be a password or a name, so it is a secret only in quotes or among data.
  {
    name: "joined words",
    holds: ({ promised, head, place }) =>
      isTypedKind(promised) && promised.exact && (place.quoted || place.data) && isJoinedWithNumber(head),
    verdict: "low",
    decides: ["secret", "amber_nimbus_⋮7806", "quoted"],
    spares: ["secret", "amber_nimbus_⋮7806", "bare"],
  },
  // The value is a row of words of one case, as a generator of passphrases joins them.
  {
    name: "row of words",
    holds: ({ promised, head, place }) =>
      promised.strength === "password" &&
      promised.exact &&
      isGeneratedPhrase(head) &&
      (place.data || isFourWords(head)),
    verdict: "low",
    decides: ["password", "marble-castle-⋮falcon-river", "bare"],
    spares: ["password", "marble-castle-falcon", "bare"],
  },

  // The value is words that texts about passwords do not have.
  {
    name: "joined nouns",
    holds: ({ promised, head, place }) =>
      promised.strength === "password" && promised.exact && place.data && !place.quoted && isJoinedPhrase(head),
    verdict: "low",
    decides: ["password", "Regenbogen⋮-Kutsche", "data"],
    spares: ["password", "Regenbogen⋮-Kutsche", "bare"],
  },

  // The value is an expression, from which the secret is read or made.
  {
    name: "code",
    holds: (named) =>
      !named.place.quoted &&
      isCode(named.head) &&
      !isMadeUpCode(named.head, named.place) &&
      !isDrawn(named) &&
      !isLikely(named) &&
      !((named.place.record === true || isInEnvironment(named)) && isLikelier(named)),
    verdict: "none",
    decides: ["password", "form.fields2", "data"],
    spares: ["password", "form.fields2", "quoted"],
  },
  // gpg identifies a key by hex digits of its fingerprint, which are public.
  {
    name: "id for gpg",
    holds: isOfGpg,
    verdict: "none",
    decides: ["api-key", "9F3A⋮22C1", "quoted"],
    spares: ["api-key", "9F3A⋮22C17B", "quoted"],
  },
  // The value is an address, a version, a date, a file, or another thing with a shape of its own.
  {
    name: "own shape",
    holds: ({ head }) => hasOwnShape(head),
    verdict: "none",
    decides: ["password", "0x3C6EF372", "data"],
    spares: ["password", "3C6EF372", "data"],
  },
  // The value is a regular expression, which checks passwords.
  {
    name: "regular expression",
    holds: ({ head }) => PATTERN.test(head),
    verdict: "none",
    decides: ["password", "[a-z0-9]{8}$", "quoted"],
    spares: ["password", "az09{8}$", "quoted"],
  },

  // A value that consists of signs is not the name of anything, so it may be a password.
  {
    name: "signs",
    holds: ({ promised, traits, head, place }) => isSigns(promised, traits, head, place),
    verdict: "low",
    decides: ["password", "#)*-&~;_?!", "quoted"],
    spares: ["password", "#)*-&~;_?!", "bare"],
  },
  // A value of digits alone is mostly an ordinary number.
  {
    name: "number",
    holds: ({ traits, head }) => traits.digits === head.length,
    verdict: judgeNumber,
    decides: ["password", "48⋮2913", "quoted"],
    spares: ["password", "48⋮291e", "quoted"],
  },
  // Under a weak name, only a value that can hardly be anything but a key is a secret.
  {
    name: "weak name",
    holds: ({ promised }) => promised.strength === "hint",
    verdict: (named) => (named.promised.exact ? judgeHint(named) : "none"),
    decides: ["inexact hint", "Zq81Lm20Vt7Rb5Kx3Wd9", "quoted"],
    spares: ["api-key", "Zq81Lm20⋮Vt7Rb5Kx3Wd9", "quoted"],
  },
  // The characters of the value are drawn from an alphabet, also where they look like words by chance.
  {
    name: "drawn",
    holds: isDrawn,
    verdict: "medium",
    decides: ["secret", "SCjXFRsuIGaF⋮douprQNv", "bare"],
    spares: ["hint for a secret", "SCjXFRsuIGaF⋮douprQNv", "bare"],
  },
  // Any other value is a secret if a machine made it, or if a person typed it as a password.
  { name: "made up", holds: () => true, verdict: judgeMadeUp, decides: ["api-key", "zq81lm20⋮vt7rb5kx3wd9", "quoted"] },
];

/** Whether a value is alone behind a name in capitals, as in an environment, where no code stands. */
function isInEnvironment({ place }: NamedValue): boolean {
  return place.constant && place.assigned === true;
}
