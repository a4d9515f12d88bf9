import { alternatives, anyOf } from "../../kit/word-pattern.ts";
import { isSpacedPhrase } from "./made-up-word.ts";
import type { Promised } from "./promised.ts";
import { isOfApp } from "./password-shapes.ts";
import { ACCENTED, TRANSLATED } from "./translated.ts";
import type { Place } from "./place.ts";
import type { Traits } from "./value-traits.ts";

/**
 * Whether a value is a test password that holds a word for a password and was not replaced: `rootpassword`. It must
 * stand in settings or beside a user; anywhere else it is a name.
 */
export function isNamedPassword(promised: Promised, value: string, place: Place): boolean {
  if (
    promised.strength !== "password" ||
    !/^[a-z]{2,10}(?:password|passwd|pass|pwd|secret)$/.test(value) ||
    NO_OWNER.test(value)
  )
    return false;
  return (
    (place.data && !place.quoted && place.assigned === true) ||
    ((place.quoted || place.data) && (place.setting === true || place.bundled()))
  );
}

/** Words of manuals and code before `password`. A value that begins with such a word is no test password. */
const NO_OWNER = new RegExp(
  `^(?:${alternatives(`
    my your some the an? no new old user current confirm re by set get has is use with show hide forgot reset
    change enter test fake mock demo dummy sample example encrypted hashed hidden plain wrong bad invalid valid
    client api app shared
  `)})`,
);

/**
 * Whether a value is a passphrase, that is, several words that a person chose. Its name must mean a secret, a statement
 * must assign it (or a user be named beside it), and it must hold no words of messages.
 */
export function isPassphrase(promised: Promised, value: string, place: Place): boolean {
  if (
    promised.strength === "password" &&
    promised.exact &&
    (isOfApp(value) || (place.label === undefined && isSpacedPhrase(value)))
  )
    return true;
  if (
    promised.strength === "hint" ||
    promised.kind === "token" ||
    !promised.exact ||
    !place.quoted ||
    value.length > 80
  )
    return false;
  if (!/^[A-Za-z0-9'-]+(?: [A-Za-z0-9'-]+){2,9}$/.test(value) || MESSAGE.test(value)) return false;
  return place.assigned === true || (/^[a-z0-9' -]+$/.test(value) && place.bundled());
}

/** Whether people type the values of this kind. */
export function isTypedKind(promised: Promised): boolean {
  return promised.strength === "password" || (promised.strength === "secret" && promised.typed);
}

/** Words of messages, labels and questions about a password. */
const MESSAGE = new RegExp(
  `\\b(?:${alternatives(String.raw`
    pass\w* pwd secrets? keys? tokens? credentials? enter your please type invalid wrong incorrect bad weak
    strong short long required optional must should cannot can't is are not no missing forgot\w* reset change\w*
    confirm\w* repeat again new old login log sign user\w* account access failed error unable character\w*
  `)})\\b`,
  "i",
);

/**
 * Whether a value consists of signs with hardly a letter, as no name does. Signs in the order of a keyboard, as tables
 * of signs have them, do not match.
 */
export function isSigns(
  promised: Promised,
  { letters, digits, special }: Traits,
  value: string,
  place: Place,
): boolean {
  if (
    !promised.exact ||
    promised.strength === "hint" ||
    promised.kind === "token" ||
    value.length < 8 ||
    value.length > 64
  )
    return false;
  if (!place.quoted && !(place.data && isTypedKind(promised) && /^[A-Za-z0-9]/.test(value))) return false;
  return (
    special >= 3 &&
    letters + digits <= 4 &&
    new Set(value).size >= 6 &&
    !/!@#\$|[([{<]\w*[)\]}>]|^[([{<]|[)\]}>]$|(.)\1\1|\$\{?\w|%[sd]|\\[nrtux]|=>|&&|\|\||[!=]==?/.test(value)
  );
}

/**
 * Whether a value is a word for a password in a language into which interfaces are translated, a word that follows such
 * a word in a program's help (`options`, `arguments`), or a type.
 */
export function isLabel(value: string): boolean {
  return LABEL.test(value) || (/^[A-Z]/.test(value) && COMPOUND.test(value)) || /^[A-Za-z\x80-\uffff]+:$/.test(value);
}

/** One or two words that begin with a capital and hold such a word: `Proxy-Passwort`, `Adgangskodekrav`. */
const COMPOUND = new RegExp(
  `^[a-z-]{0,24}(?:${alternatives(TRANSLATED.replace(/\b\w{1,5}\b/g, ""))}|passwort|geheim|parole)[a-z]{0,8}$`,
  "i",
);

const LABEL = new RegExp(
  `^(?:${alternatives(`
    pass(?:wor[dt]s?|phrase|code)? ${TRANSLATED} ${ACCENTED} has[lł]o contraseña motdepasse klucz
    palavra-passe geheimnis options? flags? arguments? parameters? attribute
    string number boolean object function symbol bigint undefined
  `)})[.:?!…]*$`,
  "i",
);

/** Whether a value is a plain word that a statement assigns or compares. */
export function isLoneWord(value: string, place: Place): boolean {
  return place.assigned === true && /^[a-z]{6,32}$/.test(value) && !NAMED.test(value);
}

/** Words of code. A value that holds such a word only refers to a password that is kept somewhere else. */
const NAMED = anyOf(`
  pass pwd secret token key cred auth user login text string plain hash crypt hidden input field valid requir
  option empty missing weak strong short unset null none undef true false default prompt enter change reset
  confirm basic bearer digest random generate config setting value admin include omit
  opaque translucent offscreen abcdef
`);

/**
 * Whether a value is one short word that is no name: its letters and digits alternate, or it has letters, digits and a
 * sign.
 */
export function isTyped(traits: Traits, value: string, place: Place): boolean {
  if (
    value.length < 8 ||
    value.length > 64 ||
    traits.digits < 1 ||
    traits.dashes > 0 ||
    traits.letters < 3 ||
    !(place.quoted || place.data)
  )
    return false;
  return traits.special === 0
    ? traits.digits >= 2 && /[a-z]/.test(value) && !/^[A-Za-z]+\d+$/.test(value)
    : /^[A-Za-z]/.test(value) && /^[\w!@#$%^&*?~+]+$/.test(value) && traits.special <= 4 && !/_|^\w+\$\d*$/.test(value);
}

/** Whether a value consists of words without gaps: it has more small letters in a row than a word has. */
export function isGluedWords(value: string): boolean {
  return /^[a-z]{16,48}$/.test(value);
}

/** Whether a value in quotes has so many signs among its letters that it is neither a word nor code. */
export function isMixed({ special, letters }: Traits, value: string, { quoted }: Place): boolean {
  return (
    quoted &&
    special >= 5 &&
    letters >= 5 &&
    value.length <= 128 &&
    new Set(value).size >= 10 &&
    !/^[<>=!&|?:+*({[]|=>|[{}()] *$|\$\{\w+\}|%[sd(]|<\/?\w+>|\\[nrtux]/.test(value)
  );
}
