import { listHeads, listTelling } from "./list-quick-words.ts";

const telling = listTelling();
const free = listHeads("free");
const edged = listHeads("edged");

/**
 * What no text holds that is at once clean, in lower case: parts that words share, and for each of them its words, with tabs
 * between. The build keeps the outcome of these lists, so that no hook loads the rules for it.
 */
export const tellingParts = (): readonly string[] => telling.map(({ part }) => part);
export const tellingWords = (): readonly string[] => telling.map(({ words }) => words.join("\t"));
/** How tokens begin that may stand anywhere. */
export const freeHeads = (): readonly string[] => free;
/** How tokens begin before which no letter or digit stands. */
export const edgedHeads = (): readonly string[] => edged;
