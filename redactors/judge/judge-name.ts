import { pattern } from "../../kit/word-pattern.ts";
import { isVendor, namesIn } from "../rules/vendors.ts";
import { wordList } from "../../kit/words.ts";
import { isTranslated } from "./translated.ts";

/**
 * The secret that a name promises.
 * - `password`: anything a person may have typed
 * - `secret`: something a machine made up, of any shape
 * - `hint`: perhaps; only a value that could be nothing else counts
 */
export interface KeyClass {
  readonly strength: "password" | "secret" | "hint";
  readonly kind: string;
  /** False if unknown words follow the telling word: then the value has to look random. */
  readonly exact: boolean;
  /** The name says "secret" itself, so that a person may have typed the value; a JWT or a bearer token nobody types. */
  readonly typed: boolean;
}

/** Judges a name by its words: `DB_PASSWORD`, `clientSecret`, `api-key`, `spring.datasource.password`. */
export function judgeName(name: string): KeyClass | undefined {
  const words = namesIn(name);
  let at = words.length - 1;
  while (at > 0 && NEUTRAL.has(words[at] as string)) at -= 1;
  let exact = true;
  for (; at >= 0; at--) {
    const word = words[at] as string;
    const found = judgeWord(word, words[at - 1] ?? "", words);
    if (found !== undefined)
      return words.some((one) => NEVER.has(one))
        ? undefined
        : {
            ...found,
            exact: exact && found.kind !== "password-hash",
            typed: /secrete?o?s?$/.test(word),
          };
    if (TAILS.has(word)) return undefined;
    exact = false;
  }
  return undefined;
}

type Judgement = Omit<KeyClass, "exact" | "typed">;

function judgeWord(word: string, before: string, words: readonly string[]): Judgement | undefined {
  if (words.includes("contribsys")) return { strength: "password", kind: "password" };
  if (isPassword(word) && ASKS.has(before)) return undefined;
  if (isPassword(word) || (PARTS_OF_PASSWORD.get(before)?.test(word) ?? false))
    return { strength: "password", kind: "password" };
  if (HASHED.has(word) && (isPassword(before) || before === "pass"))
    return { strength: "secret", kind: "password-hash" };
  if (word === "pass" && !NO_PASSWORD.has(before)) return { strength: "password", kind: "password" };
  if (/^keys?\d?$/.test(word)) {
    if (before === "wep" || before === "shared")
      return { strength: before === "wep" || words.at(-3) === "pre" ? "password" : "secret", kind: "api-key" };
    if (KEY_OF.has(before)) return { strength: "secret", kind: before === "private" ? "private-key" : "api-key" };
    if (NOT_KEY_OF.has(before)) return undefined;
    return { strength: words.some(isVendor) ? "secret" : "hint", kind: "api-key" };
  }
  // Duo's keys; Sonar's `login` is a token.
  if (word === "skey" || word === "akey" || (word === "login" && before.endsWith("sonar")))
    return { strength: "secret", kind: word === "login" ? "token" : "api-key" };
  if (/sess(?:ion)?id$/.test(word) && word !== "sessionid") return { strength: "secret", kind: "cookie" };
  if (word.endsWith("key") && OWN_KEYS.some((owner) => word.endsWith(owner, word.length - 3)))
    return { strength: "secret", kind: "api-key" };
  if (word.length > 5 && word.endsWith("key") && isVendor(word.slice(0, -3)))
    return { strength: "secret", kind: "api-key" };
  if (word.endsWith("privatekey")) return { strength: "secret", kind: "private-key" };
  if (word === "token" && NOTHING_OPENS.has(before)) return undefined;
  if (word.endsWith("token") || word === "tkn" || word === "tok") return { strength: "secret", kind: "token" };
  if (/secrets?$/.test(word)) return { strength: "secret", kind: "secret" };
  if (SECRET.has(word)) return { strength: "secret", kind: "secret" };
  if (word === "code" && words.length > 1) return undefined;
  // Of Consul and Nomad, a UUID.
  if (word === "secretid" || (word === "id" && before === "secret")) return { strength: "hint", kind: "token" };
  // An id is the half of a service's credentials that is handed out with the secret.
  if (word === "id" && CLIENT.has(before) && words.some(isVendor)) return { strength: "secret", kind: "client-id" };
  if ((word === "clientid" || word === "accessid") && words.some(isVendor))
    return { strength: "secret", kind: "client-id" };
  if (word === "pat" || word === "tokens") return { strength: words.some(isVendor) ? "secret" : "hint", kind: "token" };
  // The id of a token or a volume opens nothing.
  if (word === "id" && !ID_OF.has(before) && !before.endsWith("key")) return undefined;
  if (HINT.has(word)) return { strength: words.some(isVendor) ? "secret" : "hint", kind: "secret" };
  return undefined;
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

/** Words that say nothing about the meaning of the words before them. */
const NEUTRAL = wordList(
  "equals confirmation value val string str text plain plaintext cleartext raw base b64 base64 encoded prod " +
    "production dev development stage staging test testing old new live sandbox default env current main local " +
    "remote real final my v1 v2 1 2 3 4 5 6 7 8 9 0 123",
);

/** Words that say, after a telling word, that the value is about the secret, not the secret. */
const TAILS = wordList(
  "challenge name names type types path paths file files filename url uri endpoint endpoints length len size " +
    "count counts exception limit max min ttl expiry expires expiration expire expired timeout age date time at policy " +
    "rule rules field fields label labels placeholder hint prompt title error errors message messages msg regex " +
    "regexp pattern format validator validation strength reset change changed required enabled disabled visible " +
    "visibility toggle input form header headers param params parameter ref refs reference arn version vault " +
    "manager provider service store class interface prefix suffix separator index list map set array options " +
    "option config usage bucket buckets row column kind status scope scopes audience issuer algorithm alg budget " +
    "cost price encoding locale kinds fn func function callback handler method icon image button link page " +
    "screen view component props schema model mode dir directory folder location source host port user username " +
    "role roles group owner description desc generator factory builder parser lexer stream reader writer " +
    "iterator cursor position offset start end begin line chars char text symbol refresh rotation rotate " +
    "lifetime duration seconds minutes hours days ms id ids uuid count hash hashes digest md5 sha1 sha256 sha512 " +
    "fingerprint checksum thumbprint algorithmn pair storage address",
);
/** Words of names whose values are never secret. */
const NEVER = wordList("public publishable pub placeholder example guid");
