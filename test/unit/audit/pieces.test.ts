import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cutWindows, endOf, WINDOW, type Piece } from "../../../audit/scan/pieces.ts";
import { SeenChunks } from "../../../audit/scan/seen-chunks.ts";
import { sha256 } from "../../../kit/hash.ts";
import { detector } from "../../../redactors/with-detector.ts";
import { times } from "../../support/chance.ts";

test.each([
  ["", 3, 5],
  ["ab", 3, 7],
  ["ab\n", 4, 1],
  ["ab\n\ncd", 5, 3],
])("%j ends at its line and column", (text, line, column) => {
  expect(endOf({ line: 3, column: 5 }, text)).toEqual({ line, column });
});

describe("cutWindows", () => {
  const piecesOf = async (bytes: Buffer, chunk: number) => {
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += chunk) chunks.push(bytes.subarray(at, at + chunk));
    const pieces: Piece[] = [];
    for await (const piece of cutWindows(chunks)) pieces.push(piece);
    return pieces;
  };

  test("keeps a small text whole", async () => {
    expect(await piecesOf(Buffer.from("a\nb"), 2)).toEqual([{ text: "a\nb", lead: 0, trail: 0, line: 1, column: 1 }]);
    expect(await piecesOf(Buffer.alloc(0), 2)).toHaveLength(1);
  });

  test("shows a long private key as a whole, wherever a window ends in it", async () => {
    const lines = Array.from({ length: 120 }, (_, at) => sha256(String(at)));
    const dashes = "-".repeat(5);
    const key = `${dashes}BEGIN RSA PRIVATE KEY${dashes}\n${lines.join("\n")}\n${dashes}END RSA PRIVATE KEY${dashes}`;
    for (const before of [1000, 3000, 7000]) {
      const text = `${"some words\n".repeat(100_000).slice(0, WINDOW - before - 1)}\n${key}\nsome words\n`;
      const found = (await piecesOf(Buffer.from(text), WINDOW)).flatMap(({ text: piece, lead, trail }) =>
        detector
          .find(piece)
          .filter(({ span }) => span[0] >= lead && span[0] < piece.length - trail)
          .map(({ span }) => piece.slice(...span).trim()),
      );
      expect(found).toEqual([lines.join("\n")]);
    }
  });

  test("gives all of a text to one window, on a character's border, with its line and column", async () => {
    const words = ["some words ", "é", "日本", "\n", "x".repeat(700), "😀\n"];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...words), { minLength: 40, maxLength: 60 }),
        fc.constantFrom(65_536, 1 << 20, 1_500_000),
        async (parts, chunk) => {
          const unit = parts.join("");
          const text = unit.repeat(Math.ceil((2.5 * WINDOW) / unit.length));
          let passed = "";
          for (const { text: piece, lead, trail, line, column } of await piecesOf(Buffer.from(text), chunk)) {
            expect(piece.length).toBeLessThanOrEqual(WINDOW);
            const before = passed.slice(0, passed.length - lead);
            expect([line, column]).toEqual([before.split("\n").length, before.length - before.lastIndexOf("\n")]);
            const kept = piece.slice(lead, piece.length - trail);
            expect(Buffer.from(kept).toString("utf8") === kept).toBe(true);
            passed += kept;
          }
          expect(passed === text).toBe(true);
        },
      ),
      { numRuns: times(12) },
    );
  });
});

describe("SeenChunks", () => {
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
  const secretsIn = (text: string, from = 0, to = text.length) =>
    detector
      .find(text)
      .filter(({ kind, span }) => kind.startsWith("github") && span[0] >= from && span[0] < to)
      .map(({ span }) => text.slice(...span));

  test("of many versions of a text, every secret is in what is left to search", () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 50, maxLength: 600 }),
        fc.array(edit, { maxLength: 12 }),
        (first, edits) => {
          const seen = new SeenChunks();
          const all = new Set<string>();
          const found = new Set<string>();
          let lines = first;
          for (const [where, gone, comes] of [[0, 0, []] as const, ...edits]) {
            lines = lines.toSpliced(Math.floor(where * lines.length), gone, ...comes);
            const text = lines.join("\n");
            for (const one of secretsIn(text)) all.add(one);
            for (const { text: piece, lead, trail, line: at, column } of seen.unseen(text)) {
              const rest = lines.slice(at - 1).join("\n");
              expect(rest.slice(column - 1).startsWith(piece)).toBe(true);
              for (const one of secretsIn(piece, lead, piece.length - trail)) found.add(one);
            }
          }
          for (const one of all) expect(found).toContain(one);
        },
      ),
      { numRuns: times(150) },
    );
  });

  const sizes = (seen: SeenChunks, text: string) => seen.unseen(text).map(({ text: piece }) => piece.length);

  test("nothing of a text is left the second time, and little where it changed a little", () => {
    const seen = new SeenChunks();
    const lines = Array.from({ length: 4000 }, (_, at) => `line ${at * 7919} of a long text`);
    expect(sizes(seen, lines.join("\n"))).toEqual([lines.join("\n").length]);
    expect(sizes(seen, lines.join("\n"))).toEqual([]);
    lines[2000] = "changed";
    lines.splice(1000, 1);
    expect(sizes(seen, lines.join("\n")).reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000);
  });

  test("all of a text that is new is left, of however many chunks it is", () => {
    for (let count = 10; count < 200; count += 1) {
      const text = Array.from({ length: count }, (_, at) => `line ${at * 7919} of a text\n`).join("");
      expect(new SeenChunks().unseen(text)).toEqual([{ text, lead: 0, trail: 0, line: 1, column: 1 }]);
    }
  });

  test("a text with a comment that allows what is far behind it stays whole", () => {
    const text = `// secretlint-disable\n${"words and words\n".repeat(1000)}`;
    const seen = new SeenChunks();
    expect([sizes(seen, text), sizes(seen, text)]).toEqual([[text.length], [text.length]]);
  });
});
