import { describe, expect, test } from "vitest";

import { BEHIND_BLANK, BY_SIGN } from "../../../redactors/readers/pair-syntax.ts";
import { PASSWORD_ROWS } from "../../../redactors/readers/password-words.ts";
import { SAID_ROWS } from "../../../redactors/readers/said-words.ts";
import { TOKEN_ROWS } from "../../../redactors/readers/token-words.ts";
import { unblank } from "../../../kit/words.ts";
import { detector } from "../../../redactors/detect.ts";
import { redactText } from "../../../redactors/json/redact-text.ts";
import { HARMLESS, HELD } from "./kinds/all.ts";

const NOTHING = /(?!)/dy;

function redacted(text: string): string {
  return redactText(text, "typed", { detectors: [detector] }).text;
}

/** Whether a text keeps one of its secrets. */
function leaks([, text, ...secrets]: (typeof HELD)[number]): boolean {
  const after = redacted(text);
  return secrets.some((secret) => after.includes(secret));
}

/** Runs `ask` while a row of a table matches nothing. */
function without<Row extends object, Answer>(row: Row, column: keyof Row, ask: () => Answer): Answer {
  const kept = row[column];
  row[column] = NOTHING as Row[keyof Row];
  try {
    return ask();
  } finally {
    row[column] = kept;
  }
}

const WORD_ROWS = [...PASSWORD_ROWS, ...SAID_ROWS, ...TOKEN_ROWS].map((row) => [row[0].split(" ")[0]!, row] as const);

describe.each(WORD_ROWS)("the row of the word %s", (_word, row) => {
  const words = row[0].split(" ").map(unblank);
  const holds = ([, text]: readonly [string, string, ...string[]]) =>
    words.some((word) => text.toLowerCase().includes(word));

  test("has a text whose secret nothing else finds", () => {
    const samples = HELD.filter(holds);
    expect(samples.filter((one) => without(row as unknown as RegExp[], 2, () => leaks(one))).length).toBeGreaterThan(0);
  });

  test("has a text with its word that it leaves alone", () => {
    expect(HARMLESS.some(holds)).toBe(true);
  });
});

const SYNTAXES = [...Object.values(BY_SIGN).flat(), ...BEHIND_BLANK];

test.each([...new Set(SYNTAXES)].map((row) => [row.is.source, row] as const))(
  "the syntax %s has a text that would be redacted otherwise without it",
  (_source, row) => {
    const isIn = new RegExp(row.is.source, row.is.flags.replace("y", ""));
    const samples = [...HELD, ...HARMLESS].filter(([, text]) => isIn.test(text)).map(([, text]) => text);
    const isNeeded = (text: string) => {
      const after = redacted(text);
      return without(row as { is: RegExp }, "is", () => redacted(text)) !== after;
    };
    expect(samples.some(isNeeded)).toBe(true);
  },
);
