import { expect, test } from "vitest";

import { isPublishedValue } from "../../../../redactors/judge/published-value.ts";

const ANVIL = ["ac0974bec39a17e3", "6ba4a6b4d238ff94", "4bacb478cbed5efc", "ae784d7bf4f2ff80"];
const jwt = (claims: object) =>
  ["eyJhbGciOiJIUzI1NiJ9", Buffer.from(JSON.stringify(claims)).toString("base64url"), "c2ln"].join(".");

test.each([
  ["a key of an emulator", `0x${ANVIL.join("")}`, true],
  ["the same without its prefix", ANVIL.join(""), true],
  ["the same over two lines", ANVIL.join("\n"), true],
  ["another key", ANVIL.toReversed().join(""), false],
  ["a part of it", ANVIL.slice(1).join(""), false],
  ["a token of a first page by its number", jwt({ sub: "1234567890" }), true],
  ["a token of a first page by its name", jwt({ sub: "7", name: "John Doe" }), true],
  ["a token of somebody", jwt({ sub: "7", name: "Jane" }), false],
  ["Django's own warning", ["django", "insecure", "x7Kd9fQ2"].join("-"), true],
  ["a short word", "junk", false],
])("everybody has %s", (_, value, isPublished) => {
  expect(isPublishedValue(value)).toBe(isPublished);
});
