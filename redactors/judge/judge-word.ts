import { isVendor } from "../rules/vendors.ts";
import { decide, type JudgeRule } from "./judge-rule.ts";
import type { KeyClass } from "./key-class.ts";
import {
  ASKS,
  CLIENT,
  HASHED,
  HINT,
  ID_OF,
  KEY_OF,
  NOTHING_OPENS,
  NOT_KEY_OF,
  NO_PASSWORD,
  OWN_KEYS,
  PARTS_OF_PASSWORD,
  PASSWORD,
  PASSWORDS,
  SECRET,
} from "./telling-words.ts";
import { isTranslated } from "./translated.ts";

type Judgement = Omit<KeyClass, "exact" | "typed">;

/** A word of a name, with the words around it. */
interface Word {
  readonly word: string;
  /** The word before `word`; empty if `word` is the first one. */
  readonly before: string;
  /** All words of the name. */
  readonly words: readonly string[];
}

/** A rule for a word. The verdict `none` means that the word promises no secret, and that later rules are not tried. */
type WordRule = JudgeRule<Word, Judgement | "none">;

/**
 * The secret that one word of a name promises; `none` if the word shows that the name promises none, whatever the words
 * before it are; `undefined` if the word says nothing.
 */
export function judgeWord(word: Word): Judgement | "none" | undefined {
  return decide(WORD_RULES, word);
}

const PASSWORD_NAME: Judgement = { strength: "password", kind: "password" };
const API_KEY: Judgement = { strength: "secret", kind: "api-key" };
const PRIVATE_KEY: Judgement = { strength: "secret", kind: "private-key" };
const TOKEN: Judgement = { strength: "secret", kind: "token" };
const SECRET_NAME: Judgement = { strength: "secret", kind: "secret" };
const CLIENT_ID: Judgement = { strength: "secret", kind: "client-id" };

/**
 * The judgement of a name that means a secret only together with a service: `secret` if `words` hold a service that
 * issues credentials, otherwise `hint`.
 */
function byVendor(kind: string, words: readonly string[]): Judgement {
  return { strength: words.some(isVendor) ? "secret" : "hint", kind };
}

/**
 * The rules for a word of a name; the first rule that holds decides. An exception comes before the rule that it limits.
 * Words for a password come first, since a word like `passwordkey` ends as words of a later rule do. Weak words come
 * last, since they may be in a name of any other kind.
 */
