import { isTypeName } from "../judge/harmless-shapes.ts";
import type { KeyClass } from "../judge/key-class.ts";
import { findInPair } from "../judge/judge-pair.ts";
import { UUID, type ValueContext } from "../judge/value-traits.ts";
import { MAX_TRIES, perScan, type Scan } from "../scan.ts";
import type { Value } from "./value.ts";
import { isInNetrc, isLineStart, isQuery } from "./named.ts";
import type { Operator } from "./operator.ts";
import { inConnectionString, isAssigned, isBareSetting, isBundled, isOwned, isSetting } from "./setting.ts";

/** The end of the value that was judged last, and how often it was judged. */
const lastValue = perScan(() => ({ end: -1, tries: 0 }));

/**
 * Finds the secret in a value behind its name, unless the value or the text around it shows that the value is no
 * secret.
 */
export function findBehindName(
  scan: Scan,
  key: KeyClass,
  name: string,
  whole: Value,
  quoted: boolean,
  operator: Operator,
  nameStart: number,
): void {
  const { text } = scan;
  const last = lastValue(scan);
  if (whole.end !== last.end) last.tries = 0;
  last.end = whole.end;
  if (++last.tries > MAX_TRIES) return;
  const { start, end } = whole;
  const value = text.slice(start, end);
  // A value with an ellipsis behind it is a shortened token, as manuals show it: `eyJhbGciOi...`.
  if (key.kind !== "password" && value.length < 24 && /^(?:\.{3}|…)/.test(text.slice(end, end + 3))) return;
  const printed = !quoted && isPrinted(text, whole, nameStart, operator);
  if (!quoted && !printed && whole.scrambled !== true && isTypeName(text, start, end)) return;
  if (hasOtherMeaning(text, name, value, nameStart)) return;
  findInPair(
    scan,
    { name, value, key, place: placeOf(text, name, whole, quoted, printed, operator, nameStart) },
    start,
  );
}

/**
 * Whether a value behind the name `name` is something other than a secret: a folder, a record's id, a mount, an
 * encrypted value.
 */
function hasOtherMeaning(text: string, name: string, value: string, nameStart: number): boolean {
  // `PWD` is the working folder of a shell, unless it stands behind a `;`: then it is the password in a connection
  // string.
  if (/(?:^|\.)PWD$/.test(name) && text[nameStart - 1] !== ";" && FOLDER.test(value)) return true;
  // `key: <UUID>` is the id of a record if no service's name stands before it. The test below is for a flag with
  // `type=…`, which mounts a secret into a container.
  if (/^key$/i.test(name) && UUID.test(value) && isRecord(text, nameStart)) return true;
  if (text[nameStart] === "-" && name.endsWith("secret") && MOUNT.test(value)) return true;
  return SEALED.test(value) && /encryptedData\\*["']?\s*:/.test(text.slice(Math.max(0, nameStart - 1000), nameStart));
}

/**
 * Whether a bare `key` means a record's id: it stands neither in a URL's query nor in a section, and no service's name
 * stands before it.
 */
function isRecord(text: string, nameStart: number): boolean {
  const inSection = /\]\s{1,4}$/.test(text.slice(Math.max(0, nameStart - 6), nameStart));
  return !isQuery(text, nameStart) && !inSection && !isOwned(text, nameStart);
}

function placeOf(
  text: string,
  name: string,
  whole: Value,
  quoted: boolean,
  printed: boolean,
  operator: Operator,
  nameStart: number,
): ValueContext {
  const { kind, says } = operator;
  const constant = !/[a-z]/.test(name);
  const query = isQuery(text, nameStart);
  const record = printed || isInRecord(text, nameStart, operator);
  const isQuotedName = quoted && "\"'".includes(text[operator.nameEnd] ?? " ");
  return {
    quoted,
    data:
      kind === "element" ||
      kind === "space" ||
      kind === "attribute" ||
      isLineStart(text, nameStart) ||
      query ||
      record ||
      isInRow(text, whole, nameStart, operator) ||
      isOwnLine(text, whole, nameStart) ||
      text[nameStart] === "-" ||
      inConnectionString(text, nameStart, operator) ||
      constant,
    constant,
    bundled: () => record || (!says && isBundled(text, nameStart, whole.end)),
    owned: () => isOwned(text, nameStart),
    setting: isSetting(text, name, nameStart, quoted, operator),
    assigned: quoted
      ? isAssigned(text.slice(whole.start, whole.end), operator)
      : isBareSetting(text, whole, nameStart, operator),
    assigns: kind === "assign",
    query,
    record,
    scrambled: whole.scrambled,
    label: isQuotedName ? (text[nameStart - 1] === " " ? "phrase" : "word") : undefined,
  };
}

