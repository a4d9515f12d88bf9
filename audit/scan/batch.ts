import { secretlintDetector } from "../../redactors/secretlint/secretlint.ts";
import { lintJoined } from "./lint-joined.ts";
import type { Piece } from "./piece.ts";
import { scanPiece, toText, type PieceFinding } from "./scan-piece.ts";
import type { ScanSettings } from "./scan-settings.ts";

export interface PieceSource {
  readonly name: string;
  /** Whether a comment beside a finding can allow it. */
  readonly tracked: boolean;
}

/** A piece without its bytes, which lie in the batch's. */
interface Part extends Omit<Piece, "bytes">, PieceSource {
  readonly from: number;
  readonly to: number;
}

/** Many pieces in one block of memory, which goes to another thread without being copied. */
export interface Batch {
  readonly memory: ArrayBuffer;
  readonly parts: readonly Part[];
}

/** Puts pieces into one block. */
export function toBatch(pieces: readonly (readonly [Piece, PieceSource])[]): Batch {
  const memory = new ArrayBuffer(pieces.reduce((sum, [{ bytes }]) => sum + bytes.length, 0));
  const all = new Uint8Array(memory);
  let from = 0;
  const parts = pieces.map(([{ bytes, lead, trail, line, column }, { name, tracked }]) => {
    all.set(bytes, from);
    const part = { from, to: from + bytes.length, lead, trail, line, column, name, tracked };
    from = part.to;
    return part;
  });
  return { memory, parts };
}

/** What each part holds, in their order. */
export type ScanBatch = (batch: Batch) => Promise<PieceFinding[][]>;

/** A function that searches batches, in whatever thread it is made. */
export function batchScanner(settings: ScanSettings): ScanBatch {
  const secretlint = secretlintDetector(settings.secretlint);
  return async ({ memory, parts }) => {
    const all = new Uint8Array(memory);
    const texts = parts.map(({ name, from, to }) => ({ name, text: toText(all, from, to) }));
    const theirs = await lintJoined(secretlint, texts);
    return parts.map((part, at) =>
      scanPiece(
        { ...part, bytes: all.subarray(part.from, part.to) },
        texts[at]?.text ?? "",
        part.tracked,
        theirs[at] ?? [],
        settings,
      ),
    );
  };
}
