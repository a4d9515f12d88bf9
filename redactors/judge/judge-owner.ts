import { isLongVendor, isVendor, joinNames, namesIn } from "../rules/vendors.ts";
import { digitsIn, isHash, isHex, isKeyDigest, isKeyLike, isKeyOnly } from "./key-like.ts";
import { isUnderHashes, isWholeLine } from "./owner-line.ts";
import { COMMITS, KEY_WORDS } from "./owner-words.ts";
import { toWords, wordList } from "../words.ts";
import { CLIENT } from "./judge-name.ts";

const LOOK_BACK = 64;

/**
 * Whether a service's name announces the value at `start`: `algolia: …`, `"datadog_app" => "…"`, `telegram bot: …`.
 *
 * The name that stands directly before the value decides: it holds the service's, or a word for a key. A service that
 * is only named near by owns values without any other name. `digest`: the value may also be one that looks like a hash.
 */
export function judgeOwner(text: string, start: number, value: string): { readonly digest: boolean } | undefined {
  return directOwner(text, start, value) ?? (isNear(text, start, value) ? { digest: isKeyDigest(value) } : undefined);
}

/** How far a service's name may stand from a key that nothing else names: the comment above it, the field before it. */
const NEAR = 72;

/** A word for a key, and an operator. */
const NAMED_BEFORE =
  /(?:key|token|secret|auth|api|access|pat|password|credential)["'\]]{0,2}\s{0,3}[:=]>?\s{0,3}["'`]?$/i;

/** Other names of a value: a field of a query, a scheme that touches it (`h1:…`), the function that takes it. */
const OTHERWISE_NAMED = /[?&][\w.-]+=$|[\w.-]:$|[\w)\]]\(["'`]$/;

/** Whether a service is named shortly before, and no other name stands in between. */
function isNear(text: string, start: number, value: string): boolean {
  if (
    value.length < 20 ||
    value.length > 128 ||
    !/[A-Za-z]/.test(value) ||
    digitsIn(value) < 3 ||
    /[+/]|\.[a-z]{2,5}$/.test(value)
  )
    return false;
  const before = text.slice(Math.max(0, start - 32), start);
  const isNamed = NAMED_BEFORE.test(before);
  if (!isNamed && (!isKeyLike(value) || isHex(value) || OTHERWISE_NAMED.test(before))) return false;
  const words = namesIn(text.slice(Math.max(0, start - NEAR), start));
  return (
    words.some((word) => isLongVendor(word) && !COMMITS.test(word)) && !words.slice(-5).some((word) => isNoKey(word))
  );
}

function directOwner(text: string, start: number, value: string): { readonly digest: boolean } | undefined {
  const line = lineBefore(text, start, start + value.length);
  const hash = isHash(value);
  const around =
    ELEMENT_BEFORE.exec(line) ??
    (ARGUMENT_BEFORE.test(line) ? (CALL_BEFORE.exec(line) ?? REQUIRED_BEFORE.exec(line)) : null);
  if (around !== null && isKeyLike(value)) {
    const called = namesIn(around[1] as string);
    if (called.some((word) => isVendor(word) && !COMMITS.test(word)) && !isNoKey(called.at(-1) as string))
      return { digest: isKeyDigest(value) || hash };
  }
  const dash = DASH_BEFORE.test(line);
  const match = dash || OPERATOR_BEFORE.test(line) ? NAME_BEFORE.exec(line) : null;
  if (match === null) return announced(line, value);
  const phrase = match[1] as string;
  const words = joinNames(toWords(phrase).filter((word) => !DECLARES.has(word)));
  const client = words.at(-1) === "id" && CLIENT.has(words.at(-2) ?? "");
  if ((client ? words.slice(0, -1) : words).some((word) => isNoKey(word))) return undefined;
  const own = namesIn(/[^ ]*$/.exec(phrase.trimEnd())?.[0] ?? "");
  const named = client || own.some((word) => KEY_WORDS.has(word)) || KEY_WORDS.has(words.at(-2) ?? "");
  if (!named && (!isKeyLike(value) || !namesItself(own, words))) return undefined;
  const whole = !named && isWholeLine(text, start, line, value);
  if (!named && !whole && SCHEME_BEFORE.test(line) && !isKeyOnly(value)) return undefined;
  // A value with the name in it is an id of the service: `AMAZON_LINUX_2023`, `grafana-7d9c8b6f5-x2k4z`.
  const lower = value.toLowerCase();
  if (!named && words.some((word) => word.length > 2 && lower.includes(word))) return undefined;
  if (!words.some(isVendor)) return undefined;
  // Behind a dash a digest has to be in quotes; in a list it has to be named, and elsewhere nothing else may be said of
  // it.
  const dashed = dash && !/["'`]$/.test(line);
  const only = words.some(isLongVendor) && words.every((word) => isVendor(word) || QUALIFIES.has(word));
  const alone = named || (only && !dashed && (whole || !LISTED_BEFORE.test(line)));
  if (hash && !named && (!alone || words.length > 1 || isCommit(words[0] as string, value))) return undefined;
  if (hash) return !named && isUnderHashes(text, start - line.length, line) ? undefined : { digest: true };
  return isHex(value) && !alone ? undefined : { digest: isKeyDigest(value) };
}

/**
 * Whether the last word before the operator names the service; behind a blank it may also say which of its keys it is.
 */
function namesItself(own: readonly string[], words: readonly string[]): boolean {
  if (own.some(isVendor)) return true;
  return isVendor(words.at(-2) ?? "") && QUALIFIES.has(words.at(-1) ?? "");
}

function isCommit(word: string, value: string): boolean {
  return COMMITS.test(word) && !(value.length === 64 && word === "sentry");
}

/** Whether a word says that the value is no key but an id, an address, a digest. */
function isNoKey(word: string): boolean {
  return NOT_KEY.has(word) || /^(?:sha|md)\d/.test(word);
}

/** `mixpanel.init("`, `new Algolia(id, "`: a call of a service, and at most one argument before. */
const ARGUMENT_BEFORE = /[(,] ?["'`]$/;
const CALL_BEFORE = /([A-Za-z][\w.]{2,40})\((?:(?:[\w.]{1,40}|"[^"]{0,40}"|'[^']{0,40}'),\s?)?["'`]$/;
/** `require("asana")("…`. */
const REQUIRED_BEFORE = /require\(["']([\w./@-]{2,40})["']\)\(["'`]$/;

/**
 * The text before on the line; also the line above, if that ends in the operator, or in a word for a key that stands
 * alone.
 */
function lineBefore(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (!/^[ \t]*["'`]?$/.test(line)) return line;
  const above = /([^\n]*(?:[:=]|key|token|secret))[ \t]*\r?\n([ \t]*)(["'`]?)$/i.exec(before);
  if (above === null) return line;
  const [, name = "", indent, quote = ""] = above;
  if (/[:=]$/.test(name)) return indent === "" ? line : `${name} ${quote}`;
  return /^["'`]?[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 8)) ? `${name} ${quote}` : line;
}

/**
 * `algolia api key …`, with nothing between but a blank: the last word must name a key. Without a service's name it is
 * `the token …`, and the value no digest.
 */
function announced(line: string, value: string): { readonly digest: boolean } | undefined {
  const match = /[A-Za-z0-9] $/.test(line) || KEY_BEFORE.test(line) ? /([A-Za-z][\w .-]{2,48}) $/.exec(line) : null;
  if (match === null) return undefined;
  const words = namesIn(match[1] as string);
  if (!isKeyLike(value) && (!KEY_BEFORE.test(line) || VERSION.test(value))) return undefined;
  // The bare name of a service: `algolia 3f2a…`.
  if (isVendor(words.at(-1) ?? "") && !COMMITS.test(words.at(-1) as string) && words.length <= 2)
    return { digest: isKeyDigest(value) };
  if (!KEY_BEFORE.test(line)) return undefined;
  const last = words.at(-1) ?? "";
  if (!KEY_WORDS.has(last) || (last !== "apikey" && isNoKey(words.at(-2) ?? ""))) return undefined;
  if (words.slice(-4).some(isVendor)) return { digest: true };
  if (last === "apikey" || (last === "key" && words.at(-2) === "api")) return { digest: isKeyDigest(value) };
  const telling =
    /^(?:token|secret|password|apikey)$/.test(last) ||
    (last === "key" && /^(?:api|access|secret)$/.test(words.at(-2) ?? ""));
  return telling && value.length >= 20 && !isHex(value) && digitsIn(value) >= 3 ? { digest: false } : undefined;
}

/** `algolia: `, `"algolia" => "`, `algolia - '`: the name, and an operator. */
const NAME_BEFORE =
  /([A-Za-z0-9][\w .-]{2,48}?)["'\\\])]{0,3}\s{0,4}(?:\??[:=]{1,4}>?|,|\|{1,2}|-{1,2})\s{0,4}[("'\\`]{0,4}$/;
const ELEMENT_BEFORE = /<([A-Za-z][\w:.-]{2,40})>\s{0,4}$/;
/** Short tests before the longer patterns, which try every length at every place: most runs pass neither. */
const DASH_BEFORE = /[\w"')\]] -{1,2} ["'`]{0,2}$/;
const OPERATOR_BEFORE = /[:=>,|]\s{0,4}[("'\\`]{0,4}$/;
const VERSION = /^v?\d+(?:\.\d+)+(?!\w)/;
/** The service is a scheme, and the text that touches it a name in it: `"id": "openstack:…"`, `crowdin:…`. */
const SCHEME_BEFORE = /[\w.-]:$/;
const LISTED_BEFORE = /,\s{0,4}["'`]?$/;
const KEY_BEFORE = /(?:key|token|secret|auth|api|access|pat|password|credential)[ ._-]{1,8}$/i;

/** Say that a name follows. */
const DECLARES = wordList(
  "export set setx setenv env var val let const static final public private string str def define declare " +
    "readonly global",
);
/** Says which of a service's keys it is. */
const QUALIFIES = wordList(
  "bot app application client consumer id prod production dev development stage staging test sandbox live " +
    "admin main master my",
);
const NOT_KEY = wordList(
  "url uri policy sha hash commit digest checksum fingerprint gpg pgp integrity version id ids uid uuid public " +
    "path file name etag rev revision host domain tag image ref branch color hex email region bucket project " +
    "trace span request event job build run pipeline container pod instance session message order transaction " +
    "correlation snapshot layer user users account zone track channel video thread response conversation item " +
    "customer subscription charge entry index node task view board page document post comment ticket team " +
    "workspace guild chat playlist album entity deployment release device object record lease call block media " +
    "asset workflow execution tx txid dedup dedupe idempotency cache installation cursor address",
);
