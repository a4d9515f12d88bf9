/**
 * A stretch of a source, small enough to be searched at once. Neighbours overlap, so that a secret on a border is seen
 * whole by one of them: each takes only what starts between its `lead` and its `trail`.
 */
export interface Piece {
  readonly bytes: Uint8Array;
  /** Bytes at the start and the end that are there for their context only. */
  readonly lead: number;
  readonly trail: number;
  /** Where the first byte stands in the source: from 1, columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

/** A whole source as one piece. */
export function wholePiece(bytes: Uint8Array): Piece {
  return { bytes, lead: 0, trail: 0, line: 1, column: 1 };
}
