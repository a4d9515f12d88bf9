import { inCell, pairAt, type Pair } from "../judge/pair.ts";
import type { Scan } from "../scan.ts";

/** Words for a secret as `rev` prints these, and as ROT13 does. */
const REVERSED = "drowssap dwssap terces nekot yek_ipa yekipa";
const TURNED = "cnffjbeq cnffjq frperg gbxra ncv_xrl ncvxrl";
export const RESPELLED_WORDS = `${REVERSED} ${TURNED}`;

/** The most characters of a line on either side of the word. */
const MOST = 400;
const PAIR =
  /(?:^|[\s"'{,])([\w.-]{0,60}(?:passw(?:or)?d|secret|token|api_?key)[\w.-]{0,40})["']?\s{0,3}[=:]\s{0,3}["']?([^\s"'`,;]{4,256})/i;

/** The pair on a line that a program printed from its end, or with other letters (ROT13). */
export function pairsRespelled(scan: Scan, start: number, end: number): readonly Pair[] {
  const { text } = scan;
  const before = text.slice(Math.max(0, start - MOST), start);
  const behind = text.slice(end, end + MOST).split(/[\r\n]/, 1)[0]!;
  const lineStart = start - before.length + before.lastIndexOf("\n") + 1;
  const line = text.slice(lineStart, end + behind.length);
  const isReversed = REVERSED.split(" ").includes(text.slice(start, end).toLowerCase());
  const match = PAIR.exec(isReversed ? reverse(line) : turn(line));
  if (match === null) return [];
  const [whole, name = "", value = ""] = match;
  const at = match.index + whole.length - value.length;
  const from = isReversed ? line.length - at - value.length : at;
  const place = inCell(false, () => true);
  return [pairAt(lineStart + from, { name, value, place, syntax: "respelled-pair" })];
}

function reverse(line: string): string {
  return line.split("").toReversed().join("");
}

/** ROT13: each letter is replaced by the one that stands thirteen places on. */
function turn(line: string): string {
  return line.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode(code + ((code | 32) < 110 ? 13 : -13));
  });
}
