import { ALNUM, flagsAt, PLUS_SLASH } from "./charset.ts";
import type { Finding } from "./finding.ts";
import { isRandom } from "./judge/is-random.ts";
import { isLikelyAnywhere } from "./judge/opinion/opinion.ts";

/**
 * The most found values that are searched for in the rest of the text. Each value costs one plain search through the
 * text.
 */
const MAX_VALUES = 32;
const LEAST = 16;
/**
 * The least characters of a value that is searched for in the rest of its own line. In the whole text the least is
 * `LEAST`, since elsewhere a short value may be an ordinary word.
 */
const LEAST_ON_LINE = 8;
/** The most characters between an AWS key id and its secret. */
const NEAR = 160;

/** The most further lines of a wrapped token, and the columns of the narrowest terminal. */
const [MAX_WRAPS, NARROWEST] = [8, 40] as const;

/**
 * Findings that follow from other findings: the same value elsewhere in the text, the secret near an AWS key id, and
 * the rest of a wrapped token on the lines below.
 */
export function followUp(text: string, found: readonly Finding[]): Finding[] {
  return [...echoes(text, found), ...awsSecrets(text, found), ...wrapped(text, found)];
}

function echoes(text: string, found: readonly Finding[]): Finding[] {
  const values = new Map<string, Finding>();
  for (const least of [LEAST, LEAST_ON_LINE]) {
    for (const finding of found) {
      const [start, end] = finding.span;
      if (values.size >= MAX_VALUES) break;
      if (finding.confidence === "low" || end - start < least || !isRandom(text, start, end)) continue;
      values.set(text.slice(start, end), finding);
    }
  }
  const known = new Set(found.map(({ span }) => span[0]));
  const more: Finding[] = [];
  for (const [value, finding] of values) {
    let isAsked = !finding.rule.startsWith("keyed-");
    const [from, to] = value.length < LEAST ? lineAround(text, finding.span) : [0, text.length];
    for (let at = text.indexOf(value, from); at !== -1 && at < to; at = text.indexOf(value, at + value.length)) {
      const end = at + value.length;
      if (known.has(at) || (flagsAt(text, at - 1) & ALNUM) !== 0 || (flagsAt(text, end) & ALNUM) !== 0) continue;
      // What only its name made a secret may be an ordinary text elsewhere.
      if (!isAsked && !isLikelyAnywhere(value)) break;
      isAsked = true;
      const { kind, confidence, rule } = finding;
      more.push({ rule: `again-${rule}`, kind, confidence, span: [at, end] });
    }
  }
  return more;
}

function lineAround(text: string, [start, end]: Finding["span"]): readonly [from: number, to: number] {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const behind = text.slice(end, end + NEAR).indexOf("\n");
  return [start - before.length + before.lastIndexOf("\n") + 1, behind === -1 ? end + NEAR : end + behind];
}

/** Finds secrets of AWS near a key id: forty characters of base64 with small letters, capitals, and digits or signs. */
function awsSecrets(text: string, found: readonly Finding[]): Finding[] {
  return found.flatMap(({ kind, span }) => {
    if (kind !== "aws-access-key-id") return [];
    const from = Math.max(0, span[0] - NEAR);
    return [...text.slice(from, span[1] + NEAR).matchAll(/[A-Za-z0-9+/]{40,}/g)].flatMap(({ 0: run, index }) => {
      const start = from + index;
      const whole =
        run.length === 40 && (flagsAt(text, start - 1) & (ALNUM | PLUS_SLASH)) === 0 && text[start + 40] !== "=";
      if (!whole || !/[a-z]/.test(run) || !/[A-Z]/.test(run) || !/[0-9+/]/.test(run) || !isRandom(run)) return [];
      return [
        {
          rule: "aws-secret-beside-id",
          kind: "aws-secret-access-key",
          span: [start, start + 40] as const,
          confidence: "medium" as const,
        },
      ];
    });
  });
}

/** The next line of a wrapped token: an indent or a frame, and then one word. */
const REST = /^[ \t│┃|]{0,8}\r?\n[ \t│┃|>]{0,16}([\w+/=.~-]{8,256})(?=[ \t│┃|]{0,64}(?:\r?\n|$|\\{0,7}["'\x60]))/;

/** Finds the rest of a token that a terminal, or an agent that shows its output, wrapped at a column. */
function wrapped(text: string, found: readonly Finding[]): Finding[] {
  const more: Finding[] = [];
  for (const { rule, kind, confidence, span } of found) {
    if (confidence !== "high") continue;
    let at = span[1];
    if (at < NARROWEST || text.slice(at - NARROWEST, at).includes("\n")) continue;
    for (let line = 0; line < MAX_WRAPS; line++) {
      const match = REST.exec(text.slice(at, at + 360));
      if (match === null || !isRandom(match[1] as string)) break;
      at += match[0].length;
      more.push({ rule: `wrapped-${rule}`, kind, confidence: "medium", span: [at - (match[1] as string).length, at] });
    }
  }
  return more;
}
