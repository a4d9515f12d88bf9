import { readFileSync } from "node:fs";

import { levelOfPlace, LONGEST_WORD, SHORTEST_WORD } from "../../redactors/judge/opinion/spell.ts";

/** The words of foreign code, in the order of how many packages and files hold each. */
export const CODE_WORDS: readonly string[] = readFileSync("tools/judge/code-words.txt", "utf8").trim().split(/\s+/);

/** For each length of a word, its words in the order of the alphabet, each with its level behind it. */
export function wordRows(): string[] {
  const levels = new Map(CODE_WORDS.map((word, place) => [word, levelOfPlace(place)]));
  return Array.from({ length: LONGEST_WORD - SHORTEST_WORD + 1 }, (_, at) =>
    [...levels.keys()]
      .filter(({ length }) => length === at + SHORTEST_WORD)
      .toSorted()
      .map((word) => word + levels.get(word)!)
      .join(""),
  );
}
