import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const CSS = readFileSync(join(import.meta.dirname, "../../../page/styles/1-base.css"), "utf8");
/** Name → its colour in light and in dark. */
const COLOURS = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = "", light = "", dark = ""]) => [
    name,
    [light, dark],
  ]),
);
/** What stands behind code. */
const GROUNDS = ["surface", "added-ground", "removed-ground", "added-mark", "removed-mark"];

/** As WCAG counts it. */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("each colour of code can be read on each ground of a difference, light and dark", () => {
  const code = [...COLOURS.keys()].filter((name) => name.startsWith("colour-"));
  expect(code.length).toBe(7);
  for (const name of [...code, "text"])
    for (const ground of GROUNDS)
      for (const [at, theme] of ["light", "dark"].entries()) {
        const found = contrast(COLOURS.get(name)![at]!, COLOURS.get(ground)![at]!);
        expect(found, `${name} on ${ground}, ${theme}`).toBeGreaterThanOrEqual(4.5);
      }
});
