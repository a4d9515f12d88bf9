/** Words for a password in letters that the automaton does not read: Russian, Chinese, Japanese, Korean, Greek, Arabic, Hebrew, Thai, Hindi, Polish, Turkish. */
export const FOREIGN_PASSWORD = "[Пп]ароль|ПАРОЛЬ|密码|密碼|口令|パスワード|비밀번호|암호|[Κκ]ωδικός|كلمة (?:المرور|السر)|סיסמ[אה]|รหัสผ่าน|पासवर्ड|[Hh]asło|[Şş]ifre";
/** For a key, a token, a secret. */
export const FOREIGN_SECRET = "密钥|密鑰|(?:api|API) ?(?:キー|키)|令牌|トークン|토큰|[Тт]окен|(?:API-|[Сс]екретный )ключ|[Сс]екрет";

const ANY = new RegExp(`${FOREIGN_PASSWORD}|${FOREIGN_SECRET}`);
const NOT_LATIN = /[^\0-\xff]/;

/** Whether a text has a name of a secret in such letters. Of a text without them the engine knows that without looking. */
export function hasForeignName(text: string): boolean {
  return NOT_LATIN.test(text) && ANY.test(text);
}
