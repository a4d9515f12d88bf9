import { describe, expect, test } from "vitest";

import { detector } from "../../../redactors/detect.ts";

const KEY = `sk_${"live"}_51HqLyjWDarjtT1zdp7dcAbCdEfGh9Q2xV`;

describe("a token at the end of its line", () => {
  test.each([
    ["a name", `STRIPE=${KEY}\nDATABASE_URL=postgres`],
    ["a short name", `A=${KEY}\nPORTNUMBER=1`],
    ["a key of YAML", `a: ${KEY}\ndatabase: postgres`],
  ])("keeps the next line: %s", (_name, text) => {
    const line = text.indexOf("\n");
    for (const { span } of detector.find(text)) expect(span[0] < line && span[1] > line).toBe(false);
    expect(detector.find(text).some(({ span }) => text.slice(...span) === KEY)).toBe(true);
  });
});
