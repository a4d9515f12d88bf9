import { expect, test } from "vitest";

import { redactText } from "../../../redactors/with-detector.ts";
import { made, strong } from "./kinds/made.ts";

const SMALL = "abcdef0123456789";
const codes = (length: number, seed: number): string[] =>
  [1, 2, 3, 4, 5].map((at) => `${made(SMALL, length - 1, seed + at)}${at}`);
const PASSWORD = strong(9101);

test.each([
  ["lines", codes(8, 9001), (list: string[]) => `Your emergency scratch codes are:\n  ${list.join("\n  ")}\n`],
  ["a list of JSON", codes(10, 9011), (list: string[]) => JSON.stringify({ twoFactor: 1, backup_codes: list })],
  [
    "numbers",
    codes(9, 9021),
    (list: string[]) => `Recovery codes:\n${list.map((c, at) => `${at + 1}. ${c}`).join("\n")}`,
  ],
  ["two columns", codes(7, 9031), (list: string[]) => `Keep your recovery codes safe.\n\n    ${list.join("    ")}\n`],
])("one-time codes in %s are found", (_form, list, textOf) => {
  const { text } = redactText(textOf(list), "plain");
  expect(list.filter((code) => text.includes(code))).toEqual([]);
});

test.each([
  "Recovery codes: store these somewhere safe. Each code works once. Generated codes replace older codes.",
  "Backup codes were used in 2021, 2022, 2023, 2024 and 2025.",
  '"backup_codes": "Backup codes", "backup_codes_left": "codes left", "download": "Download"',
  "You have 3 recovery codes left: a1b2c3d4, b2c3d4e5 and c3d4e5f6",
])("%s stays", (text) => {
  expect(redactText(text, "plain").text).toBe(text);
});

const ROW = `INSERT INTO "user" VALUES (1,'ana','${PASSWORD}',7);\n`;
const TABLE = 'CREATE TABLE IF NOT EXISTS "user" (id INTEGER PRIMARY KEY (id), name TEXT, passwd TEXT, n INT);\n';

test.each([
  ["before", `${TABLE}${ROW}`],
  ["behind", `${ROW}${TABLE}`],
])("a table that is declared %s a row without columns names these", (_place, text) => {
  expect(redactText(text, "plain").text).not.toContain(PASSWORD);
});

test("a column that promises nothing keeps its values", () => {
  const text = `CREATE TABLE role (id INT, name TEXT, password_policy TEXT);\nINSERT INTO role VALUES (1,'ana','strict2');\n`;
  expect(redactText(text, "plain").text).toBe(text);
});
