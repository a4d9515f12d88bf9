import { pattern } from "../../kit/word-pattern.ts";
import { isVendor, namesIn } from "../rules/vendors.ts";
import { wordList } from "../words.ts";

export const KEY_WORDS = wordList("key apikey token secret auth api access pat password credential");

/** Behind these alone stands a commit or an image. */
export const COMMITS = pattern()`
    ^(?:git(?!ter|ea)|bitbucket|buildkite|heroku|vercel|netlify|node|sentry|snyk|sonar|docker|npm|circle|
    travis|jenkins|codecov|sha|new$|newrelic|kube|terra|vault|azure|aws|gcp|google)
  `;
/** How far before a value `judgeOwner` looks for its owner, and a little more. */
const FAR = 80;
/** The name that operators, quotes, brackets, blanks or the end of its line join to the value. */
const JOINED = /[\w .-]{1,50}\W{0,60}$/;

/**
 * Whether a name of a service or a word for a key stands before the value at `start`: nothing else owns one. A service
 * with commits owns only a value that it is joined to.
 */
export function mayHaveOwner(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - FAR), start);
  const owners = namesIn(before).filter(isOwner);
  return owners.some((word) => !COMMITS.test(word)) || (owners.length > 0 && namesIn(joinedTo(before)).some(isOwner));
}

function isOwner(word: string): boolean {
  return KEY_WORDS.has(word) || isVendor(word);
}

function joinedTo(before: string): string {
  return JOINED.exec(before)?.[0] ?? "";
}
