import { describe, expect, test } from "vitest";

import { BLANK_JOINS } from "../../../redactors/readers/pairs/blank-joins.ts";
import type { Condition } from "../../../redactors/readers/pairs/condition.ts";
import { DATA_PLACES } from "../../../redactors/readers/pairs/data-places.ts";
import { NO_PAIRS } from "../../../redactors/readers/pairs/no-pairs.ts";
import { NO_VALUES } from "../../../redactors/readers/pairs/no-values.ts";
import { WAYS } from "../../../redactors/readers/pairs/find-pairs.ts";
import { BEHIND_BLANK, BY_SIGN } from "../../../redactors/readers/pairs/syntax/by-sign.ts";
import { RECORDS } from "../../../redactors/readers/pairs/records.ts";
import { PASSWORD_ROWS } from "../../../redactors/readers/password-words.ts";
import { SAID_ROWS } from "../../../redactors/readers/said-words.ts";
import { TOKEN_ROWS } from "../../../redactors/readers/token-words.ts";
import { detector } from "../../../redactors/detect.ts";
import { redactText } from "../../../redactors/json/redact-text.ts";
import { randomFrom, SEED } from "../../support/chance.ts";
import { filled, holdsSecret } from "./kinds/samples.ts";

const NOTHING = /(?!)/dy;

function redacted(text: string): string {
  return redactText(text, "typed", { detectors: [detector] }).text;
}

const WORD_ROWS = [...PASSWORD_ROWS, ...SAID_ROWS, ...TOKEN_ROWS];

const SYNTAXES = [...new Set([...Object.values(BY_SIGN).flat(), ...BEHIND_BLANK])];

/** The tables of conditions, each of which holds if any of its rows holds. */
const TABLES = Object.entries({
  BLANK_JOINS,
  NO_PAIRS,
  NO_VALUES,
  RECORDS,
  DATA_PLACES,
}) as unknown as readonly (readonly [table: string, rows: Condition<unknown>[]])[];

const SAMPLED = [
  ...SYNTAXES.map((row) => ({ table: "BY_SIGN", called: row.name, row, off: { is: NOTHING } })),
  ...WORD_ROWS.map((row) => ({ table: "WORD_ROWS", called: row.words, row, off: { secret: NOTHING } })),
  ...WAYS.map((row) => ({ table: "WAYS", called: row.name, row, off: { pairs: () => [] } })),
  ...TABLES.flatMap(([table, rows]) =>
    rows.map((row) => ({ table, called: row.name, row, off: { holds: () => false } })),
  ),
];

describe.each(SAMPLED)("the row '$called' of $table", ({ row, off }) => {
  const [finds, leaves] = [filled(row.finds), filled(row.leaves)];

  test("has a sample that is found, and a sample that is left alone", () => {
    expect(holdsSecret(finds)).toBe(true);
    expect(holdsSecret(redacted(finds))).toBe(false);
    expect(redacted(leaves)).toBe(leaves);
  });

  test("decides one of the two", () => {
    const on = { ...row };
    Object.assign(row, off);
    const isAsBefore = !holdsSecret(redacted(finds)) && redacted(leaves) === leaves;
    Object.assign(row, on);
    expect(isAsBefore).toBe(false);
  });
});

test.each(TABLES)("the rows of %s decide the same in any order", (_table, rows) => {
  const texts = rows.flatMap(({ finds, leaves }) => [filled(finds), filled(leaves)]);
  const before = texts.map(redacted);
  const order = [...rows];
  const random = randomFrom(SEED);
  try {
    for (let round = 0; round < 20; round++) {
      rows.sort(() => random(2) - 0.5);
      expect(texts.map(redacted)).toEqual(before);
    }
  } finally {
    rows.splice(0, rows.length, ...order);
  }
});
