import { remembered } from "../../kit/remembered.ts";
import { judgeWordsOf } from "./judge-words-of.ts";
import type { Promised } from "./promised.ts";
import { foreignNames } from "./translated.ts";

/** The most judgements that are kept. The same few names occur in every message and on every line. */
const MOST_KEPT = 2000;
const kept = remembered<string, Promised | undefined>(MOST_KEPT);

/** The secret that a name promises; `undefined` if it promises none. Each name is judged once. */
export function promiseOf(name: string): Promised | undefined {
  if (kept.has(name)) return kept.get(name);
  const judged = judgeWordsOf(name.replace(/[ñÑ]/, "n")) ?? promiseOfForeign(name);
  kept.set(name, judged);
  return judged;
}

/** The secret that a name promises for sure; `undefined` if the name is only a hint or promises no secret. */
export function surePromiseOf(name: string): Promised | undefined {
  const promised = promiseOf(name);
  return promised?.strength === "hint" ? undefined : promised;
}

/** The secret that a name promises if it ends with one of `foreignNames`; `undefined` otherwise. */
function promiseOfForeign(name: string): Promised | undefined {
  for (const { end, isPassword } of foreignNames(name))
    if (end === name.length) return judgeWordsOf(isPassword ? "password" : "secret");
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
