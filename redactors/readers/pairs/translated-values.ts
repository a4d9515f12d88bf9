import { promiseOf } from "../../judge/promise-of.ts";
import { isHumpless } from "../../judge/password-shapes.ts";
import type { Condition } from "./condition.ts";
import type { JoinedValue } from "./joined-name.ts";
import { isLineStart } from "./place-of-name.ts";
import { isBundled } from "./setting.ts";

/** The values behind a name that are texts of an interface, in a file that translates these. */
export const TRANSLATED_VALUES: readonly Condition<JoinedValue>[] = [
  {
    // A text in a table of translations: `emptyPassword=Credenciales err\u00f3neas`, `old_password=Nykyinen salasana`.
    name: "translated text",
    holds: ({ value, word, text, name, nameStart }) =>
      value.form === "bare" &&
      text[value.start - 1] === "=" &&
      LETTERS.test(word) &&
      ((!isHumpless(word) && SENTENCE.test(text.slice(value.end, value.end + 160))) ||
        (/[a-z]/.test(name) &&
          /^[^a-z][^A-Z]+$/.test(word) &&
          isLineStart(text, nameStart) &&
          WORDS_BEHIND.test(text.slice(value.end, value.end + 160)))),
    finds: "db_host=x\ndb_password={w}\n",
    leaves: "db_host=x\ndb_password={w} err\\u00f3neas\n",
  },
  {
    // `password=Salasana` above `password.confirm=Vahvista`: labels of one word, as no two secrets are.
    name: "translated word",
    holds: ({ value, word, text, nameStart }) =>
      value.form === "bare" &&
      text[value.start - 1] === "=" &&
      LABEL.test(word) &&
      isLineStart(text, nameStart) &&
      isAmongLabels(text, nameStart, value.end) &&
      !isBundled(text, nameStart, value.end),
    finds: "# a\ndb_password={w}\n# b\n",
    leaves: "old_password=Vanha\nnew_password=Vahvista\n",
  },
  {
    name: "word in Android's texts",
    holds: ({ value, word, before }) => value.form === "bare" && LABEL.test(word) && /<string name=\\?"$/.test(before),
    finds: '<string name="password">{p}</string>',
    leaves: '<string name="password">Kredentzialak</string>',
  },
];

const LETTERS = /^[A-Za-z\x80-\uffff]+$/;
const SENTENCE = /^(?=[^\n]*(?:\\u|[\x80-\uffff]))(?: [A-Za-z\x80-\uffff\\][\w\x80-\uffff\\]*){1,9}[.!?]?(?:\r?\n|$)/;
/** Words up to the end of the line, which no file of settings has behind a value without quotes. */
const WORDS_BEHIND = /^:?(?: [a-z\x80-\uffffA-Z(][a-z\x80-\uffff,'()-]*){1,14}[.!?:]?\r?\n/;
/** A word that begins with a capital and goes on in small letters, as a label does. */
const LABEL = /^[A-Z\x80-\u024f][a-z\x80-\u024f]+$/;
/** The name and the label on a whole line of such a file. */
const LINE = /^[ \t]*([a-z][\w.-]*)[ \t]?=[ \t]?[A-Z\x80-\uffff][A-Za-z\x80-\uffff ]+\r?$/;

/** Whether the line above or below has a label as well, behind a name that speaks of a secret. */
function isAmongLabels(text: string, nameStart: number, valueEnd: number): boolean {
  const before = text.slice(Math.max(0, nameStart - 200), nameStart).split("\n");
  const behind = text.slice(valueEnd, valueEnd + 200).split("\n");
  return [before.at(-2), behind[1]].some((line) => {
    const name = line === undefined ? undefined : LINE.exec(line)?.[1];
    return name !== undefined && promiseOf(name) !== undefined;
  });
}
