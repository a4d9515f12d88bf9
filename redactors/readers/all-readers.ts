import { followUp } from "../follow-up.ts";
import type { Finding } from "../finding.ts";
import { foreignNames } from "../judge/judge-key.ts";
import { findInField, inCell, judgePair } from "../judge/judge-pair.ts";
import type { KeyClass } from "../judge/judge-name.ts";
import { viewsOf } from "../views/views-of.ts";
import { readHits } from "./read-hits.ts";
import { readOwned } from "./read-owned.ts";
import { readPhrases } from "./read-phrases.ts";

/** What the detector calls where a text may hold a secret: all that takes more than a pass over it. */
export const allReaders = { findInField, followUp, readForeignNames, readHits, readOwned, readPhrases, readViews };

export type Readers = typeof allReaders;

/** What the other readings of a text hold, where it stands in the text itself. */
function readViews(text: string): Finding[] {
  return viewsOf(text).flatMap((view) =>
    readHits(view.text).flatMap((finding) => view.toOriginal(finding.span).map((span) => ({ ...finding, span }))),
  );
}

/** What stands between the name and its value: a colon in any width, quotes, emphasis. */
const VALUE = /[ \t"'`*」』]{0,4}([:：=]?)[ \t"'`*「『]{0,4}([\x21-\x7e]{4,128})/y;

const PASSWORD: KeyClass = { strength: "password", kind: "password", exact: true, typed: true, seed: false };
const SECRET: KeyClass = { strength: "secret", kind: "secret", exact: true, typed: true, seed: false };

/** Values behind names in scripts that no anchor is written in: `密码：…`, `Пароль: …`. */
function readForeignNames(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { name, end, says, isPassword } of foreignNames(text)) {
    VALUE.lastIndex = end;
    const match = VALUE.exec(text);
    if (match === null || (match[1] === "" && !says)) continue;
    const value = (match[2] as string).replace(/[\\"'`*,;)\]}>]+$/, "");
    const key = isPassword ? PASSWORD : SECRET;
    const judged = judgePair({ name, value, key, place: inCell(false, () => false) });
    if (judged === undefined) continue;
    const { kind, confidence } = judged;
    const start = VALUE.lastIndex - (match[2] as string).length;
    found.push({ rule: `keyed-${kind}`, kind, span: [start, start + value.length], confidence });
  }
  return found;
}
