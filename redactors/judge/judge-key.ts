import { foreignNames } from "./foreign-names.ts";
import { judgeName, type KeyClass } from "./judge-name.ts";

/** So many answers are kept: the same few names stand at every message and in every line. */
const MOST_KEPT = 256;
const kept = new Map<string, KeyClass | undefined>();

/**
 * What a name promises, judged by its words once: apart from the lists that judge, since most names that agents send
 * are known to promise nothing.
 */
export function judgeKey(name: string): KeyClass | undefined {
  let judged = kept.get(name);
  if (judged === undefined && !kept.has(name)) {
    judged = judgeName(name) ?? judgeForeignName(name);
    if (kept.size < MOST_KEPT) kept.set(name, judged);
  }
  return judged;
}

/** A name that ends with the word for it in letters which are not Latin. */
function judgeForeignName(name: string): KeyClass | undefined {
  for (const { end, isPassword } of foreignNames(name))
    if (end === name.length) return judgeName(isPassword ? "password" : "secret");
  return undefined;
}
