import { ALNUM, DASH, flagsAt, PLUS_SLASH, runEnd, runStart, UNDERSCORE } from "./charset.ts";
import { isInBlob } from "./readers/blob.ts";
import { isRandom } from "./judge/is-random.ts";
import { isPlaceholderToken } from "./judge/placeholder.ts";
import type { Rule } from "./rules/rule.ts";
import { matchShape, parseShape, type RulePart } from "./rules/rule.ts";

/**
 * The end of a rule's token whose prefix is `[start, bodyStart)`; -1 if the rule's shape does not follow the prefix, or
 * if the token is a part of a longer word though the rule forbids that.
 * @param touches whether the token touches another secret, and so may be a part of a longer word
 */
export function tokenEnd(
  text: string,
  [, , shape, edge]: Rule,
  start: number,
  bodyStart: number,
  touches: boolean,
): number {
  if (edge !== undefined && edge !== "after" && !touches && !isFree(text, start)) return -1;
  return matchShape(text, bodyStart, partsOf(shape));
}

/**
 * Whether a token that ends at `end` may be a secret: it is no part of something longer and no placeholder, and a
 * machine may have issued it.
 */
export function isToken(
  text: string,
  [kind, , shape, edge]: Rule,
  start: number,
  bodyStart: number,
  end: number,
): boolean {
  const parts = partsOf(shape);
  if (edge === "both" && goesOn(text, end, parts)) return false;
  if (
    bodyStart - start <= SHORT_PREFIX &&
    runEnd(text, start, ALNUM | PLUS_SLASH, bodyStart) === bodyStart &&
    isInBlob(text, start, end)
  )
    return false;
  if (kind === "slack-webhook" && MASKED_WEBHOOK.test(text.slice(bodyStart, end))) return true;
  // An ellipsis behind the token's public number shows that a manual shortened the token: `xoxb-123456789012-...`.
  if (/^(?:\.{3}|…)/.test(text.slice(end, end + 3)) && /^[\d-]{1,40}$/.test(text.slice(bodyStart, end))) return false;
  return !isPlaceholderToken(text, bodyStart, end) && isIssued(text, bodyStart, end, parts);
}

const shapes = new Map<string, readonly RulePart[]>();

/** The parts of a shape. The shape is parsed at the first call. */
function partsOf(shape: string): readonly RulePart[] {
  let parts = shapes.get(shape);
  if (parts === undefined) shapes.set(shape, (parts = parseShape(shape)));
  return parts;
}

/**
 * The end of a Slack webhook's address in which a part is masked. It is redacted nevertheless: people hide one part,
 * and may not know which part is the secret. The address in Slack's manual does not match.
 */
const MASKED_WEBHOOK = /^T(?!0{8})[A-Z0-9]{4,11}\/B[A-Z0-9]{4,11}\/[A-Za-z0-9]{8}/;

/** Whether a token may begin at `start`: the text before it does not belong to the same word or base64 blob. */
function isFree(text: string, start: number): boolean {
  const before = flagsAt(text, start - 1);
  if (before & ALNUM) return isEscape(text, start - 1);
  if (before & (DASH | UNDERSCORE) && isInDigest(text, start)) return false;
  // The rest of a key that a service publishes is no token of another service: `pk_test_…`.
  if (before & UNDERSCORE && /(?<![A-Za-z0-9])pk_$/.test(text.slice(Math.max(0, start - 4), start))) return false;
  if ((before & PLUS_SLASH) === 0) return true;
  return start - runStart(text, start, ALNUM | PLUS_SLASH, Math.max(0, start - 48)) < 32;
}

/** Whether an index lies within `sha256=…` or `sha256-…` in base64url, as in Python's lists of files. */
function isInDigest(text: string, at: number): boolean {
  const from = runStart(text, at, ALNUM | DASH | UNDERSCORE, Math.max(0, at - 96));
  const before = text.slice(Math.max(0, from - 8), at);
  return before.includes("sha") && /(?:^|\W)sha\d{1,3}[=-][\w-]*$/.test(before);
}

/** The most characters of a prefix that can occur by chance within base64. */
const SHORT_PREFIX = 6;

function goesOn(text: string, end: number, parts: readonly RulePart[]): boolean {
  const last = parts[parts.length - 1] as RulePart;
  return (flagsAt(text, end) & last.mask) !== 0;
}

/** Whether the letter at `at`, before a token, belongs to an escape in the text: `\n`, `\t`. */
function isEscape(text: string, at: number): boolean {
  return text[at - 1] === "\\" && "nrtbf".includes(text[at] as string);
}

/**
 * Whether a machine may have issued a token's body. A name in code can start with a token's prefix, too. Such a name is
 * made of words, and has no digits or consists of several parts.
 */
function isIssued(text: string, from: number, to: number, parts: readonly RulePart[]): boolean {
  if (to - from <= 8 || isRandom(text, from, to)) return true;
  const body = text.slice(from, Math.min(to, from + 128));
  // Test keys are often one letter over and over, or letters in the order of the alphabet.
  if (/([A-WYZa-wyz0-9])\1{7}|abcdef|ABCDEF|AbCdEf|aBcDeF/.test(body)) return true;
  const joints = parts.length === 1 ? (body.match(/[-_.](?=[A-Za-z])/g)?.length ?? 0) : 0;
  return /[0-9]/.test(body) && joints < 2;
}
