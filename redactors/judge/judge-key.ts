import { judgeName } from "./judge-name.ts";
import type { KeyClass } from "./key-class.ts";
import { foreignNames } from "./translated.ts";

/** Answers that are kept: the same few names stand at every message and in every line. */
const MOST_KEPT = 2000;
const kept = new Map<string, KeyClass | undefined>();

/** The secret that a name promises, judged by its words once. */
export function judgeKey(name: string): KeyClass | undefined {
  if (kept.has(name)) return kept.get(name);
  const judged = judgeName(name.replace(/[ñÑ]/, "n")) ?? judgeForeignName(name);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(name, judged);
  return judged;
}

/** The secret that a name promises by itself; `undefined` for a mere hint, too. */
export function judgeSureKey(name: string): KeyClass | undefined {
  const key = judgeKey(name);
  return key?.strength === "hint" ? undefined : key;
}

/** The secret that a name promises if it ends with a word for one in letters that are not Latin. */
function judgeForeignName(name: string): KeyClass | undefined {
  for (const { end, isPassword } of foreignNames(name))
    if (end === name.length) return judgeName(isPassword ? "password" : "secret");
  return undefined;
}

/**
 * Whether a name is that of the signature of a document or a message; the signature of a request opens an address, and
 * is none.
 */
export function isSignature(name: string): boolean {
  return (
    /(?:^|[^A-Za-z]|[a-z](?=S))[Ss]ignature(?:Value)?$/.test(name) &&
    !/^(?:x[-_](?:amz|goog|oss|cos|obs)|cloudfront)[-_]/i.test(name)
  );
}
