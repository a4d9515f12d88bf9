import { pattern } from "../../kit/word-pattern.ts";
import { isVendor } from "../rules/vendors.ts";
import { wordList } from "../../kit/words.ts";
import { decide, type JudgeRule } from "./judge-rule.ts";
import type { KeyClass } from "./key-class.ts";
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

/** The secret that one word of a name promises; `undefined` if it promises none. */
export function judgeWord(word: Word): Judgement | undefined {
  const judgement = decide(WORD_RULES, word);
  return judgement === "none" ? undefined : judgement;
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

/** Judges `key` by the word before it: an `api key` is a secret, a `sort key` only identifies an entry. */
function judgeKeyWord({ before, words }: Word): Judgement | "none" {
  if (before === "wep") return { strength: "password", kind: "api-key" };
  if (before === "shared") return { strength: words.at(-3) === "pre" ? "password" : "secret", kind: "api-key" };
  if (KEY_OF.has(before)) return before === "private" ? PRIVATE_KEY : API_KEY;
  if (NOT_KEY_OF.has(before)) return "none";
  return byVendor("api-key", words);
}

/** Whether a word means a password. V8 needs 1 ms for the pattern, so the pattern runs only on words that may match. */
function isPassword(word: string): boolean {
  const mayFit = word.includes("pass") || word.includes("pw") || word.includes("psw");
  return (
    (PASSWORDS.has(word) || isTranslated(word) || (mayFit && PASSWORD.test(word))) && !/^(?:your|remember)/.test(word)
  );
}

/** Words for a password; words of other languages stand in translated.ts. */
const PASSWORDS = wordList("pwd pw psw psk passw requirepass masterauth authtok wpapsk psksecret presharedkey");

/**
 * The words for a password that are not in `PASSWORDS`, also in the plural and with a number, or with an owner before
 * `pass` or `pw`. Words that address a reader, `yourpassword` and `remembermypassword`, are excluded in `isPassword`.
 */
const PASSWORD = pattern()`
    (?:password|passwd|passphrase|passcode|passwort|pswd|pword)s?\d*$|[a-z]pwd$|
    ^(?:admin|app|auth|backup|become|bind|cert|client|cluster|conn|control|db|dba|elastic|email|ftp|git|guest|host|
    https?|imap|irc|jdbc|key|keystore|ldap|login|mail|master|mongo|my|mysql|nexus|odbc|oracle|pem|pg|pop|pop3|
    postgres|proxy|radius|rcon|redis|remote|repo|root|scp|server|sftp|smb|smtp|socks|sql|ssh|ssl|store|su|sudo|svn|
    sys|test|tls|truststore|user|vault|vnc|vpn|web|wifi|wlan)(?:pass|pw)$
  `;
/** Words for a password that are written as two words: the first word, and a pattern for the second word. */
const PARTS_OF_PASSWORD: ReadonlyMap<string, RegExp> = new Map([
  ["pass", /^(?:phrase|code|word|wd)s?\d?$/],
  ["bind", /^(?:credentials?|creds?)$/],
  ["security", /^(?:credentials?)$/],
  ["key", /^material$/],
]);
/** Words before `pass` with which the two words do not mean a password: `by pass`, `com pass`, `should_pass(…)`. */
const NO_PASSWORD = wordList("by com should must shall can will does did not to render");
/**
 * Words with which a following word for a password is no secret: `ask-password` is a switch, `NO_PASSWORD` an error,
 * `mysql_native_password` a way to log in.
 */
const ASKS = wordList("ask prompt no without missing getting native sha2");
/**
 * Words before `token` with which the name means no secret: such a token is a position in a list, or identifies a
 * change.
 */
const NOTHING_OPENS = wordList("next previous prev continuation page sync change idempotency");
/** Words for the hash of a password. A hash is a secret, since passwords can be guessed and tried against it. */
const HASHED = wordList("hash hashed hashes digest md5 sha1 sha256 sha512 bcrypt crypt crypted enc encrypted");
const OWN_KEYS = ["api", "access", "secret", "sec", "auth", "account", "master", "signing", "encryption", "license"];
const SECRET = wordList(
  "secreto secrete credential credentials cred creds authorization bearer jwt mnemonic passkey apikey otp totp",
);
const HINT = wordList(
  "auth tokens salt seed session sid sessionid sig signature hmac pepper pin pat dsn nonce code cookie sas id " +
    "client app appid srt value",
);

/**
 * Words before `id` with which the id is one half of the credentials: a service hands it out together with a secret.
 */
const CLIENT = wordList("client app application consumer access");
/** Words before `id` with which the id is a secret or one half of the credentials. */
const ID_OF = wordList("client app application consumer access session sess");

/** Words before `key` with which the key is a secret. */
const KEY_OF = wordList(
  "api access unseal using secret private priv auth db database service encryption encrypt signing sign master " +
    "account license service admin app application client shared sas ssh deploy write read ingest ingestion " +
    "integration server rest webhook consumer subscription function functions host crypt cipher aes des hmac jwt " +
    "session developer dev user personal live prod production test sandbox security management " +
    "instrumentation host bot agent publish validation decryption machine iam internal project org organization " +
    "workspace team root enc cookie",
);
/** Words before `key` with which the key is no secret. */
const NOT_KEY_OF = wordList(
  "public recv import compression socket websocket storage gpg pgp primary foreign sort partition cache " +
    "idempotency composite object row map group unique shard hot short arrow shift ctrl alt meta enter " +
    "escape esc tab hash range index column field item list react translation i18n message error event state " +
    "query param route path config setting metric sub super data lookup dictionary json property prop registry " +
    "reg sorting cluster dedupe mutation lock store",
);
