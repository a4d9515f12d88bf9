import { judgeName, type KeyClass } from "./judge-name.ts";

/** Words for a password in letters that no anchor is written in: Russian, Chinese, Japanese, Korean. */
export const FOREIGN_WORDS = "[Пп]ароль|ПАРОЛЬ|密码|密碼|口令|パスワード|비밀번호|암호";
const FOREIGN = new RegExp(`(?:${FOREIGN_WORDS})$`);

/** So many answers are kept: the same few names stand at every message and in every line. */
const MOST_KEPT = 2000;
const kept = new Map<string, KeyClass | undefined>();

/** What a name promises, judged by its words once. */
export function judgeKey(name: string): KeyClass | undefined {
  if (kept.has(name)) return kept.get(name);
  const judged = judgeName(FOREIGN.test(name) ? "password" : name.replace(/[ñÑ]/, "n"));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(name, judged);
  return judged;
}

/** Of a document or a message; the signature of a request opens an address. */
export function isSignature(name: string): boolean {
  return (
    /(?:^|[^A-Za-z]|[a-z](?=S))[Ss]ignature$/.test(name) &&
    !/^(?:x[-_](?:amz|goog|oss|cos|obs)|cloudfront)[-_]/i.test(name)
  );
}
