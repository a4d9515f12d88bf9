import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, DIGIT, flagsAt, NAME, runStart, UNDERSCORE } from "../charset.ts";
import { isVendor, namesIn } from "../rules/vendors.ts";
import { wordList } from "../../kit/words.ts";
import { isPublicKey } from "./harmless-shapes.ts";
import { isRandom } from "./is-random.ts";
import { isPlaceholder } from "./placeholder.ts";

/**
 * The most characters of a name, and the most characters (operators, quotes, brackets, blanks) between a name and its
 * value.
 */
const [LONGEST_NAME, LONGEST_JOINT] = [50, 12];
const [LEAST, MOST] = [20, 1200];

/**
 * The start of a key that only a service's name before it reveals: `"cloudflare" => "…"`, `algolia: …`, `new Asana("…`,
 * `facebook APP|…`; -1 if `[start, end)` is no such key.
 *
 * Only the name that an operator joins to the value matters: it must hold the service's name, and no word for an id, an
 * address or a digest.
 */
export function ownedFrom(text: string, start: number, end: number): number {
  const value = text.slice(start, end);
  if (value.length < LEAST || value.length > MOST || !isKeyLike(value)) return -1;
  const from = text[start - 1] === "|" ? runStart(text, start - 1, DIGIT, start - 20) : start;
  const name = nameBefore(text, from);
  if (name === undefined) return -1;
  const words = namesIn(name);
  if (words.some((word) => NO_KEY.has(word))) return -1;
  const isNamed = words.some((word) => KEY_WORDS.has(word));
  if (!words.some((word) => isVendor(word) && (isNamed || (word.length > 4 && !COMMITS.test(word))))) return -1;
  // If the name holds no word for a key, the value is no key if it has the length of a digest, or if it holds a word of
  // the name, as an id does: `grafana-7d9c8b6f5-x2k4z`.
  const isDigest = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/.test(value);
  const isId = words.some((word) => word.length > 2 && value.toLowerCase().includes(word));
  if (!isNamed && (isDigest || isId || (isHex(value) && !words.every((word) => isVendor(word) || PARTS.has(word)))))
    return -1;
  return isPlaceholder(value) || isPublicKey(value) ? -1 : from;
}

const KEY_WORDS = wordList("key apikey token secret auth api access pat password credential");
/** Services whose bare name often stands before a commit or an image. A value behind such a name is no key. */
const COMMITS = pattern()`
    ^(?:git(?!ter|ea)|bitbucket|buildkite|heroku|vercel|netlify|sentry|snyk|sonar|docker|npm|circle|travis|codecov|
    newrelic|terra|vault|azure|aws|gcp|google)
  `;
/**
 * Words that, beside a service's name, may stand before a key in hex digits: words for one of several keys, and words
 * that declare a variable.
 */
const PARTS = wordList(
  "export const let var init app application client consumer bot id prod production dev staging test sandbox live " +
    "admin my",
);
const NO_KEY = wordList(
  "url uri policy signature sha hash commit digest checksum fingerprint gpg pgp integrity version ids uid uuid public path " +
    "file name etag rev revision host domain tag image ref branch color email region bucket project trace span " +
    "request event job build run pipeline container pod instance session message order transaction correlation " +
    "snapshot layer user users account zone track channel video thread response item customer subscription index " +
    "node task board page document post comment ticket team workspace deployment release device object record asset workflow " +
    "execution cache installation cursor address role challenge",
);
const WORD = ALNUM | UNDERSCORE;

/** The name before a value, read backwards from `at`; `undefined` if no operator or blank joins name and value. */
function nameBefore(text: string, at: number): string | undefined {
  let end = at;
  while (at - end < LONGEST_JOINT && end > 0 && !(flagsAt(text, end - 1) & WORD)) end -= 1;
  const joint = text.slice(end, at);
  if (!JOINT.test(joint)) return undefined;
  const least = Math.max(0, end - LONGEST_NAME);
  let start = end;
  while (start > least && (text[start - 1] === " " || flagsAt(text, start - 1) & NAME)) start -= 1;
  const name = text.slice(start, end);
  if (joint !== " ") return name;
  // If only a blank joins name and value, the name is the last word, or the last two words if the last one means a key.
  const [before = "", last = ""] = name.split(" ").slice(-2);
  return KEY_WORDS.has(last.toLowerCase()) ? `${before} ${last}` : last || before;
}

/**
 * The signs that join a name and its value. A colon or a comma without a blank or a quote behind it is no such sign,
 * but a part of one name: `h1:…`, `openstack:…`. A dash that begins a line is the sign of a list's item.
 */
const JOINT =
  /^["'\])]{0,3}(?:\s{0,3}(?:=>?|:=|\|)\s{0,4}["'`]?|[ \t]{0,3}-\s{0,4}["'`]?|\s{0,3}[:,](?:\s{1,4}["'`]?|["'`])| |>|\(["'`])$/;

/**
 * Whether a value whose name does not mean a key still looks like a key: it has a random stretch of letters and digits
 * that is as long as in a key. Versions, paths, names of packages and ids of records consist of short parts and words.
 */
function isKeyLike(value: string): boolean {
  if (isHex(value)) return /^[0-9a-f]{24,}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
  if (OTHER.test(value) || !(isRandom(value) || isFilled(value))) return false;
  const longest = value.split(/[^A-Za-z0-9]+/).reduce((most, part) => (part.length > most.length ? part : most), "");
  return /[0-9]/.test(longest) && /[A-Za-z]/.test(longest) && longest.length >= (/[A-Z]/.test(longest) ? 10 : 16);
}

function isHex(value: string): boolean {
  return /^[0-9a-f-]+$/i.test(value);
}

/** Whether a value is a filler with the length of a key, as in tests: its letters or digits are in order. */
function isFilled(value: string): boolean {
  return /^\w+$/.test(value) && /abcdef|ABCDEF|12345678/.test(value);
}

/**
 * Values that are no keys: a constant, a path, a number in hex digits, an address on a blockchain, a file whose name is its hash, a host or a
 * pod, a record's id behind the record's kind.
 */
const OTHER = pattern()`
    ^_*[A-Z][A-Z0-9]*(?:_+[A-Z0-9]+)+_*$|//|^0x(?![0-9a-fA-F]{64}$)|abcdefghijklmnopqrstuvwxyz|\.[a-z]{2,5}\d?$|
    ^[a-z0-9_]+(?:-[a-z0-9_]+)+$|^[a-z]{2,9}[_-][A-Za-z0-9]{12,}$|^[./]
  `;
