import type { Confidence } from "../finding.ts";
import { hasOwnShape, isCode } from "./harmless-shapes.ts";
import { judgeHint } from "./judge-hint.ts";
import { judgeMadeUp, judgeNumber, KEY_64 } from "./judge-made-up.ts";
import type { KeyClass } from "./key-class.ts";
import {
  ADDRESS,
  BYTES,
  CONTRIBSYS,
  FINGERPRINT,
  isBasicPair,
  isPublicFormat,
  isSealed,
  isTable,
  OF_GPG,
  OTHER_FORMAT,
  TEXT,
} from "./known-formats.ts";
import { firstRule, verdictOf } from "./judge-rule.ts";
import { isFourWords, isJoinedNouns, isJoinedWords, isWordRow, isWordsAndNumber } from "./made-up-word.ts";
import { NamedValue, type ValueRule, type ValueVerdict } from "./named-value.ts";
import { isLikelier, isLikely, isUnlikely } from "./opinion/opinion.ts";
import { isEncodedPlaceholder, isManualWord, isPlaceholder } from "./placeholder.ts";
import { isSalt, PATTERN, signsIn } from "./salt.ts";
import { isMadeUpCode, isScrambledWord } from "./scrambled-word.ts";
import { isLabel, isNamedPassword, isPassphrase, isSigns, isTypedKind } from "./typed-values.ts";
import type { ValueContext } from "./value-traits.ts";

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
export const VALUE_RULES: readonly ValueRule[] = [
  // The value is the fingerprint of a public key, as ssh prints it: its digest, whose length tells the algorithm.
  { name: "fingerprint", holds: ({ value }) => FINGERPRINT.test(value), verdict: "none" },
  // The value is Base64, as settings and manifests have values, and what it encodes is a placeholder.
  { name: "encoded placeholder", holds: ({ value }) => isEncodedPlaceholder(value), verdict: "none" },
  // Letters, digits and signs are mixed as neither names nor code mix them.
  { name: "scrambled word", holds: isScrambled, verdict: "medium" },
  // The value is a word for a password, as an interface shows it.
  { name: "label", holds: ({ head }) => isLabel(head), verdict: "none" },
  // The value is binary data, with control characters or their escapes.
  { name: "bytes", holds: ({ head }) => BYTES.test(head), verdict: "none" },
  // Contribsys hands out a user and a password as two numbers.
  { name: "contribsys", holds: ({ key, head }) => key.strength !== "hint" && CONTRIBSYS.test(head), verdict: "medium" },
  // A salt of WordPress has all kinds of characters. This rule comes before those for placeholders and code, whose
  // signs a salt holds by chance.
  {
    name: "salt",
    holds: ({ key, place, head }) => place.quoted && key.exact && isSalt(head),
    verdict: ({ head }) => (signsIn(head) >= 10 && head.length >= 48 ? "medium" : "low"),
  },
  // The value is a test password that was not replaced: `rootpassword`. This rule comes before the one for
  // placeholders, which look like such passwords.
  { name: "named password", holds: ({ key, head, place }) => isNamedPassword(key, head, place), verdict: "low" },

  // The value is a placeholder, or a word of a manual.
  {
    name: "placeholder",
    holds: ({ head, place }) => isPlaceholder(head) || (place.quoted && isManualWord(head)),
    verdict: "none",
  },
  // The value is a known text that is no secret; see `OTHER_FORMAT`.
  { name: "other format", holds: ({ head }) => OTHER_FORMAT.test(head) || isPublicFormat(head), verdict: "none" },
  // Several words are a text, unless the name means a password, which may be several words.
  { name: "text", holds: ({ key, head }) => key.strength !== "password" && TEXT.test(head), verdict: "none" },
  // A SealedSecret of Kubernetes is encrypted, so it may be published.
  { name: "sealed secret", holds: ({ value }) => isSealed(value), verdict: "none" },
  // On a blockchain, a token is a contract whose address is public.
  { name: "address of a chain", holds: ({ key, head }) => key.kind === "token" && ADDRESS.test(head), verdict: "none" },
  // In the tables of a parser, tokens are parts of a grammar, and no secrets.
  { name: "table of a parser", holds: ({ key, head }) => key.kind === "token" && isTable(head), verdict: "none" },
  // Several words are a secret only if they are a passphrase.
  {
    name: "several words",
    holds: ({ head }) => /\s/.test(head),
    verdict: ({ key, head, place }) => (isPassphrase(key, head, place) ? "low" : "none"),
  },

  // The header of basic authentication holds Base64 of `user:password`.
  { name: "basic pair", holds: ({ key, head }) => isBasicPair(key, head), verdict: "medium" },
  // Keys of Azure's stores are 64 bytes in Base64. This rule comes before the one for code, which may begin with `+`.
  {
    name: "key of 64 bytes",
    holds: ({ key, value }) => key.strength === "secret" && KEY_64.test(value),
    verdict: "medium",
  },
  // The value is a password as many people choose it: `amber-nimbus-7806`.
  {
    name: "words and a number",
    holds: ({ key, head }) => key.strength === "password" && key.exact && isWordsAndNumber(head),
    verdict: "medium",
  },
  // `amber_nimbus_7806` may be a password or a name, so it is a secret only in quotes or among data.
  {
    name: "joined words",
    holds: ({ key, head, place }) =>
      isTypedKind(key) && key.exact && (place.quoted || place.data) && isJoinedWords(head),
    verdict: "low",
  },
  // The value is a row of words of one case, as a generator of passphrases joins them.
  {
    name: "row of words",
    holds: ({ key, head, place }) =>
      key.strength === "password" && key.exact && isWordRow(head) && (place.data || isFourWords(head)),
    verdict: "low",
  },

  // The value is words that texts about passwords do not have.
  {
    name: "joined nouns",
    holds: ({ key, head, place }) =>
      key.strength === "password" && key.exact && place.data && !place.quoted && isJoinedNouns(head),
    verdict: "low",
  },

  // The value is an expression, from which the secret is read or made.
  {
    name: "code",
    holds: (named) =>
      !named.place.quoted &&
      isCode(named.head) &&
      !isMadeUpCode(named.head, named.place) &&
      !isLikely(named) &&
      !(named.place.record === true && isLikelier(named)),
    verdict: "none",
  },
  // gpg identifies a key by eight hex digits, which are public.
  { name: "id for gpg", holds: ({ key, head }) => key.kind === "api-key" && OF_GPG.test(head), verdict: "none" },
  // The value is an address, a version, a date, a file, or another thing with a shape of its own.
  { name: "own shape", holds: ({ head }) => hasOwnShape(head), verdict: "none" },
  // The value is a regular expression, which checks passwords.
  { name: "regular expression", holds: ({ head }) => PATTERN.test(head), verdict: "none" },

  // A value that consists of signs is not the name of anything, so it may be a password.
  { name: "signs", holds: ({ key, traits, head, place }) => isSigns(key, traits, head, place), verdict: "low" },
  // A value of digits alone is mostly an ordinary number.
  { name: "number", holds: ({ traits, head }) => traits.digits === head.length, verdict: judgeNumber },
  // Under a weak name, only a value that can hardly be anything but a key is a secret.
  {
    name: "weak name",
    holds: ({ key }) => key.strength === "hint",
    verdict: (named) => (named.key.exact ? judgeHint(named) : "none"),
  },
  // Any other value is a secret if a machine made it, or if a person typed it as a password.
  { name: "made up", holds: () => true, verdict: judgeMadeUp },
];

function isScrambled(named: NamedValue): boolean {
  const { key, value, place } = named;
  // Several words behind a name in quotes are mostly a text of an interface, in whatever language.
  if (place.label !== undefined && /\s/.test(value) && !isLikelier(named)) return false;
  const isOne = place.scrambled ?? (key.strength === "password" && place.quoted && isScrambledWord(value));
  return isOne && key.exact && key.strength !== "hint" && key.kind !== "token";
}
