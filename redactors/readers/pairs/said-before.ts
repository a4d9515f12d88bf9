import { surePromiseOf } from "../../judge/promise-of.ts";
import { isMadeUpWord } from "../../judge/made-up-word.ts";
import { inCell, pairAt, type Pair } from "../../judge/pair.ts";
import { isAboutIt } from "../announced.ts";
import { fullName, type NameInText } from "./name-in-text.ts";

/** The words between a value and the name behind it. */
const WAY = /(?: (?:is|was|as|als|como|comme) | [(])(?:[a-zA-Z]{1,12} ){0,3}$/;
const SAID = /(?:^|[\s"'`*:])([^\s"'`*<>(){}]{8,80})["'`*]{0,3},?$/d;
/** The text behind a name that ends a phrase: perhaps quotes, then a stop or a blank, and no sign of code. */
const ENDED = /^["'`*)]{0,3}(?:[.,;!?)]|\s|$)(?!\s{0,3}[=:({[])/;

/** The pair in `X is the password`, `X (the root pw)`, `with X as password`. */
export function pairsSaidBefore(at: NameInText): readonly Pair[] {
  const { text } = at;
  if (text[at.start - 1] !== " " && text[at.start - 1] !== "(") return [];
  const before = at.before(MOST);
  const way = /\d/.test(before) ? WAY.exec(before) : null;
  if (way === null || !ENDED.test(text.slice(at.end, at.end + 8))) return [];
  const match = SAID.exec(before.slice(0, way.index));
  const value = match?.[1];
  if (match === null || value === undefined || !isMadeUpWord(value)) return [];
  const behind = text.slice(at.end, at.end + 24);
  if (isAboutIt(behind) || (/^pass$/i.test(at.word) && IS_VERB.test(behind))) return [];
  const name = fullName(at);
  const promised = surePromiseOf(name);
  if (promised?.exact !== true) return [];
  const start = at.start - before.length + match.indices![1]![0];
  return [pairAt(start, { name, value, promised, place: inCell(false, () => false), syntax: "keyed" })];
}

/** The text behind `pass` where it is a verb: `x` (pass on to the next call). */
const IS_VERB = /^ (?:on|along|it|this|that|an?|the|as|through|to|in|your)\b/;
/** The most characters before a name in which its value is looked for. */
const MOST = 160;
