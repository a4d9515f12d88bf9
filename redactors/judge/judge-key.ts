import { remembered } from "../../kit/remembered.ts";
import { judgeName } from "./judge-name.ts";
import type { KeyClass } from "./key-class.ts";
import { foreignNames } from "./translated.ts";

/** The most judgements that are kept. The same few names occur in every message and on every line. */
const MOST_KEPT = 2000;
const kept = remembered<string, KeyClass | undefined>(MOST_KEPT);

/** The secret that a name promises; `undefined` if it promises none. Each name is judged once. */
export function judgeKey(name: string): KeyClass | undefined {
  if (kept.has(name)) return kept.get(name);
  const judged = judgeName(name.replace(/[ñÑ]/, "n")) ?? judgeForeignName(name);
  kept.set(name, judged);
  return judged;
}

/** The secret that a name promises for sure; `undefined` if the name is only a hint or promises no secret. */
export function judgeSureKey(name: string): KeyClass | undefined {
  const key = judgeKey(name);
  return key?.strength === "hint" ? undefined : key;
}

/** The secret that a name promises if it ends with one of `foreignNames`; `undefined` otherwise. */
function judgeForeignName(name: string): KeyClass | undefined {
  for (const { end, isPassword } of foreignNames(name))
    if (end === name.length) return judgeName(isPassword ? "password" : "secret");
  return undefined;
}

/**
 * Whether a name means the signature of a document or a message, which is no secret. `X-Amz-Signature` does not match:
 * the signature of a request to a cloud gives access.
 */
export function isSignature(name: string): boolean {
  return (
    /(?:^|[^A-Za-z]|[a-z](?=S))[Ss]ignature(?:Value)?$/.test(name) &&
    !/^(?:x[-_](?:amz|goog|oss|cos|obs)|cloudfront)[-_]/i.test(name)
  );
}
