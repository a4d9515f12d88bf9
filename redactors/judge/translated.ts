import { alternatives } from "../../kit/word-pattern.ts";
import { wordList } from "../words.ts";

/**
 * Words for a password in the languages that interfaces are translated into, in ASCII: each calls a reader, promises a
 * secret as a name, and is no secret as a value.
 */
export const TRANSLATED =
  "adgangskode clave contrasena contrasenya geslo haslo heslo jelszo kennwort kodeord losenord lozinka parola parool " +
  "pasahitza passord passe salasana sandi senha sifre wachtwoord";

const words = wordList(TRANSLATED);

/** Whether a word, in lower case, is one of them, perhaps with an article or a plural at its end. */
export function isTranslated(word: string): boolean {
  return [word, word.replace(/[nks]$/, ""), word.replace(/e[nrt]$/, "")].some((one) => words.has(one));
}

/** Those that have a Latin letter beyond ASCII, as a part of a pattern for either case. */
export const ACCENTED = alternatives(String.raw`
  has[łŁ] jelsz[óÓ] l[öÖ]senord m[ậẬ]t\x20kh[ẩẨ]u parol[ăĂ] [şŞ]ifre
`);
