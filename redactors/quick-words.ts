import { listHeads, listTelling } from "./list-quick-words.ts";

const telling = listTelling();
const free = listHeads("free");
const edged = listHeads("edged");

/**
 * What no text holds that is at once clean, in lower case: rows of a part and the words that share it, with tabs between; of
 * one word, itself. The build keeps the outcome of these lists, so that no hook loads the rules for it.
 */
export const tellingRows = (): readonly string[] => telling;
/** How tokens begin that may stand anywhere. */
export const freeHeads = (): readonly string[] => free;
/** How tokens begin before which no letter or digit stands. */
export const edgedHeads = (): readonly string[] => edged;
