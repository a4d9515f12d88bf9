import { expect, test } from "vitest";

import type { SecretSpan } from "../../../../builtins/weighing/secrets-in-file.ts";
import { maskLines, SecretFinder } from "../../../../builtins/masking/mask-text.ts";
import { ioWith } from "../../../support/io-with.ts";
import { temporaryWorld } from "../../../support/temporary-world.ts";

const secret = (text: string, part: string, kind = "token"): SecretSpan => {
  const start = text.indexOf(part);
  return { start, end: start + part.length, kind };
};

test("a secret within a line is replaced, and its place is told in the masked line", () => {
  const text = "a = one, b = two;\nrest\n";
  const { lines, places } = maskLines(text, [secret(text, "one", "x"), secret(text, "two", "yy")]);
  expect(lines).toEqual(["a = [REDACTED:x], b = [REDACTED:yy];", "rest", ""]);
  expect(places).toEqual([
    { line: 0, column: 4, length: 12, kind: "x", at: 4, part: 0 },
    { line: 0, column: 22, length: 13, kind: "yy", at: 13, part: 0 },
  ]);
});

test("one that goes over lines is cut out of each, and each piece knows which it is", () => {
  const text = "key: AAA\nBBB\nCCC end\n";
  const { lines, places } = maskLines(text, [secret(text, "AAA\nBBB\nCCC", "k")]);
  expect(lines).toEqual(["key: [REDACTED:k]", "[REDACTED:k]", "[REDACTED:k] end", ""]);
  expect(places.map(({ line, part, at }) => [line, part, at])).toEqual([
    [0, 0, 5],
    [1, 1, 5],
    [2, 2, 5],
  ]);
});

test("a text that was searched before is searched anew once the settings are others", async () => {
  const world = temporaryWorld();
  try {
    const finder = new SecretFinder({ ...ioWith("", world.env), cwd: world.cwd }, world.cwd);
    const text = "the badge is STAFF-204417 today";
    expect(await finder.secretsIn(text, "a.txt")).toEqual([]);
    world.configure({ rules: [{ kind: "badge", pattern: "STAFF-[0-9]{6}" }] });
    expect(await finder.secretsIn(text, "a.txt")).toEqual([{ start: 13, end: 25, kind: "badge" }]);
  } finally {
    world.remove();
  }
});
