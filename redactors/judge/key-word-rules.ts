import { isVendor } from "../rules/vendors.ts";
import { CLIENT, HINT, ID_OF, KEY_OF, NOTHING_OPENS, NOT_KEY_OF, ORDINALS, OWN_KEYS, SECRET } from "./telling-words.ts";
import type { Judgement, Word, WordRule } from "./word-rule.ts";

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

/** The rules for words that mean a key, a token or another secret. */
export const KEY_WORD_RULES: readonly WordRule[] = [
  {
    name: "key",
    holds: ({ word }) => /^keys?\d?$/.test(word),
    verdict: judgeKeyWord,
    decides: "private_key",
    spares: "keyboard",
  },
  {
    name: "keys of Duo",
    holds: ({ word }) => word === "skey" || word === "akey",
    verdict: API_KEY,
    decides: "skey",
    spares: "hotkeys_s",
  },
  {
    name: "login of Sonar",
    holds: ({ word, before }) => word === "login" && before.endsWith("sonar"),
    verdict: TOKEN,
    decides: "sonar_login",
    spares: "last_login",
  },

  // `phpsessid` is a secret; a bare `sessionid` is only a hint.
  {
    name: "id of a session",
    holds: ({ word }) => /sess(?:ion)?id$/.test(word) && word !== "sessionid",
    verdict: { strength: "secret", kind: "cookie" },
    decides: "phpsessid",
    spares: "sessionid",
  },
  // One word that ends with `key`: `accesskey`, `stripekey`.
  {
    name: "key with its owner",
    holds: ({ word }) => word.endsWith("key") && OWN_KEYS.some((owner) => word.endsWith(owner, word.length - 3)),
    verdict: API_KEY,
    decides: "signingkey",
    spares: "monkey",
  },
  {
    name: "key with its vendor",
    holds: ({ word }) => word.length > 5 && word.endsWith("key") && isVendor(word.slice(0, -3)),
    verdict: API_KEY,
    decides: "algoliakey",
    spares: "monkey",
  },
  {
    name: "private key",
    holds: ({ word }) => word.endsWith("privatekey"),
    verdict: PRIVATE_KEY,
    decides: "myprivatekey",
    spares: "mypublickey",
  },
  // `nextToken` is a position in a list, and `jsonwebtoken` a library.
  {
    name: "token that opens nothing",
    holds: ({ word, before }) => (word === "token" && NOTHING_OPENS.has(before)) || word === "jsonwebtoken",
    verdict: "none",
    decides: "next_token",
    spares: "bot_token",
  },
  {
    name: "token",
    holds: ({ word }) => word.endsWith("token") || word === "tkn" || word === "tok",
    verdict: TOKEN,
    decides: "bot_token",
    spares: "token_type",
  },

  // In Kubernetes, `existingSecret` and `imagePullSecret` are the names of other objects.
  {
    name: "name of a Secret",
    holds: ({ word, before }) => /^secrets?$/.test(word) && (before === "existing" || before === "pull"),
    verdict: "none",
    decides: "existing_secret",
    spares: "client_secret",
  },
  {
    name: "secret",
    holds: ({ word }) => /secrets?$/.test(word),
    verdict: SECRET_NAME,
    decides: "client_secret",
    spares: "secretary",
  },
  {
    name: "word for a secret",
    holds: ({ word }) => SECRET.has(word),
    verdict: SECRET_NAME,
    decides: "credentials",
    spares: "credits",
  },

  // A `code` with other words, as `error_code`, is no secret. A bare `code` may be one.
  {
    name: "code of a thing",
    holds: ({ word, words }) => word === "code" && words.length > 1,
    verdict: "none",
    decides: "error_code",
    spares: "code",
  },
  // In Consul and Nomad, a `SecretID` is the UUID that works as a token.
  {
    name: "id of a secret",
    holds: ({ word, before }) => word === "secretid" || (word === "id" && before === "secret"),
    verdict: { strength: "hint", kind: "token" },
    decides: "secret_id",
    spares: "volume_id",
  },
  // A service hands out a client's id together with its secret, as one half of the credentials.
  {
    name: "id of a client",
    holds: ({ word, before, words }) =>
      ((word === "id" && CLIENT.has(before)) || word === "clientid" || word === "accessid") && words.some(isVendor),
    verdict: CLIENT_ID,
    decides: "github_client_id",
    spares: "client_id",
  },
  {
    name: "tokens of a service",
    holds: ({ word }) => word === "pat" || word === "tokens",
    verdict: ({ words }) => byVendor("token", words),
    decides: "pat",
    spares: "path",
  },
  // The id of a token or a volume gives no access.
  {
    name: "id of a thing",
    holds: ({ word, before }) => word === "id" && !ID_OF.has(before) && !before.endsWith("key"),
    verdict: "none",
    decides: "volume_id",
    spares: "session_id",
  },
  {
    name: "weak word",
    holds: ({ word }) => HINT.has(word),
    verdict: ({ words }) => byVendor("secret", words),
    decides: "cookie",
    spares: "biscuit",
  },
];

const WIRELESS = /^(?:wireless|wifi|wlan)$/;

/** Judges `key` by the word before it: an `api key` is a secret, a `sort key` only identifies an entry. */
function judgeKeyWord({ before, words }: Word): Judgement | "none" {
  if (before === "wep" || words.some((word) => WIRELESS.test(word))) return { strength: "password", kind: "api-key" };
  if (before === "shared") return { strength: words.at(-3) === "pre" ? "password" : "secret", kind: "api-key" };
  if (KEY_OF.has(before)) return before === "private" ? PRIVATE_KEY : API_KEY;
  if (NOT_KEY_OF.has(before) || ORDINALS.has(before)) return "none";
  return byVendor("api-key", words);
}
