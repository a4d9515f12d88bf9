import type { Finding } from "./finding.ts";
import { FOREIGN_PASSWORD, FOREIGN_SECRET, hasForeignName } from "./has-foreign-name.ts";
import type { KeyClass } from "./judge-key.ts";
import { judgeValue } from "./judge-value.ts";

/** What stands between the name and its value: a colon in any width, `is`, quotes, emphasis. */
const BETWEEN = "[ \\t\"'`*」』]{0,4}(?:[:：=]|は|为|是|это)[ \\t\"'`*「『]{0,4}";

const NAMED = new RegExp(`(?:(${FOREIGN_PASSWORD})|(?:${FOREIGN_SECRET}))${BETWEEN}([\\x21-\\x7e]{4,128})`, "g");

const PASSWORD: KeyClass = { strength: "password", kind: "password", exact: true, seed: false };
const SECRET: KeyClass = { strength: "secret", kind: "secret", exact: true, seed: false };

/** Values behind names in scripts that no anchor is written in: `密码：…`, `Пароль: …`. */
export function readForeignNames(text: string): Finding[] {
  if (!hasForeignName(text)) return [];
  const found: Finding[] = [];
  for (const match of text.matchAll(NAMED)) {
    const value = (match[2] as string).replace(/[\\"'`*,;)\]}>]+$/, "");
    const key = match[1] === undefined ? SECRET : PASSWORD;
    const confidence = judgeValue(key, value, { quoted: false, data: true, constant: false, bundled: () => false });
    const start = match.index + match[0].length - (match[2] as string).length;
    if (confidence !== undefined) found.push({ rule: `keyed-${key.kind}`, kind: key.kind, span: [start, start + value.length], confidence });
  }
  return found;
}
