import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, BLANK, EQUALS, PLUS_SLASH, runEnd } from "../charset.ts";
import { addFinding, perScan, type Scan } from "../scan.ts";

const MAX_BLOCK = 65536;
const BASE64 = ALNUM | PLUS_SLASH | EQUALS;

/** The end of the last block that holds a key or a token; no other block begins before it. */
export const lastBlock = perScan(() => ({ end: 0 }));

/**
 * Finds the key below `-----BEGIN … PRIVATE KEY-----`: the lines up to the END line. If there is no END line, since the
 * output was cut off, every following line that can belong to a key is found. The lines may be indented, numbered,
 * quoted, part of a diff, or joined by `\n` in a string.
 */
export function findBelowPemBegin(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const last = lastBlock(scan);
  if (end <= last.end) return;
  const label = /^ ?(?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)(?:-{3,5}| -{3,5})/.exec(
    text.slice(end, end + 64),
  );
  if (label === null) return;
  const bodyStart = end + label[0].length;
  const bodyEnd = keyEnd(text, bodyStart, linePrefix(text, start, bodyStart));
  last.end = Math.max(bodyEnd, end);
  findInBody(scan, bodyStart, bodyEnd);
}

/**
 * Finds the key above an `-----END … PRIVATE KEY-----` line whose BEGIN line is missing: the lines that can belong to a
 * key.
 */
