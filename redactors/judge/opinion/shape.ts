import { SHAPES } from "./shapes.ts";

/** The most characters of a value of which a shape is made, and of a shape that is kept. */
const [MOST, LONGEST] = [96, 20];

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

let levels: ReadonlyMap<string, number> | undefined;

/** How often foreign pairs have a shape, as a power of two; 0 if the shape is rare. */
export function shapeFrequency(shape: string): number {
  levels ??= parseRows(SHAPES);
  return levels.get(shape) ?? 0;
}

/** Puts other frequencies in the place of the kept ones, as the training does. */
export function setShapes(found: ReadonlyMap<string, number>): void {
  levels = new Map([...found].filter(([shape, level]) => level > 0 && shape.length <= LONGEST && !/\s/.test(shape)));
}

/** The frequencies as a text: each of them with a `#` in front, then its shapes, between tabs. */
export function shapeRows(): string {
  const sorted = [...(levels ?? [])].toSorted(([, first], [, second]) => second - first);
  return sorted.map(([shape, level], at) => (sorted[at - 1]?.[1] === level ? shape : `#${level}\t${shape}`)).join("\t");
}

function parseRows(rows: string): Map<string, number> {
  const found = new Map<string, number>();
  let level = 0;
  for (const one of rows.split("\t")) {
    if (/^#\d+$/.test(one)) level = Number(one.slice(1));
    else found.set(one, level);
  }
  return found;
}
