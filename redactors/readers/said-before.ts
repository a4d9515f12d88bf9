import { judgeKey } from "../judge/judge-key.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { inCell, findInPair } from "../judge/judge-pair.ts";
import type { Scan } from "../scan.ts";
import { isAboutIt } from "./announced.ts";
import { fullName } from "./named.ts";

/** The words between a value and its name. */
const WAY = /(?: (?:is|was|as|als|como|comme) | [(])(?:[a-zA-Z]{1,12} ){0,3}$/;
const VALUE = /(?:^|[\s"'`*:])([^\s"'`*<>(){}]{8,80})["'`*]{0,3},?$/d;
/** Behind the name: the end of a word, and no sign of code. */
const ENDED = /^["'`*)]{0,3}(?:[.,;!?)]|\s|$)(?!\s{0,3}[=:({[])/;
const MOST = 140;

/** The secret in `X is the password`, `X (the root pw)`, `with X as password`. */
export function findSaidBefore(scan: Scan, nameStart: number, nameEnd: number): boolean {
  const { text } = scan;
  if (text[nameStart - 1] !== " " && text[nameStart - 1] !== "(") return false;
  const from = Math.max(0, nameStart - MOST);
  const before = text.slice(from, nameStart);
  const way = /\d/.test(before) ? WAY.exec(before) : null;
  if (way === null || !ENDED.test(text.slice(nameEnd, nameEnd + 8))) return false;
  const match = VALUE.exec(before.slice(0, way.index));
  const value = match?.[1];
  if (match === null || value === undefined || !isMadeUpWord(value)) return false;
  if (isAboutIt(text.slice(nameEnd, nameEnd + 24))) return false;
  const name = fullName(text, nameStart, nameEnd);
  const key = judgeKey(name);
  if (key === undefined || key.strength === "hint" || !key.exact) return false;
  return findInPair(scan, { name, value, key, place: inCell(false, () => false) }, from + match.indices![1]![0]);
}