export function findAbovePemEnd(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const last = lastBlock(scan);
  if (start < last.end + 64 && last.end > 0) return;
  if (!/^[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-{3,5}/.test(text.slice(end, end + 64))) return;
  const floor = Math.max(last.end, start - MAX_BLOCK);
  let from = start;
  for (let lineEnd = start; lineEnd > floor; ) {
    const before = previousBreak(text, lineEnd, floor);
    if (before === undefined) break;
    const lineStart = before.end;
    if (lineEnd !== start || lineStart !== start) {
      const line = text.slice(lineStart, lineEnd).replace(PREFIX, "").trim();
      if (line !== "" && !/^[A-Za-z0-9+/=]{16,}$/.test(line)) break;
      from = lineStart;
    }
    lineEnd = before.start;
    if (lineEnd <= floor) break;
  }
  last.end = end;
  findInBody(scan, from, start);
}

/** The text that a listing, a diff, a quotation, a comment or `grep -n` puts before a line. */
const PREFIX = /^[ \t]*(?:[\w./-]{1,64}[:-]\d{1,6}[:-]|\d{1,6}[\t:|→-]|[+>|#*-]|\/\/|"|')?[ \t]*["']?/;

function previousBreak(text: string, at: number, floor: number): { start: number; end: number } | undefined {
  const head = text.slice(Math.max(floor, at - 256), at);
  const real = head.lastIndexOf("\n");
  const escaped = head.lastIndexOf("\\n");
  const base = at - head.length;
  if (real === -1 && escaped === -1) return head.length < 256 ? { start: base, end: base } : undefined;
  if (real > escaped) return { start: base + real, end: base + real + 1 };
  let start = escaped;
  while (start > 0 && head[start - 1] === "\\") start -= 1;
  return { start: base + start, end: base + escaped + 2 };
}

/**
 * The end of the key whose BEGIN line ends at `from`: the start of the END line; without an END line, the end of the
 * last line that can belong to a key.
 */
function keyEnd(text: string, from: number, prefix: RegExp | undefined): number {
  const limit = Math.min(text.length, from + MAX_BLOCK);
  let at = from;
  let last = from;
  while (at < limit) {
    const next = skipBreak(text, at, prefix);
    if (text.startsWith("-----END", next) || text.startsWith("---- END", next)) return next;
    if (text.startsWith("-----BEGIN", next)) return last;
    const run = runEnd(text, next, BASE64, limit);
    if (run === next || text[run] === ":" || text[run] === "-") {
      const header = /^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject|X-[\w-]+): ?[^\n\\]{0,120}/.exec(
        text.slice(next, next + 140),
      );
      if (header === null) return last;
      at = next + header[0].length;
      last = at;
      continue;
    }
    // A short line inside the key is prose: the key was cut off above it. Only the last line of a key is short.
    if (run - next < 16 && !isLastLine(text, run, prefix)) return last;
    at = run;
    last = run;
  }
  return last;
}

/** The text that editors, `grep`, patches and code put before a line. */
const LINE_PREFIX = pattern()`
  ^(?:\d{1,6}[\t:|\u2192-]|[\w./-]{1,64}[:-]\d{1,6}[:-]|[>|#*]|//|\+ ?(?=[A-Za-z0-9+/-])|- ?(?=[A-Za-z0-9+/])|
  ["'](?:[ ,+.\\]*\r?\n?[ \t+.]*["'])?)
`;

/** The text that a log, a prompt or a table puts before a line of base64. */
const BEFORE_BASE64 = /^((?:(?!\\n)[^\n]){2,80}?)(?=[A-Za-z0-9+/]{40,76}(?![A-Za-z0-9+/]))/;

/**
 * A pattern for the text before each line of a key, as a log or a prompt has it: it is before `-----BEGIN` at `start`
 * and before the next line, and only its numbers differ. `undefined` if there is none.
 */
function linePrefix(text: string, start: number, bodyStart: number): RegExp | undefined {
  const way = /^[^\n\\]{0,8}(?:\\{1,4}r)?(?:\r?\n|\\{1,4}n)/.exec(text.slice(bodyStart, bodyStart + 16));
  if (way === null) return undefined;
  const from = bodyStart + way[0].length;
  const before = BEFORE_BASE64.exec(text.slice(from, from + 160))?.[1]?.trimStart();
  if (before === undefined || before === "" || /^[A-Za-z0-9+/]+$/.test(before)) return undefined;
  const shape = before.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&").replace(/\d+/g, String.raw`\d+`);
  return new RegExp(`${shape}$`).test(text.slice(Math.max(0, start - 80), start)) ? new RegExp(shape, "y") : undefined;
}

/** The index behind line ends at `from`, real or escaped, and behind the signs before the next line's text. */
function skipBreak(text: string, from: number, prefix: RegExp | undefined): number {
  let at = from;
  const limit = from + 160;
  while (at < limit) {
    if (prefix !== undefined && at > from) {
      prefix.lastIndex = at;
      if (prefix.test(text)) return prefix.lastIndex;
    }
    const next = blankEnd(text, at) ?? signsEnd(text, at);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** The index behind a blank or a line end, real or escaped, at `at`; `undefined` if there is none. */
function blankEnd(text: string, at: number): number | undefined {
  const c = text[at];
  if (c === " " || c === "\t" || c === "\r" || c === "\n") return at + 1;
  if (c !== "\\" || !/[\\nrt]/.test(text[at + 1] ?? "")) return undefined;
  return at + (text[at + 1] === "\\" ? 1 : 2);
}

/**
 * The index behind the signs (of a quotation, a diff, a comment) that stand at `at` before a line's text; `undefined`
 * if there are none.
 */
function signsEnd(text: string, at: number): number | undefined {
  if (!"\n \t\"'".includes(text[at - 1] ?? "x") && !"\"'".includes(text[at] ?? "x")) return undefined;
  const [signs = ""] = LINE_PREFIX.exec(text.slice(at, at + 80)) ?? [];
  if (signs === "+" && !/\n[ \t]*$/.test(text.slice(Math.max(0, at - 8), at))) return undefined;
  return signs === "" ? undefined : at + signs.length;
}

function isLastLine(text: string, at: number, prefix: RegExp | undefined): boolean {
  const next = skipBreak(text, at, prefix);
  return next >= text.length || text.startsWith("-----END", next) || (text[at - 1] === "=" && at > 0);
}

/** Adds the body of a key to the findings, unless it is `...`, `***` or a few characters. */
function findInBody(scan: Scan, start: number, end: number): void {
  const body = scan.text.slice(start, Math.min(end, start + 4096)).replace(/\\[nrt]|\s/g, "");
  if (body.length < 20 || /^(.)\1*$/.test(body) || /\.{3}|x{8}|X{8}|\*{3}|your|<[a-z]/i.test(body.slice(0, 40))) return;
  // Each line may be in quotes, since source code joins the lines. The quotes stay.
  let from = start;
  for (const seam of scan.text.slice(start, end).matchAll(/(?<!\\)["'][^A-Za-z0-9/]*["']?/g)) {
    addFinding(scan, "private-key", from, start + seam.index, "high");
    from = start + seam.index + seam[0].length;
  }
  addFinding(scan, "private-key", from, end, "high");
}

/** The most blanks before an indented line. */
const MAX_INDENT = 64;

/** Finds the key behind PuTTY's `Private-Lines: 14`; the number is that of the key's lines. */
export function findPpk(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const head = /^ ?(\d{1,3})(\r?\n|\\n|\\r\\n)/.exec(text.slice(end, end + 12));
  if (head === null) return;
  const from = end + head[0].length;
  let at = from;
  for (let lines = Number(head[1]); lines > 0 && at < text.length; lines--) {
    at = runEnd(text, at, BLANK, at + MAX_INDENT);
    const run = runEnd(text, at, BASE64, at + 128);
    if (run === at) break;
    at = /^\\r?\\?n/.test(text.slice(run, run + 4)) ? run + 2 : text.startsWith("\r\n", run) ? run + 2 : run + 1;
  }
  addFinding(scan, "private-key", from, Math.min(text.length, at - 1), "high");
}
