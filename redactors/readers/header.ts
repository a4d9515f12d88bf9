/**
 * @file Credentials in headers. Several readers may find one credential, as those of `Authorization` and
 * `Bearer` do; `mergeFindings` makes one finding of these, with the rule of the surest.
 */

import { ALNUM, BLANK, DASH, DOT, EQUALS, flagsAt, PLUS_SLASH, QUOTE, runEnd, TILDE, UNDERSCORE } from "../charset.ts";
import { isRandom } from "../judge/is-random.ts";
import { promiseOf } from "../judge/promise-of.ts";
import { isManualWord, isPlaceholder } from "../judge/placeholder.ts";
import { addByForm, addFinding, perScan, type Scan } from "../scan.ts";

const TOKEN = ALNUM | DASH | DOT | UNDERSCORE | TILDE | PLUS_SLASH | EQUALS;
const MAX_HEADER = 4096;
/** The user and password of basic authentication in manuals. */
const MANUAL_PAIR = /^user(?:name)?:pass(?:word)?$/i;

/** Finds the credential behind `Authorization:` in a header, a curl command, a log, JSON or code. The scheme stays. */
export function findAuthorization(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const lead = /^(?:\\{0,3}["'])?\]?[ \t]{0,4}(?:[:=,]|=>|:=)[ \t]{0,4}(?:\\{0,3}["'`])?[ \t]{0,2}/.exec(
    text.slice(end, end + 20),
  );
  if (lead === null) return;
  let at = end + lead[0].length;
  const word = runEnd(text, at, ALNUM | DASH | UNDERSCORE, at + 32);
  const schemed = text[word] === " " && word > at;
  if (schemed) at = word + 1;
  const stop = at + MAX_HEADER;
  let close = at;
  while (
    close < stop &&
    close < text.length &&
    (flagsAt(text, close) & (BLANK | QUOTE)) === 0 &&
    !"\\,;<>)}".includes(text[close] as string)
  )
    close += 1;
  const value = text.slice(at, close);
  if (isNoCredential(value) || isParameter(value, text.slice(close, close + 2))) return;
  if (isExpression(value, lead[0], text.slice(close, close + 90))) return;
  if (!schemed && lead[0].includes(",") && FEATURE.test(value)) return;
  // A short number is no credential. A key's id has sixteen characters or more, so a shorter `Credential=` holds none.
  if (/^[0-9]{1,9}$|^Credential=[^/]{0,15}\//.test(value)) return;
  if (/[0-9]/.test(value) || (isRandom(value) && !IS_WORD.test(value)))
    addByForm(scan, "authorization", at, close, "medium");
}

/** Whether a value is too short, a placeholder, a template or an address. */
function isNoCredential(value: string): boolean {
  return (
    value.length < 8 ||
    isPlaceholder(value) ||
    isManualWord(value) ||
    MANUAL_PAIR.test(decode(value)) ||
    /^[$({*&]|[([]|^https?:\/\//.test(value)
  );
}

/** The next name in a list of names, as `X-Amz-Date` behind `"Authorization"`. */
const FEATURE = /^[A-Z][a-z]*\d*(?:[_-][A-Z][A-Za-z0-9]+)+$/;

/**
 * Whether a value is the first of several parameters and its name promises no secret: `Digest algorithm="md5", …`,
 * `HMAC-SHA256 Access=bob, Signature=…`.
 */
function isParameter(value: string, behind: string): boolean {
  const name = /^([A-Za-z]+)=(?!=)/.exec(value)?.[1];
  if (name === undefined || promiseOf(name) !== undefined) return false;
  return value.length === name.length + 1 ? /^["'][\w/+]/.test(behind) : behind.startsWith(",");
}

/** A word of another language, whose pairs of letters look random: `return_authorization: Nowa autoryzacja`. */
const IS_WORD = /^[a-z]{1,20}$/;

/**
 * Whether a value is code: a member (`p.proxyAuth`), or a chain of calls (`authorization = TestAuthorizations⏎
 *   .authorization(client)`). A member that looks random is one only without quotes and before a sign of code.
 */
function isExpression(value: string, lead: string, behind: string): boolean {
  if (/^\s{0,4}\r?\n\s{1,40}\.[a-z]\w*\(/.test(behind)) return true;
  if (!/^[\w$]+(?:\.[A-Za-z_$][\w$]*)+$/.test(value)) return false;
  return !isRandom(value) || (/[=:,][ \t]*$/.test(lead) && /^[a-z]/.test(value) && /^[),;]/.test(behind));
}

/** Finds the token in `Bearer x`, anywhere in a text. */
export function findBearer(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const close = runEnd(text, end, TOKEN, end + MAX_HEADER);
  const value = text.slice(end, close);
  if (value.length < 16 || isPlaceholder(value) || !/[0-9]/.test(value)) return;
  if (isRandom(value)) addFinding(scan, "authorization", end, close, "medium");
}

/** Finds the credential in `Basic x`: base64 of `user:password`. */
export function findBasic(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const close = runEnd(text, end, ALNUM | PLUS_SLASH | EQUALS | DASH | UNDERSCORE, end + 1024);
  if (close - end < 8) return;
  const plain = decode(text.slice(end, close));
  if (!/^[\x20-\x7e]*:[\x20-\x7e]+$/.test(plain) || MANUAL_PAIR.test(plain)) return;
  addFinding(scan, "authorization", end, close, "medium");
}

/** The end of the cookies that were read last. */
const lastCookies = perScan(() => ({ end: 0 }));

/**
 * Finds the secrets in `Cookie: a=b; c=d` and `Set-Cookie: a=b; Path=/`: values whose names mean a session or a token,
 * and values that look random.
 */
export function findCookies(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const last = lastCookies(scan);
  if (end <= last.end) return;
  const lead = /^(?:\\{0,3}["'])?\s{0,3}[:=]\s{0,3}(?:\\{0,3}["'])?/.exec(text.slice(end, end + 16));
  if (lead === null) return;
  const line = text.slice(end + lead[0].length, end + lead[0].length + MAX_HEADER);
  // A brace or a sign of code begins an object or an expression, and no cookie: `Cookie = { Client = 0x…`.
  if (/^[{[(!]/.test(line)) return;
  const stop = line.search(/["'`\r\n\\]/);
  let at = end + lead[0].length;
  for (const pair of (stop === -1 ? line : line.slice(0, stop)).split(";")) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals).trim();
    const raw = pair.slice(equals + 1).trimEnd();
    if (equals > 0 && raw.length >= 8 && !COOKIE_ATTRIBUTE.test(name) && !isPlaceholder(raw)) {
      const telling =
        /sess|sid|auth|token|jwt|csrf|xsrf|remember|login|secret|connect|key|sso/i.test(name) && /[0-9]/.test(raw);
      if (telling || (raw.length >= 20 && isRandom(raw)))
        addFinding(scan, "cookie", at + equals + 1, at + equals + 1 + raw.length, "medium");
    }
    at += pair.length + 1;
  }
  last.end = at;
}

const COOKIE_ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|version|comment|priority)$/i;

function decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("latin1");
}
