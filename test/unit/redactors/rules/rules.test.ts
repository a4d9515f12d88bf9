import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { RULES } from "../../../../redactors/rules/rules.ts";
import { detector } from "../../../../redactors/with-detector.ts";

/** One made-up token. In the file its parts stand apart, so that no scanner reads them as one. */
interface Sample {
  readonly kind: string;
  readonly prefix: string;
  readonly body: string;
  /** The prefix is a word before the token. */
  readonly isBehind: boolean;
}

const SAMPLES: readonly Sample[] = readFileSync(join(import.meta.dirname, "../../../data/tokens.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => {
    const [kind = "", prefix = "", body = "", place] = line.split("\t");
    return { kind, prefix: prefix.replaceAll("␣", " "), body, isBehind: place === "after" };
  });

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

describe("the rules", () => {
  test("knows 450 prefixes and more", () => {
    expect(new Set(RULES.flatMap(([, prefixes]) => prefixes.split(" "))).size).toBeGreaterThanOrEqual(450);
  });

  test("the longest prefix names a token: Stripe's key is not what else begins with `sk_`", () => {
    const key = ["sk_live", "_4eC39HqLyjWDarjtT1zdp7dc"].join("");
    expect(detector.find(`key=${key}`).map(({ kind }) => kind)).toEqual(["stripe-key"]);
  });

  test("names kinds as markers spell them", () => {
    expect(RULES.filter(([kind]) => !/^[a-z0-9][a-z0-9-]{1,46}$/.test(kind))).toEqual([]);
  });

  test("each prefix of each shape has a sample in test/data/tokens.tsv", () => {
    const wanted = countsOf(RULES.flatMap(([kind, prefixes]) => prefixes.split(" ").map((one) => `${kind} ${one}`)));
    const written = countsOf(SAMPLES.map(({ kind, prefix }) => `${kind} ${prefix.replaceAll(" ", "␣")}`));
    expect([...wanted].filter(([key, count]) => (written.get(key) ?? 0) < count).map(([key]) => key)).toEqual([]);
  });

  test.each([...new Set(SAMPLES.map(({ kind }) => kind))])("finds every sample of %s, whole", (kind) => {
    const missed = SAMPLES.filter((one) => one.kind === kind).filter(({ prefix, body, isBehind }) => {
      const text = `here it is: ${prefix}${body} ok?`;
      const start = text.indexOf(prefix + body) + (isBehind ? prefix.length : 0);
      const end = text.indexOf(prefix + body) + prefix.length + body.length;
      return !detector.find(text).some(({ span }) => span[0] <= start && span[1] >= end);
    });
    expect(missed.map(({ prefix }) => prefix)).toEqual([]);
  });

  const rows = RULES.map(([kind, prefixes, shape]) => ({
    kind,
    words: prefixes.split(" ").map((prefix) => prefix.replaceAll("␣", " ")),
    shape,
  }));

  test.each(rows)("leaves what stands for $kind $shape in a manual", ({ words }) => {
    const found = words.flatMap((word) =>
      [`${word}your-token-here`, `${word}...`, `/^${word}[A-Za-z0-9]{36}$/`].filter((text) =>
        detector.find(text).some(({ span }) => span[1] > word.length + 1),
      ),
    );
    expect(found).toEqual([]);
  });
});
