import type { Finding } from "../finding.ts";
import type { Promised } from "../judge/promised.ts";
import { secretsOf } from "../judge/judge-pair.ts";
import { inCell, pairAt } from "../judge/pair.ts";
import { foreignNames } from "../judge/translated.ts";
import { announcedAt } from "./announced.ts";
import { isTypedAlone } from "../judge/made-up-word.ts";

/** The text from a foreign name to the end of its value: a colon of any width, quotes, emphasis, and the value. */
const VALUE = /[ \t"'`*」』]{0,4}([:：=]?)[ \t"'`*「『]{0,4}([\x21-\x7e]{4,128})/y;
/**
 * A value behind words like `for bob:`. It is matched at the index that `announcedAt` returns, and has the same groups
 * as `VALUE`.
 */
const TOLD = /()[`"'*]{0,3}([\x21-\x7e]{4,128})/y;

const PASSWORD: Promised = { strength: "password", kind: "password", exact: true, typed: true };
const SECRET: Promised = { strength: "secret", kind: "secret", exact: true, typed: true };

/**
 * Finds values behind names in foreign letters, which anchors do not have, as in notes and manuals: `密码：…`, `Пароль:
 * …`, `Hasło do bazy: …`.
 */
export function findBehindForeignNames(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { name, end, says, isPassword } of foreignNames(text)) {
    VALUE.lastIndex = end;
    TOLD.lastIndex = announcedAt(text, end);
    const way = TOLD.lastIndex > 0 ? TOLD : VALUE;
    const match = way.exec(text);
    if (match === null) continue;
    const start = way.lastIndex - (match[2] as string).length;
    const value = (match[2] as string).replace(/[\\"'`*,;)\]}>]+$/, "");
    if (way === VALUE && (match[1] === "" && !says ? !isTypedAlone(value) : /^[A-Za-z]+$/.test(value))) continue;
    const promised = isPassword ? PASSWORD : SECRET;
    found.push(
      ...secretsOf(pairAt(start, { name, value, promised, place: inCell(false, () => false), syntax: "keyed" }), text),
    );
  }
  return found;
}
