import { secretlintDetector, type SecretlintDetector } from "../../redactors/secretlint.ts";
import type { Piece } from "./piece.ts";
import { scanPiece, type PieceFinding, type PieceSource } from "./scan-piece.ts";
import type { ScanSettings } from "./scan-settings.ts";

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
  const secretlint: SecretlintDetector = secretlintDetector(settings.secretlint);
  return async ({ memory, parts }) => {
    const found: PieceFinding[][] = [];
    for (const { from, to, ...part } of parts) found.push(await scanPiece({ ...part, bytes: new Uint8Array(memory, from, to - from) }, part, secretlint, settings));
    return found;
  };
}
