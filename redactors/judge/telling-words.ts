/** @file The words of names: those that promise a secret, and those beside which they promise none. */

import { pattern } from "../../kit/word-pattern.ts";
import { wordList } from "../../kit/words.ts";

/** Words for a password; words of other languages stand in translated.ts. */
export const PASSWORDS = wordList("pwd pw psw psk passw requirepass masterauth authtok wpapsk psksecret presharedkey");

/**
 * The words for a password that are not in `PASSWORDS`, also in the plural and with a number, or with an owner before
 * `pass` or `pw`. Words that address a reader, `yourpassword` and `remembermypassword`, are excluded in `isPassword`, as
 * is `NOPASSWD`.
 */
export const PASSWORD = pattern()`
    (?:password|passwd|passphrase|passcode|passwort|pswd|pword)s?\d*$|[a-z]pwd$|
    ^(?:admin|app|auth|backup|become|bind|cert|client|cluster|conn|control|db|dba|elastic|email|ftp|git|guest|host|
    https?|imap|irc|jdbc|key|keystore|ldap|login|mail|master|mongo|my|mysql|nexus|odbc|oracle|pem|pg|pop|pop3|
    postgres|proxy|radius|rcon|redis|remote|repo|root|scp|server|sftp|smb|smtp|socks|sql|ssh|ssl|store|su|sudo|svn|
    sys|test|tls|truststore|user|vault|vnc|vpn|web|wifi|wlan)(?:pass|pw)$
  `;
/** Words for a password that are written as two words: the first word, and a pattern for the second word. */
export const PARTS_OF_PASSWORD: ReadonlyMap<string, RegExp> = new Map([
  ["pass", /^(?:phrase|code|word|wd)s?\d?$/],
  ["bind", /^(?:credentials?|creds?)$/],
  ["security", /^(?:credentials?)$/],
  ["key", /^material$/],
]);
/** Ordinals, with which a `pass` is a round of a work (`firstPass`), and a `key` one of a map (`second_key`). */
export const ORDINALS = wordList("first second third fourth fifth last final");
/**
 * Words before `pass`, beside the ordinals, with which the two words do not mean a password: `by pass`, `com pass`,
 * `should_pass(…)`.
 */
export const NO_PASSWORD = wordList(
  "by com should must shall can will does did not to render next previous single two multi per each",
);
/**
 * Words with which a following word for a password is no secret: `ask-password` is a switch, `NO_PASSWORD` an error,
 * `mysql_native_password` a way to log in.
 */
export const ASKS = wordList("ask prompt no without missing getting native sha2");
/**
 * Words before `token` with which the name means no secret: such a token is a position in a list, or identifies a
 * change.
 */
export const NOTHING_OPENS = wordList("next previous prev continuation page sync change idempotency");
/** Words for the hash of a password. A hash is a secret, since passwords can be guessed and tried against it. */
export const HASHED = wordList("hash hashed hashes digest md5 sha1 sha256 sha512 bcrypt crypt crypted enc encrypted");
export const OWN_KEYS = [
  "api",
  "access",
  "secret",
  "sec",
  "auth",
  "account",
  "master",
  "signing",
  "encryption",
  "license",
];
export const SECRET = wordList(
  "secreto secrete credential credentials cred creds authorization bearer jwt mnemonic passkey apikey otp totp",
);
export const HINT = wordList(
  "auth tokens salt seed session sid sessionid sig signature hmac pepper pin pat dsn nonce code cookie sas id " +
    "client app appid srt value",
);

/**
 * Words before `id` with which the id is one half of the credentials: a service hands it out together with a secret.
 */
export const CLIENT = wordList("client app application consumer access");
/** Words before `id` with which the id is a secret or one half of the credentials. */
export const ID_OF = wordList("client app application consumer access session sess");

/** Words before `key` with which the key is a secret. */
export const KEY_OF = wordList(
  "api access unseal using secret private priv auth db database service encryption encrypt signing sign master " +
    "account license admin app application client shared sas ssh deploy write read ingest ingestion " +
    "integration server rest webhook consumer subscription function functions host crypt cipher aes des hmac jwt " +
    "session developer dev user personal live prod production test sandbox security management " +
    "instrumentation bot agent publish validation decryption machine iam internal project org organization " +
    "workspace team root enc cookie",
);
/** Words before `key` with which the key is no secret. */
export const NOT_KEY_OF = wordList(
  "public import compression socket websocket storage gpg pgp primary foreign sort partition cache " +
    "idempotency composite object row map group unique shard hot short arrow shift ctrl alt meta enter " +
    "escape esc tab hash range index column field item list react translation i18n message error event state " +
    "query param route path config setting metric sub super data lookup dictionary json property prop registry " +
    "reg sorting cluster dedupe timeout mutation lock store site encrypted wrapped",
);