export const WORD_RULES: readonly WordRule[] = [
  // Contribsys hands out a user and a password as one value, whatever its name.
  { name: "contribsys", holds: ({ words }) => words.includes("contribsys"), verdict: PASSWORD_NAME },
  // `ask-password` is a switch and `NO_PASSWORD` an error: no secrets.
  { name: "asks for a password", holds: ({ word, before }) => isPassword(word) && ASKS.has(before), verdict: "none" },
  { name: "password", holds: ({ word }) => isPassword(word), verdict: PASSWORD_NAME },
  // Two words that mean a password: `pass_phrase`, `bind_credentials`.
  {
    name: "password in two words",
    holds: ({ word, before }) => PARTS_OF_PASSWORD.get(before)?.test(word) ?? false,
    verdict: PASSWORD_NAME,
  },
  {
    name: "hash of a password",
    holds: ({ word, before }) => HASHED.has(word) && (isPassword(before) || before === "pass"),
    verdict: { strength: "secret", kind: "password-hash" },
  },
  {
    name: "pass",
    holds: ({ word, before }) => word === "pass" && !NO_PASSWORD.has(before),
    verdict: PASSWORD_NAME,
  },

  { name: "key", holds: ({ word }) => /^keys?\d?$/.test(word), verdict: judgeKeyWord },
  { name: "keys of Duo", holds: ({ word }) => word === "skey" || word === "akey", verdict: API_KEY },
  { name: "login of Sonar", holds: ({ word, before }) => word === "login" && before.endsWith("sonar"), verdict: TOKEN },

  // `phpsessid` is a secret; a bare `sessionid` is only a hint.
  {
    name: "id of a session",
    holds: ({ word }) => /sess(?:ion)?id$/.test(word) && word !== "sessionid",
    verdict: { strength: "secret", kind: "cookie" },
  },
  // One word that ends with `key`: `accesskey`, `stripekey`.
  {
    name: "key with its owner",
    holds: ({ word }) => word.endsWith("key") && OWN_KEYS.some((owner) => word.endsWith(owner, word.length - 3)),
    verdict: API_KEY,
  },
  {
    name: "key with its vendor",
    holds: ({ word }) => word.length > 5 && word.endsWith("key") && isVendor(word.slice(0, -3)),
    verdict: API_KEY,
  },
  { name: "private key", holds: ({ word }) => word.endsWith("privatekey"), verdict: PRIVATE_KEY },
  // `nextToken` is a position in a list, and `jsonwebtoken` a library.
  {
    name: "token that opens nothing",
    holds: ({ word, before }) => (word === "token" && NOTHING_OPENS.has(before)) || word === "jsonwebtoken",
    verdict: "none",
  },
  {
    name: "token",
    holds: ({ word }) => word.endsWith("token") || word === "tkn" || word === "tok",
    verdict: TOKEN,
  },

  // In Kubernetes, `existingSecret` and `imagePullSecret` are the names of other objects.
  {
    name: "name of a Secret",
    holds: ({ word, before }) => /^secrets?$/.test(word) && (before === "existing" || before === "pull"),
    verdict: "none",
  },
  { name: "secret", holds: ({ word }) => /secrets?$/.test(word), verdict: SECRET_NAME },
  { name: "word for a secret", holds: ({ word }) => SECRET.has(word), verdict: SECRET_NAME },

  // A `code` with other words, as `error_code`, is no secret. A bare `code` may be one.
  { name: "code of a thing", holds: ({ word, words }) => word === "code" && words.length > 1, verdict: "none" },
  // In Consul and Nomad, a `SecretID` is the UUID that works as a token.
  {
    name: "id of a secret",
    holds: ({ word, before }) => word === "secretid" || (word === "id" && before === "secret"),
    verdict: { strength: "hint", kind: "token" },
  },
  // A service hands out a client's id together with its secret, as one half of the credentials.
  {
    name: "id of a client",
    holds: ({ word, before, words }) =>
      ((word === "id" && CLIENT.has(before)) || word === "clientid" || word === "accessid") && words.some(isVendor),
    verdict: CLIENT_ID,
  },
  {
    name: "tokens of a service",
    holds: ({ word }) => word === "pat" || word === "tokens",
    verdict: ({ words }) => byVendor("token", words),
  },
  // The id of a token or a volume gives no access.
  {
    name: "id of a thing",
    holds: ({ word, before }) => word === "id" && !ID_OF.has(before) && !before.endsWith("key"),
    verdict: "none",
  },
  { name: "weak word", holds: ({ word }) => HINT.has(word), verdict: ({ words }) => byVendor("secret", words) },
];

const WIRELESS = /^(?:wireless|wifi|wlan)$/;

/** Judges `key` by the word before it: an `api key` is a secret, a `sort key` only identifies an entry. */
function judgeKeyWord({ before, words }: Word): Judgement | "none" {
  if (before === "wep" || words.some((word) => WIRELESS.test(word))) return { strength: "password", kind: "api-key" };
  if (before === "shared") return { strength: words.at(-3) === "pre" ? "password" : "secret", kind: "api-key" };
  if (KEY_OF.has(before)) return before === "private" ? PRIVATE_KEY : API_KEY;
  if (NOT_KEY_OF.has(before)) return "none";
  return byVendor("api-key", words);
}

/** Whether a word means a password. V8 needs 1 ms for the pattern, so the pattern runs only on words that may match. */
function isPassword(word: string): boolean {
  const mayFit = word.includes("pass") || word.includes("pw") || word.includes("psw");
  return (
    (PASSWORDS.has(word) || isTranslated(word) || (mayFit && PASSWORD.test(word))) &&
    !/^(?:your|remember|no(?=pass|pw))/.test(word)
  );
}
