import { pattern } from "../../kit/word-pattern.ts";
import { isVendor } from "../rules/vendors.ts";
import { wordList } from "../../kit/words.ts";
import { decide, type JudgeRule } from "./judge-rule.ts";
import type { KeyClass } from "./key-class.ts";
import { isTranslated } from "./translated.ts";

type Judgement = Omit<KeyClass, "exact" | "typed">;

/** A word of a name, as the rules look at it. */
interface Word {
  readonly word: string;
  /** The word before it; empty if it is the first one. */
  readonly before: string;
  /** All words of the name. */
  readonly words: readonly string[];
}

/** The judgement of a word; `none`: the word promises nothing, and no later rule is asked. */
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

/** Sure if the name names a service that hands such keys out, else a hint. */
function byVendor(kind: string, words: readonly string[]): Judgement {
  return { strength: words.some(isVendor) ? "secret" : "hint", kind };
}

/**
 * The rules for a word of a name, in the order in which they are asked; the first one that holds decides. An exception
 * stands before the rule that it belongs to. Words for a password come first, since `passwordkey` and its kin end as
 * words of a later rule; weak words come last, since each of them may stand in a name of any other kind.
 */
export const WORD_RULES: readonly WordRule[] = [
  // Contribsys hands out a user and a password as one value, whatever its name.
  { name: "contribsys", holds: ({ words }) => words.includes("contribsys"), verdict: PASSWORD_NAME },
  // `ask-password` is a switch, `NO_PASSWORD` an error.
  { name: "asks for a password", holds: ({ word, before }) => isPassword(word) && ASKS.has(before), verdict: "none" },
  { name: "password", holds: ({ word }) => isPassword(word), verdict: PASSWORD_NAME },
  // `pass_phrase`, `bind_credentials`.
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

  // `phpsessid`; the bare `sessionid` is weak.
  {
    name: "id of a session",
    holds: ({ word }) => /sess(?:ion)?id$/.test(word) && word !== "sessionid",
    verdict: { strength: "secret", kind: "cookie" },
  },
  // `accesskey`, `stripekey`, in one word.
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
  // `nextToken` marks a place in a list.
  {
    name: "token that opens nothing",
    holds: ({ word, before }) => word === "token" && NOTHING_OPENS.has(before),
    verdict: "none",
  },
  {
    name: "token",
    holds: ({ word }) => word.endsWith("token") || word === "tkn" || word === "tok",
    verdict: TOKEN,
  },

  { name: "secret", holds: ({ word }) => /secrets?$/.test(word), verdict: SECRET_NAME },
  { name: "word for a secret", holds: ({ word }) => SECRET.has(word), verdict: SECRET_NAME },

  // `error_code`: only the bare `code` may open something.
  { name: "code of a thing", holds: ({ word, words }) => word === "code" && words.length > 1, verdict: "none" },
  // Of Consul and Nomad, a UUID.
  {
    name: "id of a secret",
    holds: ({ word, before }) => word === "secretid" || (word === "id" && before === "secret"),
    verdict: { strength: "hint", kind: "token" },
  },
  // An id is the half of a service's credentials that is handed out with the secret.
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
  // The id of a token or a volume opens nothing.
  {
    name: "id of a thing",
    holds: ({ word, before }) => word === "id" && !ID_OF.has(before) && !before.endsWith("key"),
    verdict: "none",
  },
  { name: "weak word", holds: ({ word }) => HINT.has(word), verdict: ({ words }) => byVendor("secret", words) },
];

/** The judgement of `key`, by the word before it: a key of some things opens a door, of others it is a place in a list. */
function judgeKeyWord({ before, words }: Word): Judgement | "none" {
  if (before === "wep") return { strength: "password", kind: "api-key" };
  if (before === "shared") return { strength: words.at(-3) === "pre" ? "password" : "secret", kind: "api-key" };
  if (KEY_OF.has(before)) return before === "private" ? PRIVATE_KEY : API_KEY;
  if (NOT_KEY_OF.has(before)) return "none";
  return byVendor("api-key", words);
}

