import { expect, test } from "vitest";
import { BEHIND_BLANK, BY_SIGN } from "../../../redactors/readers/pair-syntax.ts";
import { redactText } from "../../../redactors/with-detector.ts";
import { brokenLaws } from "../../support/broken-laws.ts";
import { BESIDE, BESIDE_HARMLESS } from "./kinds/beside.ts";
import { COMMANDS } from "./kinds/commands.ts";
import { FURTHER, FURTHER_HARMLESS } from "./kinds/further.ts";
import { HARMLESS_COMMANDS } from "./kinds/harmless-commands.ts";
import { HARMLESS_TEXTS } from "./kinds/harmless-texts.ts";
import { HARMLESS_VIEWS } from "./kinds/harmless-views.ts";
import { JOINED } from "./kinds/joined.ts";
import type { Harmless, Held } from "./kinds/made.ts";
import { MORE, MORE_HARMLESS } from "./kinds/more.ts";
import { PLAIN, PLAIN_HARMLESS } from "./kinds/plain.ts";
import { PLACES } from "./kinds/places.ts";
import { RECORDS, RECORDS_HARMLESS } from "./kinds/records.ts";
import { RESPELLED, RESPELLED_HARMLESS } from "./kinds/respelled.ts";
import { BARE, ROWS, ROWS_HARMLESS } from "./kinds/rows.ts";
import { SCRAMBLED, SCRAMBLED_HARMLESS } from "./kinds/scrambled.ts";
import { SERVICES } from "./kinds/services.ts";
import { SIGNS } from "./kinds/signs.ts";
import { SHOWN, SHOWN_HARMLESS } from "./kinds/shown.ts";
import { TOLD, TOLD_HARMLESS } from "./kinds/told.ts";
import { TYPED, TYPED_HARMLESS } from "./kinds/typed.ts";
import { UNSEEN } from "./kinds/unseen.ts";

const HELD: readonly Held[] = [
  ...COMMANDS,
  ...SERVICES,
  ...PLACES,
  ...UNSEEN,
  ...JOINED,
  ...MORE,
  ...FURTHER,
  ...SHOWN,
  ...ROWS,
  ...BARE,
  ...SIGNS,
  ...PLAIN,
  ...SCRAMBLED,
  ...TOLD,
  ...BESIDE,
  ...TYPED,
  ...RECORDS,
  ...RESPELLED,
];
const HARMLESS: readonly Harmless[] = [
  ...HARMLESS_COMMANDS,
  ...HARMLESS_TEXTS,
  ...HARMLESS_VIEWS,
  ...MORE_HARMLESS,
  ...FURTHER_HARMLESS,
  ...SHOWN_HARMLESS,
  ...ROWS_HARMLESS,
  ...PLAIN_HARMLESS,
  ...SCRAMBLED_HARMLESS,
  ...TOLD_HARMLESS,
  ...BESIDE_HARMLESS,
  ...TYPED_HARMLESS,
  ...RECORDS_HARMLESS,
  ...RESPELLED_HARMLESS,
];

test.each(HELD)("leaves nothing of the secrets in %s", (_name, text, ...secrets) => {
  const after = redactText(text, "typed").text;
  expect(secrets.filter((secret) => after.includes(secret))).toEqual([]);
});

test.each(HELD)("%s is redacted once for all, and JSON that holds it stays JSON", (_name, text) => {
  expect(brokenLaws(text)).toEqual([]);
});

test("each row of redactors/readers/pair-syntax.ts has a text, in kinds/signs.ts or beside it", () => {
  const isIn = (pattern: RegExp, text: string) => new RegExp(pattern.source, pattern.flags.replace("y", "")).test(text);
  const rows = [...Object.values(BY_SIGN).flat(), ...BEHIND_BLANK].map(({ is }) => is);
  expect(rows.filter((is) => !HELD.some(([, text]) => isIn(is, text))).map(({ source }) => source)).toEqual([]);
});

test.each(HARMLESS)("leaves %s alone", (_name, text) => {
  expect(redactText(text, "typed").text).toBe(text);
});

test("texts that are joined stay texts that are joined", () => {
  const [, text = "", tail = ""] = JOINED.find(([name]) => name === "joined by +") ?? [];
  const head = /"(\w+)"/.exec(text)?.[1] as string;
  expect(redactText(text, "plain").text).toBe(text.replace(head, "[REDACTED]").replace(tail, "[REDACTED]"));
});
