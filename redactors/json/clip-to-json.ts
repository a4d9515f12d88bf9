import type { Finding } from "../finding.ts";
import { firstAtLeast, lastAtMost } from "../sorted.ts";

/**
 * Clips findings to the parts whose replacement leaves JSON text valid: parts inside strings, also inside JSON in a
 * string, and whole numbers. A log is clipped line by line. In any other text findings stay unchanged.
 * @param findings sorted by start
 */
export function clipToJson(text: string, findings: readonly Finding[]): readonly Finding[] {
  if (findings.length === 0 || !(text.includes("{") || text.includes("["))) return findings;
  if (isJson(text)) return clip(text, findings);
  const clipped: Finding[] = [];
  for (let at = 0; at < findings.length; ) {
    const start = text.lastIndexOf("\n", findings[at]!.span[0] - 1) + 1;
    const newline = text.indexOf("\n", findings[at]!.span[0]);
    const end = newline === -1 ? text.length : newline;
    let next = at + 1;
    while (next < findings.length && findings[next]!.span[0] <= end) next += 1;
    const group = findings.slice(at, next);
    const line = text.slice(start, end);
    const inLine = group.every(({ span }) => span[1] <= end) && isJson(line);
    for (const one of inLine
      ? clip(
          line,
          group.map((part) => move(part, -start)),
        ).map((part) => move(part, start))
      : group)
      clipped.push(one);
    at = next;
  }
  return clipped;
}

function move(finding: Finding, by: number): Finding {
  return { ...finding, span: [finding.span[0] + by, finding.span[1] + by] };
}

/**
 * Whether a text is a list or an object in JSON. A lone string or number is not treated as JSON, since no program would
 * parse it.
 */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Clips findings in a text that is JSON. */
function clip(text: string, findings: readonly Finding[]): Finding[] {
  const clipped: Finding[] = [];
  let first = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const end = index + token.length;
    while (first < findings.length && findings[first]!.span[1] <= index) first += 1;
    if (first === findings.length) break;
    let last = first;
    while (last < findings.length && findings[last]!.span[0] < end) last += 1;
    if (last > first) for (const one of clipToToken(text, token, index, findings.slice(first, last))) clipped.push(one);
  }
  return clipped;
}

function clipToToken(text: string, token: string, index: number, findings: readonly Finding[]): Finding[] {
  const end = index + token.length;
  if (token[0] !== '"')
    return findings
      .filter(({ span }) => span[0] <= index && span[1] >= end)
      .slice(0, 1)
      .map((one) => ({ ...one, span: [index, end], quote: '"' }));
  // A finding that lies inside a key is cut out of the key. A finding that also covers text outside of the key leaves
  // the key unchanged.
  const name = isName(text, end);
  const inside = findings.filter(
    ({ span }) => span[1] > index + 1 && span[0] < end - 1 && !(name && (span[0] < index || span[1] > end)),
  );
  if (inside.length === 0) return [];
  const [from, to] = [index + 1, end - 1];
  if (!token.includes("\\") && !/^"\s*[{[]/.test(token))
    return inside.map((one) => ({ ...one, span: [Math.max(one.span[0], from), Math.min(one.span[1], to)] }));
  const starts = startsOf(token);
  const value = JSON.parse(token) as string;
  const isText = !isJson(value);
  // If a finding begins before the string, its start in the JSON inside the string is -1. So it covers text outside of
  // any key there, and leaves keys unchanged.
  const inner = inside.map(
    (one): Finding => ({
      ...one,
      span: [
        one.span[0] >= from ? lastAtMost(starts, one.span[0] - index) : isText ? 0 : -1,
        firstAtLeast(starts, Math.min(one.span[1], to) - index),
      ],
    }),
  );
  const parts = isText ? inner : clip(value, inner);
  return parts.map(({ span, quote, ...rest }) => ({
    ...rest,
    span: [index + starts[span[0]]!, index + starts[span[1]]!],
    ...(quote !== undefined && { quote: JSON.stringify(quote).slice(1, -1) }),
  }));
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return text[at] === ":";
}

/** For each character of a string token's value, its index in the token; at last the index of the closing quote. */
function startsOf(token: string): number[] {
  const starts: number[] = [];
  for (let at = 1; at < token.length - 1; at += token[at] !== "\\" ? 1 : token[at + 1] === "u" ? 6 : 2) starts.push(at);
  starts.push(token.length - 1);
  return starts;
}
