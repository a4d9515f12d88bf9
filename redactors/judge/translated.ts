import { alternatives } from "../../kit/word-pattern.ts";
import { wordList } from "../../kit/words.ts";

/**
 * Words for a password, in ASCII, in the languages into which interfaces are translated. Each word is an anchor of a
 * reader. As a name it promises a secret; as a value it is no secret.
 */
export const TRANSLATED =
  "adgangskode clave contrasena contrasenya geslo haslo heslo jelszo kennwort kodeord losenord lozinka parola parool " +
  "pasahitza passord passe salasana sandi senha sifre wachtwoord";

const words = wordList(TRANSLATED);

/** Whether a word, in lower case, is in `TRANSLATED`, perhaps with the ending of an article or a plural. */
export function isTranslated(word: string): boolean {
  // The plural of the French word is also the third person of an English verb: `passes="multiple"`.
  return (
    word !== "passes" && [word, word.replace(/[nks]$/, ""), word.replace(/e[nrt]$/, "")].some((one) => words.has(one))
  );
}

/** Words for a password with a Latin letter beyond ASCII, as a part of a pattern for either case. */
export const ACCENTED = alternatives("has[łŁ] jelsz[óÓ] l[öÖ]senord m[ậẬ]t\\x20kh[ẩẨ]u parol[ăĂ] [şŞ]ifre");

/**
 * Words for a password in letters that anchors do not have: Russian, Chinese, Japanese, Korean, Greek, Arabic, Hebrew,
 * Thai, Hindi.
 */
const PASSWORD =
  "[Пп]арол(?:ь|я|ю|ем)|ПАРОЛЬ|密码|密碼|口令|パスワード|비밀번호|암호|[Κκ]ωδικός|السر|المرور|סיסמ[אה]|" +
  "รหัสผ่าน|पासवर्ड";
/** Words for a key, a token, a secret in Chinese, Japanese, Korean and Russian. */
const SECRET = "密钥|密鑰|令牌|トークン|토큰|[Тт]окен|[Сс]екрет";

/** A word in letters that are not Latin. Unicode's blocks of signs and dashes lie between the two ranges. */
const WORDS = /[\u0370-\u1fff\u3040-\ud7a3]{2,}/g;
const NAMED = new RegExp(`(?:(${PASSWORD})|(?:${SECRET}))([は为是為는은])?$`);
/** A word for a password in Latin letters, one of them beyond ASCII, with an ending. */
const LATIN = new RegExp(`(?<![A-Za-z])(?:${ACCENTED})[a-zığ\u0142\u00f3]{0,4}`, "gi");

/**
 * The name of a secret in foreign letters: the name, its end in the text, whether a word for "is" follows, and whether
 * the secret is a password.
 */
export interface ForeignName {
  readonly name: string;
  readonly end: number;
  readonly says: boolean;
  readonly isPassword: boolean;
}

/**
 * Matches a letter that every foreign name has. If a text has no such letter, the other patterns do not run; they take
 * 1 to 2 ms.
 */
const FOREIGN = /[\xd3-\u1fff\u3040-\ud7a3]/;

/** The foreign names in a text. A text in ASCII has none. */
export function* foreignNames(text: string): Generator<ForeignName> {
  if (!FOREIGN.test(text)) return;
  for (const { 0: name, index } of text.matchAll(LATIN))
    yield { name, end: index + name.length, says: false, isPassword: true };
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const match = NAMED.exec(word.length > 24 ? word.slice(-24) : word);
    if (match !== null)
      yield { name: word, end: index + word.length, says: match[2] !== undefined, isPassword: match[1] !== undefined };
  }
}
