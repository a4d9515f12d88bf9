import { FLAGS } from "../../../redactors/charset.ts";
import { parseShape } from "../../../redactors/rules/rule.ts";

/** A body of this shape, put together at run time so that no scanner flags the repository. */
export function sampleOf(shape: string, random: (below: number) => number): string {
  return parseShape(shape)
    .map((part) => {
      if (part.literal !== "") return part.literal;
      // Letters and digits only: a sample that ends in a dot or a dash would end before it.
      const letters = [...FLAGS.keys()].filter(
        (code) => ((FLAGS[code] as number) & part.mask) !== 0 && /[A-Za-z0-9]/.test(String.fromCharCode(code)),
      );
      const count = Math.min(part.max, part.min + random(4));
      const body = Array.from({ length: count }, () =>
        String.fromCharCode(letters[random(letters.length)] as number),
      ).join("");
      // One digit at least, where there may be digits: a short body of letters alone can happen to be a word.
      return count > 4 && letters.includes(0x37) ? `${body.slice(0, 2)}7${body.slice(3)}` : body;
    })
    .join("");
}
