import { SHAPES } from "./shapes.ts";

/** The most characters of a value of which a shape is made. */
const MOST = 96;

/**
 * The shape of a value: `w` for small letters, `W` for a word with a capital, `U` for capitals, `9` for digits, `é` for
 * letters beyond ASCII; any other character stands for itself. `getUserById2` has the shape `wWWW9`.
 */
export function shapeOf(value: string): string {
  return value.slice(0, MOST).replace(/[A-Z][a-z]+|[a-z]+|[A-Z]+|\d+|[^\0-\x7f]+/g, (run) => {
    const code = run.charCodeAt(0);
    if (code > 127) return "é";
    if (code < 58) return "9";
    if (code >= 97) return "w";
    return run.length > 1 && run.charCodeAt(1) >= 97 ? "W" : "U";
  });
}

/** How often foreign pairs have a shape, as a power of two; 0 if the shape is rare. */
export function shapeFrequency(shape: string): number {
  if (/\s/.test(shape)) return 0;
  return Math.max(
    0,
    SHAPES.findIndex((shapes) => shapes.includes(` ${shape} `)),
  );
}