/** Whether a line holds only a name of several words, a colon and the value: `Client Secret: …`. */
function isOwnLine(text: string, { end }: Value, nameStart: number): boolean {
  return (
    /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 80)) &&
    /(?:^|\n)[ \t]*(?:[*•-] )?(?:[A-Za-z][\w-]{0,24} ){1,3}$/.test(text.slice(Math.max(0, nameStart - 80), nameStart))
  );
}

/** The value of a SealedSecret, or its beginning, which manuals show. */
const SEALED = /^Ag[A-D][A-Za-z0-9+/]{5,}={0,2}$/;
const MOUNT = /^(?:type|id|source|src|target|env)=[\w./-]+,/;
const FOLDER = /^(?:[A-Za-z]:[\\/]|[~.]{0,2}\/[\w.-]+(?:\/|$)|\$\{?\w+\}?\/)/;

/**
 * Whether a value is a field of an object as a program prints it: `DbConfig(host=db, user=app, password=…, port=5432)`.
 * The object stands at a line's start or behind an ordinary word; code has no object there, since it would be unused.
 */
function isPrinted(text: string, { end }: Value, nameStart: number, { kind, tight, assigns }: Operator): boolean {
  if (kind !== "assign" || !assigns || !tight || !/^[.!?]{0,3}[,)\]]/.test(text.slice(end, end + 4))) return false;
  const type = PRINTED.exec(text.slice(Math.max(0, nameStart - 200), nameStart));
  return type !== null && !CODE_WORD.test(type[1] as string);
}

const PRINTED = /(?:^|\n|([a-z]+|[:\]>-]) )[A-Z]\w*(?:[.$][A-Z]\w*)*[([](?:\w+=[^\s,()"'={}]+, )+$/;
const CODE_WORD =
  /^(?:return|new|await|yield|throw|raise|assert|class|in|is|not|and|or|if|else|lambda|print|fun|def|func|extends)$/;

/**
 * Whether a name and its value are in a row of pairs with only blanks between them: logfmt, Go's `{Host:db User:app
 * Password:…}`, a string for a database's driver. No language writes code like this.
 */
function isInRow(text: string, { end }: Value, nameStart: number, { kind, tight, valueStart }: Operator): boolean {
  const sign = text[valueStart - 1];
  if (kind !== "assign" || !tight || (sign !== "=" && sign !== ":")) return false;
  const other = sign === "=" ? ROW_OF_EQUALS : ROW_OF_COLONS;
  return (
    other.behind.test(text.slice(end, end + 48)) ||
    other.before.test(text.slice(Math.max(0, nameStart - 80), nameStart))
  );
}

/**
 * Whether a name is a field of a record without code: in Go's `{Host:db Password:…}`, in a row that a client of a
 * database printed field by field, in `.netrc`.
 */
function isInRecord(text: string, nameStart: number, { kind, tight, valueStart }: Operator): boolean {
  const before = text.slice(Math.max(0, nameStart - 400), nameStart);
  if (kind === "space") return isInNetrc(before);
  if (kind !== "assign" || text[valueStart - 1] === "=") return false;
  return tight ? isInGoRow(text, nameStart) : VERTICAL.test(before);
}

/** Whether fields with colons, and blanks between, stand before a name, behind a brace: `{Host:db Port:5432 `. */
export function isInGoRow(text: string, nameStart: number): boolean {
  return GO_ROW.test(text.slice(Math.max(0, nameStart - 400), nameStart));
}

const GO_ROW = /\{(?:[A-Z]\w{0,32}:[^\s{}]{0,80} ){1,12}$/;
/** The heading of a row, as MySQL's `\G` prints it, and the fields below. */
const VERTICAL = /\*{8,} \d+\. row \*{8,}\r?\n(?:[ \t]*\w+: [^\n]*\n){0,40}[ \t]*$/;

const ROW_OF_EQUALS = { before: /(?:^|[\s{([])[\w.-]{1,32}=[\w.:/@"-]{1,40} $/, behind: /^ [\w.-]{1,32}=[^\s=>~]/ };
const ROW_OF_COLONS = { before: /(?:^|[\s{([])[A-Z]\w{0,32}:[\w./@"-]{1,40} $/, behind: /^ [A-Z]\w{0,32}:[^\s:]/ };
