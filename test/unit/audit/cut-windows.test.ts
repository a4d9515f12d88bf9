import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cutWindows, WINDOW } from "../../../audit/scan/cut-windows.ts";
import type { Piece } from "../../../audit/scan/piece.ts";
import { times } from "../../support/chance.ts";

async function piecesOf(text: Buffer, chunk: number): Promise<Piece[]> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < text.length; at += chunk) chunks.push(text.subarray(at, at + chunk));
  const pieces: Piece[] = [];
  for await (const piece of cutWindows(chunks)) pieces.push(piece);
  return pieces;
}

const kept = ({ bytes, lead, trail }: Piece) => Buffer.from(bytes.subarray(lead, bytes.length - trail));

describe("cutWindows", () => {
  test("keeps a small text whole", async () => {
    expect(await piecesOf(Buffer.from("a\nb"), 2)).toEqual([
      { bytes: Buffer.from("a\nb"), lead: 0, trail: 0, line: 1, column: 1 },
    ]);
    expect(await piecesOf(Buffer.alloc(0), 2)).toHaveLength(1);
  });

  test("gives every byte to one window, on a character's border, with its line and column", async () => {
    const words = ["some words ", "é", "日本", "\n", "x".repeat(700), "😀\n"];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...words), { minLength: 40, maxLength: 60 }),
        fc.constantFrom(65_536, 1 << 20, 1_500_000),
        async (parts, chunk) => {
          const unit = parts.join("");
          const text = unit.repeat(Math.ceil((2.5 * WINDOW) / Buffer.byteLength(unit)));
          const pieces = await piecesOf(Buffer.from(text), chunk);
          expect(Buffer.concat(pieces.map(kept)).toString("utf8") === text).toBe(true);
          for (const piece of pieces) {
            expect(piece.bytes.length).toBeLessThanOrEqual(WINDOW);
            expect(kept(piece).toString("utf8")).not.toContain("\ufffd");
          }
          let passed = "";
          for (const piece of pieces) {
            const before = passed.slice(
              0,
              passed.length - Buffer.from(piece.bytes.subarray(0, piece.lead)).toString("utf8").length,
            );
            expect([piece.line, piece.column]).toEqual([
              before.split("\n").length,
              before.length - before.lastIndexOf("\n"),
            ]);
            passed += kept(piece).toString("utf8");
          }
        },
      ),
      { numRuns: times(12) },
    );
  });
});
