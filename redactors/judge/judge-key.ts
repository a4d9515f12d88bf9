import { judgeName, type KeyClass } from "./judge-name.ts";
import { foreignNames } from "./translated.ts";

/** So many answers are kept: the same few names stand at every message and in every line. */
const MOST_KEPT = 2000;
const kept = new Map<string, KeyClass | undefined>();

/** What a name promises, judged by its words once. */
export function judgeKey(name: string): KeyClass | undefined {
  if (kept.has(name)) return kept.get(name);
  const judged = judgeName(name.replace(/[ñÑ]/, "n")) ?? judgeForeignName(name);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(name, judged);
  return judged;
}

/** The same for a name that says alone that a secret stands with it; `undefined` for a mere hint, too. */
export function judgeSureKey(name: string): KeyClass | undefined {
  const key = judgeKey(name);
  return key?.strength === "hint" ? undefined : key;
}

/** A name that ends with the word for it in letters which are not Latin. */
function judgeForeignName(name: string): KeyClass | undefined {
  for (const { end, isPassword } of foreignNames(name))
    if (end === name.length) return judgeName(isPassword ? "password" : "secret");
  return undefined;
}

/** Of a document or a message; the signature of a request opens an address. */
export function isSignature(name: string): boolean {
  return (
    /(?:^|[^A-Za-z]|[a-z](?=S))[Ss]ignature(?:Value)?$/.test(name) &&
    !/^(?:x[-_](?:amz|goog|oss|cos|obs)|cloudfront)[-_]/i.test(name)
  );
}
