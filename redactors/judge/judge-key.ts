import { judgeName, type KeyClass } from "./judge-name.ts";
import { ACCENTED } from "./translated.ts";

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

/** A name that ends with the word for it in letters which are not Latin. */
function judgeForeignName(name: string): KeyClass | undefined {
  for (const { end, isPassword } of foreignNames(name))
    if (end === name.length) return judgeName(isPassword ? "password" : "secret");
  return undefined;
}

/** Of a document or a message; the signature of a request opens an address. */
export function isSignature(name: string): boolean {
  return (
    /(?:^|[^A-Za-z]|[a-z](?=S))[Ss]ignature$/.test(name) &&
    !/^(?:x[-_](?:amz|goog|oss|cos|obs)|cloudfront)[-_]/i.test(name)
  );
}

/**
 * Words for a password in letters that no anchor is written in: Russian, Chinese, Japanese, Korean, Greek, Arabic,
 * Hebrew, Thai, Hindi.
 */
const PASSWORD =
  "[Пп]арол(?:ь|я|ю|ем)|ПАРОЛЬ|密码|密碼|口令|パスワード|비밀번호|암호|[Κκ]ωδικός|السر|المرور|סיסמ[אה]|" +
  "รหัสผ่าน|पासवर्ड";
/** For a key, a token, a secret. */
const SECRET = "密钥|密鑰|令牌|トークン|토큰|[Тт]окен|[Сс]екрет";

/** A word in one of these scripts, which lie before and behind signs and dashes. */
const WORDS = /[\u0370-\u1fff\u3040-\ud7a3]{2,}/g;
const NAMED = new RegExp(`(?:(${PASSWORD})|(?:${SECRET}))([は为是為는은])?$`);
/** The same in Latin letters, with an ending. */
const LATIN = new RegExp(`(?<![A-Za-z])(?:${ACCENTED})[a-zığ\u0142\u00f3]{0,4}`, "gi");

/** A name of a secret in such letters, its end, whether it says `is`, and whether it is a password's. */
export interface ForeignName {
  readonly name: string;
  readonly end: number;
  readonly says: boolean;
  readonly isPassword: boolean;
}

/** The names in a text. One in ASCII alone has none. */
export function* foreignNames(text: string): Generator<ForeignName> {
  for (const { 0: name, index } of text.matchAll(LATIN))
    yield { name, end: index + name.length, says: false, isPassword: true };
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const match = NAMED.exec(word.length > 24 ? word.slice(-24) : word);
    if (match !== null)
      yield { name: word, end: index + word.length, says: match[2] !== undefined, isPassword: match[1] !== undefined };
  }
}
