import { findMarkers } from "../../redactors/marker.ts";

/** Stands for what a program prints that was given a marker, and does not print it. */
export const OUTPUT_OF_HELD = "\uE000";

const FIRST_PIECE = /\[R[EDACT]{0,6}$/;
const LAST_PIECE = /^[REDACT]{0,7}D\]/;

/** Whether a text holds a marker, what came of one, or, where the script has such, a piece that makes one later. */
export function isHeld(text: string, inPieces: boolean): boolean {
  if (text.includes(OUTPUT_OF_HELD) || findMarkers(text).length > 0) return true;
  return inPieces && (FIRST_PIECE.test(text) || LAST_PIECE.test(text));
}

/** Whether a script's words make a marker only together: `echo -n '[RED' >f; echo 'ACTED]' >>f`. */
export function hasPieces(script: string): boolean {
  return /\[R[EDACT]{0,6}(?![\w\]])/.test(script) && /(?<![\w[])[REDACT]{0,7}D\]/.test(script);
}