/** The pattern takes V8 1 ms, so a word that cannot fit is told before. */
function isPassword(word: string): boolean {
  const mayFit = word.includes("pass") || word.includes("pw") || word.includes("psw");
  return (
    (PASSWORDS.has(word) || isTranslated(word) || (mayFit && PASSWORD.test(word))) && !/^(?:your|remember)/.test(word)
  );
}

/** Words for a password; words of other languages stand in translated.ts. */
const PASSWORDS = wordList("pwd pw psw psk passw requirepass masterauth authtok wpapsk psksecret presharedkey");

/**
 * The remaining names of passwords, also in the plural and with a number, and with their owner before `pass` or `pw`. A
 * page that speaks to its reader names none: `yourpassword`, `remembermypassword`.
 */
const PASSWORD = pattern()`
    (?:password|passwd|passphrase|passcode|passwort|pswd|pword)s?\d*$|[a-z]pwd$|
    ^(?:admin|app|auth|backup|become|bind|cert|client|cluster|conn|control|db|dba|elastic|email|ftp|git|guest|host|
    https?|imap|irc|jdbc|key|keystore|ldap|login|mail|master|mongo|my|mysql|nexus|odbc|oracle|pem|pg|pop|pop3|
    postgres|proxy|radius|rcon|redis|remote|repo|root|scp|server|sftp|smb|smtp|socks|sql|ssh|ssl|store|su|sudo|svn|
    sys|test|tls|truststore|user|vault|vnc|vpn|web|wifi|wlan)(?:pass|pw)$
  `;
/** Words for a password that are written as two. */
const PARTS_OF_PASSWORD: ReadonlyMap<string, RegExp> = new Map([
  ["pass", /^(?:phrase|code|word|wd)s?\d?$/],
  ["bind", /^(?:credentials?|creds?)$/],
  ["security", /^(?:credentials?)$/],
  ["key", /^material$/],
]);
/** `by pass`, `com pass`, `should_pass(…)`. */
const NO_PASSWORD = wordList("by com should must shall can will does did not to render");
/** `ask-password` is a switch, `NO_PASSWORD` an error, `mysql_native_password` a way to log in. */
const ASKS = wordList("ask prompt no without missing getting native sha2");
/** Tokens that mark a place in a list, or a change. */
const NOTHING_OPENS = wordList("next previous prev continuation page sync change idempotency");
/** A hash opens the same as its password, once that is guessed. */
const HASHED = wordList("hash hashed hashes digest md5 sha1 sha256 sha512 bcrypt crypt crypted enc encrypted");
const OWN_KEYS = ["api", "access", "secret", "sec", "auth", "account", "master", "signing", "encryption", "license"];
const SECRET = wordList(
  "secreto secrete credential credentials cred creds authorization bearer jwt mnemonic passkey apikey otp totp",
);
const HINT = wordList(
  "auth tokens salt seed session sid sessionid sig signature hmac pepper pin pat dsn nonce code cookie sas id " +
    "client app appid srt value",
);

/** Words whose id is handed out together with a secret, and is one half of it. */
const CLIENT = wordList("client app application consumer access");
/** Words whose ids are handed out with a secret, or are one. */
const ID_OF = wordList("client app application consumer access session sess");

/** A key of these is a secret. */
const KEY_OF = wordList(
  "api access unseal using secret private priv auth db database service encryption encrypt signing sign master " +
    "account license service admin app application client shared sas ssh deploy write read ingest ingestion " +
    "integration server rest webhook consumer subscription function functions host crypt cipher aes des hmac jwt " +
    "session developer dev user personal live prod production test sandbox security management " +
    "instrumentation host bot agent publish validation decryption machine iam internal project org organization " +
    "workspace team root enc cookie",
);
/** A key of these is none. */
const NOT_KEY_OF = wordList(
  "public recv import compression socket websocket storage gpg pgp primary foreign sort partition cache " +
    "idempotency composite object row map group unique shard hot short arrow shift ctrl alt meta enter " +
    "escape esc tab hash range index column field item list react translation i18n message error event state " +
    "query param route path config setting metric sub super data lookup dictionary json property prop registry " +
    "reg sorting cluster dedupe mutation lock store",
);
