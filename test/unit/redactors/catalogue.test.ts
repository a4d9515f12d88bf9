import { describe, expect, test } from "vitest";
import { listTargets, toAnchors } from "../../../redactors/anchors.ts";
import { decodeAutomaton, encodeAutomaton } from "../../../redactors/automaton-file.ts";
import { buildAutomaton } from "../../../redactors/automaton.ts";
import { RULES } from "../../../redactors/catalogue/rules.ts";
import { detector } from "../../../redactors/detect.ts";
import { randomFrom, sampleOf } from "./sample.ts";

const anchors = toAnchors(listTargets());
const automaton = buildAutomaton(anchors);

describe("the catalogue", () => {
  test("knows 450 prefixes and more", () => {
    expect(new Set(RULES.flatMap(([, prefixes]) => prefixes.split(" "))).size).toBeGreaterThanOrEqual(450);
  });

  test("names kinds as markers spell them", () => {
    expect(RULES.filter(([kind]) => !/^[a-z0-9][a-z0-9-]{1,46}$/.test(kind))).toEqual([]);
  });

  test("fits a table of 256 KiB", () => {
    expect(encodeAutomaton(automaton, anchors).byteLength).toBeLessThanOrEqual(256 * 1024);
  });

  test("reads its table back", () => {
    expect(decodeAutomaton(encodeAutomaton(automaton, anchors), anchors)).toEqual(automaton);
  });

  test("refuses a table that was built from other facts, or is cut off", () => {
    const bytes = encodeAutomaton(automaton, anchors);
    expect(decodeAutomaton(bytes, anchors.slice(1))).toBeUndefined();
    expect(decodeAutomaton(bytes.subarray(0, bytes.length - 2), anchors)).toBeUndefined();
  });

  describe.each(RULES.map(([kind, prefixes, shape, edge]) => ({ kind, prefixes, shape, edge })))("$kind $shape", ({ kind, prefixes, shape, edge }) => {
    test.each(prefixes.split(" "))("%s: finds a sample in prose", (prefix) => {
      const random = randomFrom(kind.length * 7919 + prefix.length * 104729 + shape.length);
      const word = prefix.replaceAll("␣", " ");
      const token = word + sampleOf(shape, random);
      const text = `here it is: ${token} ok?`;
      const start = text.indexOf(token) + (edge === "after" ? word.length : 0);
      const end = text.indexOf(token) + token.length;
      const covered = detector.find(text).some(({ span }) => span[0] <= start && span[1] >= end);
      expect(covered, `a ${kind} of ${token.length} characters`).toBe(true);
    });

    test.each(prefixes.split(" "))("%s: leaves what stands in its place in a manual", (prefix) => {
      const word = prefix.replaceAll("␣", " ");
      for (const text of [`${word}your-token-here`, `${word}...`, `/^${word}[A-Za-z0-9]{36}$/`]) {
        expect(detector.find(text).filter(({ span }) => span[1] > word.length + 1)).toEqual([]);
      }
    });
  });
});
