/** @file The first rules for a value: shapes that show at once what a value is, and values that cannot be a secret. */

import {
  ADDRESS,
  BYTES,
  CONTRIBSYS,
  FINGERPRINT,
  isPublicFormat,
  isSealed,
  isTable,
  OTHER_FORMAT,
  TEXT,
} from "../known-formats.ts";
import { NamedValue, type ValueRule } from "../named-value.ts";
import { isLikelier } from "../opinion/opinion.ts";
import { isEncodedPlaceholder, isManualWord, isPlaceholder } from "../placeholder.ts";
import { isSalt, signsIn } from "../salt.ts";
import { isScrambledWord } from "../scrambled-word.ts";
import { isLabel, isNamedPassword, isPassphrase } from "../typed-values.ts";

export const FIRST_RULES: readonly ValueRule[] = [
  // The value is the fingerprint of a public key, as ssh prints it: its digest, whose length tells the algorithm.
  {
    name: "fingerprint",
    holds: ({ value }) => FINGERPRINT.test(value),
    verdict: "none",
    decides: ["api-key", "SHA256:uNiVztksCsDhcc0u9e8BrJQX⋮VUpKZIDTMczCvj3tD2s", "scrambled"],
    spares: ["api-key", "SHA256:uNiVztks", "scrambled"],
  },
  // The value is Base64, as settings and manifests have values, and what it encodes is a placeholder.
  {
    name: "encoded placeholder",
    holds: ({ value }) => isEncodedPlaceholder(value),
    verdict: "none",
    decides: ["password", "ZXhhbXBsZS1h⋮cHAtc2VjcmV0", "quoted"],
    spares: ["password", "ZTdRbTJacjhW⋮bjNUeTZMdzlY", "quoted"],
  },
  // Letters, digits and signs are mixed as neither names nor code mix them.
  {
    name: "scrambled word",
    holds: isScrambledValue,
    verdict: "medium",
    decides: ["password", "abc", "scrambled"],
    spares: ["password", "abc", "bare"],
  },
  // The value is a word for a password, as an interface shows it.
  {
    name: "label",
    holds: ({ head }) => isLabel(head),
    verdict: "none",
    decides: ["password", "Passwort", "beside a user"],
    spares: ["password", "Passwort7!", "beside a user"],
  },
  // The value is binary data, with control characters or their escapes.
  {
    name: "bytes",
    holds: ({ head }) => BYTES.test(head),
    verdict: "none",
    decides: ["secret", "\\x8f3a⋮Zq81Lm20", "quoted"],
    spares: ["secret", "x8f3a⋮Zq81Lm20", "quoted"],
  },
  // Contribsys hands out a user and a password as two numbers.
  {
    name: "two numbers of Contribsys",
    holds: ({ promised, head }) => promised.strength !== "hint" && CONTRIBSYS.test(head),
    verdict: "medium",
    decides: ["secret", "cafebabe:⋮deadbeef", "quoted"],
    spares: ["hint", "cafebabe:⋮deadbeef", "quoted"],
  },
  // A salt of WordPress has all kinds of characters. This rule comes before those for placeholders and code, whose
  // signs a salt holds by chance.
  {
    name: "salt",
    holds: ({ promised, place, head }) => place.quoted && promised.exact && isSalt(head),
    verdict: ({ head }) => (signsIn(head) >= 10 && head.length >= 48 ? "medium" : "low"),
    decides: ["secret", "b!7v⋮)Q2}~;k*9#Lr⋮|w+X8@%zT^4&n=Ge<5⋮,P0-hJ6?cY:u1", "quoted"],
    spares: ["secret", "^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d@$!%*?&]{8,}$", "quoted"],
  },
  // The value is a test password that was not replaced: `rootpassword`. This rule comes before the one for
  // placeholders, which look like such passwords.
  {
    name: "named password",
    holds: ({ promised, head, place }) => isNamedPassword(promised, head, place),
    verdict: "low",
    decides: ["password", "shoppasswd", "setting"],
    spares: ["password", "yourpasswd", "setting"],
  },

  // The value is a placeholder, or a word of a manual.
  {
    name: "placeholder",
    holds: ({ head, place }) => isPlaceholder(head) || (place.quoted && isManualWord(head)),
    verdict: "none",
    decides: ["password", "shop_test", "setting"],
    spares: ["password", "shop_t3st", "setting"],
  },
  // The value is a known text that is no secret; see `OTHER_FORMAT`.
  {
    name: "other format",
    holds: ({ head }) => OTHER_FORMAT.test(head) || isPublicFormat(head),
    verdict: "none",
    decides: ["hint for a secret", "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM1ekND", "quoted"],
    spares: ["hint for a secret", "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t", "quoted"],
  },
  // Several words are a text, unless the name means a password, which may be several words.
  {
    name: "text",
    holds: ({ promised, head }) => promised.strength !== "password" && TEXT.test(head),
    verdict: "none",
    decides: ["secret", "le%20jardin%20vert", "quoted"],
    spares: ["password", "le%20jardin%20vert", "quoted"],
  },
  // A SealedSecret of Kubernetes is encrypted, so it may be published.
  {
    name: "sealed secret",
    holds: ({ value }) => isSealed(value),
    verdict: "none",
    decides: ["secret", "AgBy" + "3i4OJSWK".repeat(90), "bare"],
    spares: ["secret", "AgBy" + "3i4OJSWK".repeat(9), "bare"],
  },
  // On a blockchain, a token is a contract whose address is public.
  {
    name: "address of a chain",
    holds: ({ promised, head }) => promised.kind === "token" && ADDRESS.test(head),
    verdict: "none",
    decides: ["token", "0x" + "5aAeb6053F3E94C9b9A0".repeat(2), "quoted"],
    spares: ["api-key", "0x" + "5aAeb6053F3E94C9b9A0".repeat(2), "quoted"],
  },
  // In the tables of a parser, tokens are parts of a grammar, and no secrets.
  {
    name: "table of a parser",
    holds: ({ promised, head }) => promised.kind === "token" && isTable(head),
    verdict: "none",
    decides: ["token", "%[]{}<>7Kq2Zr8Vn3Ty6Lw9Xd4", "quoted"],
    spares: ["token", "7Kq2Zr8Vn3⋮Ty6Lw9Xd4", "quoted"],
  },
  // Several words are a secret only if they are a passphrase.
  {
    name: "several words",
    holds: ({ head }) => /\s/.test(head),
    verdict: ({ promised, head, place }) => (isPassphrase(promised, head, place) ? "low" : "none"),
    decides: ["password", "the quick marmot", "quoted"],
    spares: ["password", "the-quick-marmot", "quoted"],
  },
];

function isScrambledValue(named: NamedValue): boolean {
  const { promised, value, place } = named;
  // Several words behind a name in quotes are mostly a text of an interface, in whatever language.
  if (place.label !== undefined && /\s/.test(value) && !isLikelier(named)) return false;
  const isOne = place.scrambled ?? (promised.strength === "password" && place.quoted && isScrambledWord(value));
  return isOne && promised.exact && promised.strength !== "hint" && promised.kind !== "token";
}
