import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, flagsAt, NAME, UNDERSCORE } from "../charset.ts";
import { isVendor, namesIn } from "../rules/vendors.ts";
import { wordList } from "../words.ts";

export const KEY_WORDS = wordList("key apikey token secret auth api access pat password credential");

/** Behind these alone stands a commit or an image. */
export const COMMITS = pattern()`
    ^(?:git(?!ter|ea)|bitbucket|buildkite|heroku|vercel|netlify|node|sentry|snyk|sonar|docker|npm|circle|
    travis|jenkins|codecov|sha|new$|newrelic|kube|terra|vault|azure|aws|gcp|google)
  `;
const WORD = ALNUM | UNDERSCORE;
/** How far before a value `judgeOwner` looks for its owner, and a little more. */
const FAR = 80;
/** Characters of a name, and of the operators, quotes, brackets and blanks that join it to the value. */
const [LONGEST_NAME, LONGEST_JOINT] = [50, 60];

/**
 * Whether a name of a service or a word for a key stands before the value at `start`: nothing else owns one. A service
 * with commits owns only a value that it is joined to.
 */
export function mayHaveOwner(text: string, start: number): boolean {
  if (text !== last) texts += 1;
  last = text;
  if (texts > MOST_TEXTS || asked.size > MOST) {
    asked.clear();
    texts = 1;
  }
  const before = text.slice(Math.max(0, start - FAR), start);
  const known = asked.get(before);
  const may = known ?? mayOwn(before);
  if (known === undefined) asked.set(before, may);
  return may;
}

/**
 * What comes before a value → the answer. The gate and each round of a search ask the same: 2 ms in 10 KB with a secret.
 * Each key keeps the whole text that it is a part of, so only those of the last few texts are kept.
 */
const asked = new Map<string, boolean>();
const [MOST, MOST_TEXTS] = [2000, 8];
let last = "";
let texts = 0;

function mayOwn(before: string): boolean {
  const owners = namesIn(before).filter(isOwner);
  return owners.some((word) => !COMMITS.test(word)) || (owners.length > 0 && namesIn(joinedTo(before)).some(isOwner));
}

function isOwner(word: string): boolean {
  return KEY_WORDS.has(word) || isVendor(word);
}

/** The name and what joins it, read backwards: a pattern tries each beginning, which takes 2 ms in 10 KB with commits. */
function joinedTo(before: string): string {
  let start = before.length;
  while (start > 0 && before.length - start < LONGEST_JOINT && !(flagsAt(before, start - 1) & WORD)) start -= 1;
  const least = Math.max(0, start - LONGEST_NAME);
  while (start > least && (before[start - 1] === " " || flagsAt(before, start - 1) & NAME)) start -= 1;
  return before.slice(start);
}
