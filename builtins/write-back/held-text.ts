import { findMarkers } from "../../redactors/marker.ts";
import type { Pipeline } from "../shell/parse-shell.ts";

/** Stands for what a program prints that was given a marker, and does not print it. */
export const OUTPUT_OF_HELD = "\uE000";

const MARKER = "[REDACTED]";
const STARTS = Array.from({ length: MARKER.length - 1 }, (_, at) => MARKER.slice(0, at + 1));
const ENDS = Array.from({ length: MARKER.length - 1 }, (_, at) => MARKER.slice(at + 1));
/** Words of a script that are looked at for pieces of a marker. */
const MOST = 20_000;

/** Whether a text holds a marker, a piece of one that is put together later, or what came of one. */
export function isHeld(text: string, pieces: ReadonlySet<string>): boolean {
  if (findMarkers(text).length > 0 || text.includes(OUTPUT_OF_HELD)) return true;
  if (pieces.size === 0) return false;
  for (const piece of pieces) if (text === piece || (piece.length > 2 && text.includes(piece))) return true;
  return false;
}

/**
 * The words of a script that make a marker only together: `A='[RED'; B='ACTED]'`. None where no words of it do, in the
 * order in which they stand.
 */
export function piecesOf(pipelines: readonly Pipeline[]): ReadonlySet<string> {
  const words = pipelines
    .flatMap((pipeline) => pipeline.flatMap((command) => [...command.words, ...command.fed]))
    .slice(0, MOST);
  const pieces = words.map((word) => word.replace(/^[A-Za-z_]\w*\+?=/, "")).flatMap(pieceOf);
  return pieces.join("").includes(MARKER) ? new Set(pieces.filter((piece) => piece.length > 1)) : new Set();
}

function pieceOf(word: string): string[] {
  if (word === "" || findMarkers(word).length > 0) return [];
  if (MARKER.includes(word)) return [word];
  const start = STARTS.findLast((piece) => word.endsWith(piece));
  const end = ENDS.find((piece) => word.startsWith(piece));
  return start ? [start] : end ? [end] : [];
}
