import { toWords } from "../../kit/words.ts";
import { losesMuch } from "./loss-by-name.ts";

/** Matches a mutation of GraphQL up to its first field; variables and a name may stand before the fields. */
const MUTATION = /\bmutation\b[^{]{0,1000}\{/g;
/** Matches a field with arguments or with fields of its own. The name of an argument has a `:` behind it. */
const FIELD = /([A-Za-z_]\w{0,80})\s{0,4}[({]/g;
/** The most characters of a mutation that are read. */
const LONGEST = 4000;

/** The fields of the GraphQL mutations in a text that delete something, by their names: `volumeDelete`. */
export function lossesInMutations(text: string): string[] {
  return [...text.matchAll(MUTATION)].flatMap(({ index, 0: head }) => {
    const fields = text.slice(index + head.length, index + head.length + LONGEST);
    return [...fields.matchAll(FIELD)].map(([, name]) => name!).filter((name) => losesMuch(toWords(name)));
  });
}
