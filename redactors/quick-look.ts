import { isObject, type Json } from "../kit/json.ts";
import { isLosslessNumber } from "../kit/lossless-json.ts";
import type { Detector } from "./finding.ts";
import { mayHaveViews } from "./has-views.ts";
import { isRandom } from "./is-random.ts";
import { looksEncoded } from "./looks-encoded.ts";
import { mayHoldCrypt } from "./may-hold-crypt.ts";
import { mayHoldPhrase } from "./may-hold-phrase.ts";
import { isPlainName } from "./plain-names.ts";
import { edgedHeads, freeHeads, tellingParts, tellingWords } from "./quick-words.ts";

/** Characters of a text, and texts: of more, the pass over their bytes takes less. */
const MOST = 16 * 1024;
const MANY = 64;

/**
 * What is not looked into here: control characters, what cannot be seen, scripts that have names of their own, lists of numbers,
 * and markers, around which the text is searched as if they were one character.
 */
const BEYOND = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u0370-\u1fff\u200b-\u200f\u2060\u3040-\ud7a3\ufeff]|\[(?:\s*\d[\d\s]*,|REDACTED)/;
/** Small letters and blanks, as many as the shortest wallet's seed has. */
const PHRASES = /(?<![a-z ])[a-z ]{47,}/g;
/** Characters of tokens in a row, no fewer than the shortest token has, also where a terminal wrapped it, and where JSON escapes that. */
const RUNS = /(?<![\w.+/=~-])[\w.+/=~-](?:[\w.+/=~-]|(?:\r|\\{1,7}[rR])?(?:\n|\\{1,7}[nN])(?:[ \t]|\\{1,7}[tT]){0,16}){13,}/g;
/** Behind such a word a hash is a commit's, unless it starts as tokens do. */
const COMMITS = /(?<![^\s(])(?:commit|tree|parent|revision) (?!4b1d)[0-9a-f]{16,40}(?![\w.+/=~-])/g;

/**
 * Whether a value holds nothing that any rule or reader begins with, and nothing of what is known from elsewhere: told by the
 * engine's own searches, which take a tenth of what it takes to load better ones. False where it cannot tell. Tests hold what
 * it says against the rules: a reader that needs no word of its own has to be thought of here.
 */
export function isAtOnceClean(value: Json, known?: Detector): boolean {
  const texts: string[] = [];
  const names = new Set<string>();
  if (!collect(value, texts, names)) return false;
  return texts.every(beginsNothing) && (known === undefined || [...texts, ...names].every((text) => known.find(text).length === 0));
}

/** The texts of a value in which no name promises anything, and the names and numbers; false where one may, or where the texts are long. */
function collect(value: Json, texts: string[], names: Set<string>): boolean {
  if (typeof value === "string") return value.length <= MOST && !isLosslessNumber(value) && texts.push(value) <= MANY;
  // Digits say nothing alone, but may be known.
  if (typeof value === "number") names.add(String(value));
  if (Array.isArray(value)) return value.length <= MANY && value.every((item) => isObject(item) && collect(item, texts, names));
  return !isObject(value) || Object.keys(value).every((name) => name !== "name" && isPlainName(name) && names.add(name) && !mayBeEncoded(name, value[name] as Json) && collect(value[name] as Json, texts, names));
}

/** Bytes in base64, which have to be opened, see encoded-part.ts; no other field of theirs has a plain name. */
function mayBeEncoded(name: string, value: Json): boolean {
  return typeof value === "string" && ((name === "data" && value.length >= 16 && !value.includes(" ")) || value.startsWith("data:"));
}

function beginsNothing(text: string): boolean {
  if (text === "") return true;
  if (USUAL.some((head) => text.includes(head))) return false;
  if (BEYOND.test(text) || mayHoldCrypt(text) || mayHaveViews(text)) return false;
  const whole = text.toLowerCase();
  const lower = whole.includes("pass") || whole.includes("key") ? text.replace(INNOCENT, "").toLowerCase() : whole;
  if ((lower.includes("://") && text.includes("@")) || tells(lower)) return false;
  if (text.match(PHRASES)?.some((phrase) => mayHoldPhrase(phrase, 0, phrase.length)) === true) return false;
  const runs = withoutCommits(text).match(RUNS);
  if (runs === null) return true;
  if (runs.some((run) => (run.includes("\n") || run.includes("\\") ? run.split(/[\s\\]+/).some(mayBeKey) : mayBeKey(run)))) return false;
  const all = [...new Set(runs)].join("\n\n");
  const escapes = /[\\%]/.test(text);
  return !freeHeads().some((head) => all.includes(head)) && !edgedHeads().some((head) => startsWord(all, head, escapes));
}

/** Where one of them may be text in hex, they all stay. */
function withoutCommits(text: string): string {
  if (!text.includes("commit ")) return text;
  const commits = new Set(text.match(COMMITS));
  return [...commits].some((commit) => looksEncoded(commit, commit.indexOf(" ") + 1, commit.length)) ? text : text.replace(COMMITS, "");
}

/** How tokens begin that are found most often: where one stands, what all of them begin with need not be looked for. */
const USUAL = ["ghp_", "github_pat_", "AKIA", "glpat-", "xoxb-", "sk-ant-", "sk-proj-"];

/** Words of outputs in which names begin, and which are none. In `keyWord` there are two words. */
const INNOCENT = /\b(?:[Pp]ass(?:ed|es|ing)|PASS(?:ED|ES|ING)|[Kk]ey(?:words?|board)|KEY(?:WORDS?|BOARD))\b/g;

/** Which words a part stands for is read where the text has one: most texts have few. */
function tells(lower: string): boolean {
  let words: readonly string[] | undefined;
  return tellingParts().some((part, row) => lower.includes(part) && ((words ??= tellingWords())[row] as string).split("\t").some((word) => lower.includes(word)));
}

/** Whether a reader of runs may take it for a key, or open it as encoded text: see run-readers.ts and read-runs.ts, which ask more. */
function mayBeKey(run: string): boolean {
  if (run.length < 16) return false;
  if (run.length >= 24 && !run.includes(".") && !run.includes("~") && (/[A-Z\d]/.test(run) || !/[a-z]/.test(run)) && (run.includes("=") || looksEncoded(run, 0, run.length))) return true;
  let end = run.length;
  while (".=~-".includes(run[end - 1] ?? "x")) end -= 1;
  const key = run.slice(0, end);
  return /\d/.test(key) && (key.includes("=") || isRandom(key) || MADE_UP.test(key));
}

/** What a key of a test may be: a row of one character, the alphabet, the digits; or hex without a turn from digits to letters. */
const MADE_UP = /([A-Za-z1-9])\1{7}|abcdef|12345678|^[0-9a-f-]{32,}$/i;

/** Whether no letter or digit stands directly before one of the places where `head` is, or those of an escape: `\n`, `%20`, `\e[1m`. */
function startsWord(runs: string, head: string, escapes: boolean): boolean {
  for (let at = runs.indexOf(head); at !== -1; at = runs.indexOf(head, at + 1)) {
    const before = runs.slice(Math.max(0, at - 3), at);
    if (!/[A-Za-z0-9]$/.test(before) || (escapes && ESCAPE.test(before))) return true;
  }
  return false;
}

/** What is left of an escape at a run's beginning, or where one was wrapped. */
const ESCAPE = /(?:^|[\n\\])\w{1,2}$|m$/;
