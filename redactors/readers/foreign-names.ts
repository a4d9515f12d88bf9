import type { Finding } from "../finding.ts";
import { FOREIGN_WORDS } from "../judge/judge-key.ts";
import { inCell, judgePair } from "../judge/judge-pair.ts";

/**
 * `密码：…`, `Пароль: …`: a word for a password in letters that no anchor is written in, as notes and manuals in Chinese,
 * Japanese, Korean and Russian have it, a colon or a verb, and the value.
 */
const NAMED = new RegExp(
  `(?:${FOREIGN_WORDS})` +
    String.raw`["'\x60*」』]{0,4}(?:[ \t]{0,4}[:：=]|[は为是為])[ \t"'\x60*「『]{0,4}([\x21-\x7e]{4,128})`,
  "g",
);

export function hasForeignName(text: string): boolean {
  return text.search(NAMED) !== -1;
}

export function findBehindForeignNames(text: string): Finding[] {
  return [...text.matchAll(NAMED)].flatMap(({ 0: whole, 1: word = "", index }) => {
    const value = word.replace(/[\\"'`*,;)\]}>]+$/, "");
    const judged = judgePair({ name: "password", value, place: inCell(false, () => false) });
    const start = index + whole.length - word.length;
    return judged === undefined
      ? []
      : [
          {
            rule: "keyed-password",
            kind: "password",
            span: [start, start + value.length],
            confidence: judged.confidence,
          },
        ];
  });
}
