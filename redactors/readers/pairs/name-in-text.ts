import { pattern } from "../../../kit/word-pattern.ts";
import { BLANK, COLON, EQUALS, NAME, QUOTE, runEnd, runStart } from "../../charset.ts";
import { perScan, type Scan } from "../../scan.ts";
import type { Operator } from "./operator.ts";
import { parseOperator } from "./parse-operator.ts";

/** The most characters of a name on either side of its telling word. */
const MAX_NAME = 80;

/** A name with a telling word in it (`password`, `token`, `key`), and the text around. */
export class NameInText {
  readonly scan: Scan;
  readonly text: string;
  /** `[start, end)` of the name in the text. */
  readonly start: number;
  readonly end: number;
  #operator: { readonly is: Operator | undefined } | undefined;

  constructor(scan: Scan, start: number, end: number) {
    this.scan = scan;
    this.text = scan.text;
    this.start = start;
    this.end = end;
  }

  /** The name as it stands in the text. */
  get word(): string {
    return this.text.slice(this.start, this.end);
  }

  /** The operator behind the name; `undefined` if there is none. */
  get operator(): Operator | undefined {
    this.#operator ??= { is: parseOperator(this.text, this.end) };
    return this.#operator.is;
  }

  /** At most `most` characters before the name. */
  before(most: number): string {
    return this.text.slice(Math.max(0, this.start - most), this.start);
  }
}

/** The end of the name that was read last. */
const lastName = perScan(() => ({ end: 0 }));

/** The name around the anchor `[start, end)`; `undefined` if an earlier anchor of the same name was read. */
export function nameAt(scan: Scan, start: number, end: number): NameInText | undefined {
  const { text } = scan;
  // Some anchors also hold the operator, which is no part of the name: `code=`, `pw `.
  const wordEnd = runStart(text, end, EQUALS | COLON | QUOTE | BLANK, start);
  const last = lastName(scan);
  if (wordEnd <= last.end) return undefined;
  last.end = nameEndOf(text, wordEnd);
  return new NameInText(scan, nameStartOf(text, start), last.end);
}

function nameEndOf(text: string, at: number): number {
  // `contraseña` is the only anchor's word that has a letter beyond ASCII.
  return runEnd(text, /^[ñÑ]a$/i.test(text.slice(at, at + 2)) ? at + 2 : at, NAME, at + MAX_NAME);
}

function nameStartOf(text: string, at: number): number {
  const start = runStart(text, at, NAME, Math.max(0, at - MAX_NAME));
  // Escapes before a name are no part of it: a bracket in a query (`user%5Bpassword%5D=…`), an `&` in JSON (`\\u0026`).
  const escape = ESCAPES[text[start - 1] as string]?.exec(text.slice(start, start + 5))?.[0].length ?? 0;
  return start + escape <= at ? start + escape : start;
}

const ESCAPES: Readonly<Record<string, RegExp>> = { "%": /^5B/i, "\\": /^u00(?:26|3[ce])/i };

/**
 * The whole name. A bare `key` is prefixed with the word before it (`API key:`) or the name of the block around it:
 * `crypt: {key: …}`, `<crypt><key>`. In the settings of a wireless network a key is the password of the network.
 */
export function fullName(at: NameInText): string {
  const name = at.word;
  if (name.length > 4 || !/^keys?$/i.test(name)) return name;
  const before = at.before(64);
  if (/\boption $/.test(before) && IN_WIRELESS.test(at.before(300))) return `wireless ${name}`;
  const owner = OWNER_WORD.exec(before) ?? OWNER_BLOCK.exec(before);
  return owner === null ? name : `${owner[1]} ${name}`;
}

/** The settings of a wireless network in OpenWrt, before its `option key`. */
const IN_WIRELESS = /config wifi-iface|option encryption ["']?psk/;
const OWNER_WORD = /([A-Za-z][A-Za-z0-9]{1,20}) $/;
const OWNER_BLOCK = pattern()`
    ([A-Za-z][\w.-]{2,30})["'\]]{0,2}(?:>\s{0,24}|\s{0,3}(?:=>|[:=])?\s{0,3}[{[(]\s{0,24}|
    :[ \t]*\r?\n[ \t]{1,24})["'<]{0,2}$
  `;
