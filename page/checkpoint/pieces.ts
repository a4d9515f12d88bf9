import type { Part } from "../../kit/changed-words.ts";
import type { SecretPlace } from "../../web/ui/api.ts";
import type { Colour } from "../colours/colours.ts";

/** A part of a line with one style. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
  readonly colour?: string;
  /** The position of the secret that a marker in this piece replaces; absent if the piece is text. */
  readonly secret?: SecretPlace;
}

/** Splits a line at each index where a changed part, a colour or a secret begins or ends. */
export function piecesOf(
  parts: readonly Part[],
  colours: readonly Colour[] = [],
  secrets: readonly SecretPlace[] = [],
): Piece[] {
  if (colours.length === 0 && secrets.length === 0) return [...parts];
  const pieces: Piece[] = [];
  let start = 0;
  for (const { text, changed } of parts) {
    const end = start + text.length;
    for (let at = start; at < end; ) {
      const secret = secrets.find(({ column, length }) => column <= at && at < column + length);
      if (secret && at === secret.column) pieces.push({ text: "", changed, secret });
      const colour = colours.find((one) => at < one.end);
      const next = secret
        ? secret.column + secret.length
        : Math.min(colour?.end ?? end, ...secrets.flatMap(({ column }) => (column > at ? column : [])));
      const to = Math.min(end, next);
      if (!secret) pieces.push({ text: text.slice(at - start, to - start), changed, ...named(colour) });
      at = to;
    }
    start = end;
  }
  return pieces;
}

function named(colour: Colour | undefined): Pick<Piece, "colour"> {
  return colour?.name === undefined ? {} : { colour: colour.name };
}
