import { describe, expect, test } from "vitest";
import { buildAutomaton } from "../../../redactors/automaton.ts";
import { buildTables } from "../../../redactors/build-tables.ts";
import { RULES } from "../../../redactors/catalogue/rules.ts";
import { listVendors } from "../../../redactors/catalogue/vendors.ts";
import { detector } from "../../../redactors/detect.ts";
import { listAnchors } from "../../../redactors/encode-sources.ts";
import { placeTables } from "../../../redactors/load-tables.ts";
import { READERS } from "../../../redactors/readers/readers.ts";
import { HEAD } from "../../../redactors/scan-memory.ts";
import { randomFrom } from "../../support/chance.ts";
import { sampleOf } from "./sample.ts";

const file = buildTables();

describe("the catalogue", () => {
  test("knows 450 prefixes and more", () => {
    expect(new Set(RULES.flatMap(([, prefixes]) => prefixes.split(" "))).size).toBeGreaterThanOrEqual(450);
  });

  test("names kinds as markers spell them", () => {
    expect(RULES.filter(([kind]) => !/^[a-z0-9][a-z0-9-]{1,46}$/.test(kind))).toEqual([]);
  });

  test("fits a table of 128 KiB", () => {
    expect(file.byteLength).toBeLessThanOrEqual(128 * 1024);
  });

  test("reads its table back", () => {
    const read = placeTables(file);
    expect(read.automaton).toEqual(buildAutomaton(listAnchors(), listVendors()));
    expect(RULES.map((_, index) => read.rule(index))).toEqual(RULES);
    expect(READERS.map((_, index) => read.reader(index))).toEqual(READERS.map(([, words]) => words));
  });

  test("refuses a table of another version, or one that is cut off", () => {
    const other = Buffer.from(file);
    other[HEAD + 2] = 1;
    expect(() => placeTables(other)).toThrow("damaged");
    expect(() => placeTables(file.subarray(0, file.length - 2))).toThrow("damaged");
    expect(() => placeTables(Buffer.alloc(0))).toThrow("damaged");
    // A page of the scanner's code that a power cut left empty, and a bit of it.
    const torn = Buffer.from(file);
    expect(() => placeTables(torn.fill(0, file.length - 512))).toThrow("damaged");
    for (const at of [1, 3, 200, 1001]) {
      const flipped = Buffer.from(file);
      flipped[file.length - at]! ^= 4;
      expect(() => placeTables(flipped), String(at)).toThrow("damaged");
    }
  });

  const rows = RULES.map(([kind, prefixes, shape, edge]) => ({ kind, words: prefixes.split(" ").map((prefix) => prefix.replaceAll("␣", " ")), shape, edge }));

  test.each(rows)("finds samples of $kind $shape", ({ kind, words, shape, edge }) => {
    const missed = words.filter((word) => {
      const token = word + sampleOf(shape, randomFrom(kind.length * 7919 + word.length * 104729 + shape.length));
      const text = `here it is: ${token} ok?`;
      const start = text.indexOf(token) + (edge === "after" ? word.length : 0);
      const end = text.indexOf(token) + token.length;
      return !detector.find(text).some(({ span }) => span[0] <= start && span[1] >= end);
    });
    expect(missed).toEqual([]);
  });

  test.each(rows)("leaves what stands for $kind $shape in a manual", ({ words }) => {
    const found = words.flatMap((word) => [`${word}your-token-here`, `${word}...`, `/^${word}[A-Za-z0-9]{36}$/`].filter((text) => detector.find(text).some(({ span }) => span[1] > word.length + 1)));
    expect(found).toEqual([]);
  });
});
