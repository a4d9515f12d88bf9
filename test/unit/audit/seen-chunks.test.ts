import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { SeenChunks } from "../../../audit/scan/seen-chunks.ts";
import { detector } from "../../../redactors/redactor.ts";
import { times } from "../../support/chance.ts";

/** Lines as code has them: some alike, some not. */
const line = fc.oneof(
  fc.constantFrom("", "  }", "    return value;", "// comment"),
  fc.integer({ min: 0, max: 1e9 }).map((number) => `  const value${number} = compute(${number}, "some words");`),
);
const secret = fc.stringMatching(/^[A-Za-z0-9]{36}$/).map((body) => `token = "${["gh", "p_"].join("")}${body}"`);

/** An edit: where, in parts of the whole; how many lines go; what comes. */
const edit = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.nat(30),
  fc.array(fc.oneof({ weight: 9, arbitrary: line }, { weight: 1, arbitrary: secret }), { maxLength: 12 }),
);

const secretsIn = (text: string) =>
  detector
    .find(text)
    .filter(({ kind }) => kind.startsWith("github"))
    .map(({ span }) => text.slice(...span));

describe("SeenChunks", () => {
  test("of many versions of a text, every secret is in what is left to search", () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 50, maxLength: 600 }),
        fc.array(edit, { maxLength: 12 }),
        (first, edits) => {
          const seen = new SeenChunks();
          const versions = [first];
          for (const [where, gone, comes] of edits)
            versions.push(
              (versions.at(-1) as string[]).toSpliced(
                Math.floor(where * (versions.at(-1) as string[]).length),
                gone,
                ...comes,
              ),
            );
          const all = new Set<string>();
          const found = new Set<string>();
          for (const lines of versions) {
            const text = lines.join("\n");
            for (const one of secretsIn(text)) all.add(one);
            for (const { bytes, lead, trail, line: at, column } of seen.unseen(Buffer.from(text))) {
              const piece = Buffer.from(bytes).toString("utf8");
              expect(
                text
                  .split("\n")
                  .slice(at - 1)
                  .join("\n")
                  .slice(column - 1)
                  .startsWith(piece),
              ).toBe(true);
              for (const { span } of detector.find(piece))
                if (span[0] >= lead && span[0] < piece.length - trail) found.add(piece.slice(...span));
            }
          }
          for (const one of all) expect(found).toContain(one);
        },
      ),
      { numRuns: times(150) },
    );
  });

  test("nothing of a text is left the second time, and little where it changed a little", () => {
    const seen = new SeenChunks();
    const lines = Array.from({ length: 4000 }, (_, at) => `line ${at * 7919} of a long text`);
    const size = (text: string) => seen.unseen(Buffer.from(text)).reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(size(lines.join("\n"))).toBe(Buffer.byteLength(lines.join("\n")));
    expect(size(lines.join("\n"))).toBe(0);
    lines[2000] = "changed";
    lines.splice(1000, 1);
    expect(size(lines.join("\n"))).toBeLessThan(40_000);
  });

  test("a text with a comment that allows what is far behind it stays whole", () => {
    const text = Buffer.from(`// secretlint-disable\n${"words and words\n".repeat(1000)}`);
    const seen = new SeenChunks();
    expect([seen.unseen(text), seen.unseen(text)].map((pieces) => pieces.map(({ bytes }) => bytes.length))).toEqual([
      [text.length],
      [text.length],
    ]);
  });
});
