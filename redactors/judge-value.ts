import { DIGIT, flagsAt, HEX_LOWER, HEX_UPPER, LETTER } from "./charset.ts";
import type { Confidence } from "./finding.ts";
import { isManualWord, isPlaceholder, OPAQUE } from "./placeholder.ts";
import { isRandom } from "./is-random.ts";
import type { KeyClass } from "./judge-key.ts";

/** How the value stands in the text. */
export interface Place {
  /** In quotes, or a whole JSON string. */
  readonly quoted: boolean;
  /** Where only data can stand: an environment line, a query, a header, an XML element, a flag. */
  readonly data: boolean;
  /** The name is written in capitals, as environment variables are. */
  readonly constant: boolean;
  /** A name like user or host stands beside it. Asked late, since it costs a look around. */
  readonly bundled: () => boolean;
  /** A service is named before it. Asked late too. */
  readonly owned?: () => boolean;
  /** The name says of what it is the password, as in settings: `PGPASSWORD`, `spring.datasource.password`. */
  readonly setting?: boolean;
  /** It is given to the name or compared with it, and several words by a statement alone: a table of texts has colons. Without quotes: nothing else stands with it. */
  readonly assigned?: boolean;
}

/** How sure it is that this value under this key is a secret; `undefined` where it is not. */
export function judgeValue(key: KeyClass, value: string, place: Place): Confidence | undefined {
  const length = value.length;
  const head = value.length > 256 ? value.slice(0, 256) : value;
  if (length < 4 || LABEL.test(head)) return undefined;
  // User and password as Contribsys hands them out.
  if (key.strength !== "hint" && /^[0-9a-f]{8}:[0-9a-f]{8}$/.test(head)) return "medium";
  if (place.quoted && isSalt(head)) return "low";
  if (isPlaceholder(head) || (place.quoted && isManualWord(head))) return undefined;
  if (TYPE.test(head) || BEGINNING.test(head) || ALPHABET.test(head) || isProse(head)) return undefined;
  if (/\s/.test(head)) return key.seed && /^[a-z]{3,8}(?: [a-z]{3,8}){11,23}$/.test(head) ? "medium" : isPassphrase(key, head, place) ? "low" : undefined;
  if (isBasicPair(key, head)) return "medium";
  if (!place.quoted && CODE.test(head) && !isMisnested(head) && !(place.data && /^-[\w-]{20,}$/.test(head) && isRandom(head)) && !(MEMBER.test(head) && isRandom(head.slice(head.indexOf(".") + 1)))) return undefined;
  if (NOT_SECRET.test(head) || PATTERN.test(head) || (MEDIA_TYPE.test(head) && !isRandom(head))) return undefined;

  const traits = read(head);
  if (isSigns(key, traits, head, place)) return "low";
  if (traits.digits === head.length) return judgeNumber(key, value, place);
  if (key.strength === "hint") return key.exact ? judgeHint(traits, head, key, place) : undefined;
  // The length and alphabet of AWS's secret keys.
  if (length === 40 && key.strength === "secret" && /^[A-Za-z0-9+/]{40}$/.test(head) && /[a-z]/.test(head) && /[A-Z]/.test(head) && traits.digits > 0) return "medium";
  const random = isRandom(head);
  if (random && length >= 8 && (length >= 12 || traits.digits > 0)) return "medium";
  // A word in a language whose letters follow each other in another way looks made up.
  if (random && length >= 8 && (place.data || place.assigned === true || traits.dashes === 0)) return "low";
  if (PATH.test(head)) return undefined;
  const hex = length >= 16 && traits.hex === length && traits.digits > 0;
  if (hex || UUID.test(head)) return "medium";
  if (key.strength === "secret") {
    if (length >= 12 && traits.digits >= 3 && traits.special >= 2) return "medium";
    if (!key.exact) return undefined;
    if (isMixed(traits, head, place)) return "low";
    if (isTyped(traits, head, place) || (isTypedKind(key) && isLoneWord(head, place)) || (place.quoted && isRunOfWords(head))) return "low";
    if (length >= 15 && place.quoted && MADE_UP.test(head) && traits.special === 0) return "low";
    return length >= 16 && traits.digits >= 4 && traits.letters >= 4 && place.data ? "low" : undefined;
  }
  if (!key.exact) return undefined;
  if (isRunOfWords(head) && (place.quoted || place.data)) return "low";
  return judgePassword(traits, head, place);
}

/** Text in a script that is written without blanks: Chinese, Japanese, Thai and their kin. */
function isProse(value: string): boolean {
  let letters = 0;
  for (let i = 0; i < value.length; i++) if (isUnspaced(value.charCodeAt(i))) letters += 1;
  return letters >= 4;
}

function isUnspaced(code: number): boolean {
  return code >= 0xe00 && (code < 0xf00 || (code >= 0x3040 && code < 0xd7b0) || (code >= 0xf900 && code < 0xfb00));
}

/** Of all kinds of characters, as WordPress makes its salts; a blank may be among them. */
function isSalt(value: string): boolean {
  if (value.length < 32 || value.length > 128 || value.includes(OPAQUE) || /[^\0-\x7f].*[^\0-\x7f].*[^\0-\x7f]/.test(value)) return false;
  const traits = read(value);
  if (traits.special < 8 || traits.digits < 2 || traits.letters < 8 || NO_SALT.test(value)) return false;
  const signs = new Set(value.replace(/[\w\s]/g, "")).size;
  // Chance writes `{a3}`, `(x)` and `%s` as well, but no template has signs of so many kinds, and no list of parameters of six.
  return signs >= 10 || (signs >= 6 && !/\{\w*\}|<\w+>|%[sd](?!\w)|\(\w*\)|\s.*\s.*\s.*\s/.test(value) && !PATTERN.test(value));
}

/** Templates, code, sentences and regular expressions. */
const NO_SALT = /^ [+?:&|]|\$?\{[A-Za-z_.]{3,}\}|\$\{[A-Za-z_][\w.]{2,}[[(]|\{\{.*\}\}|=> |function|return|(?:\s.*){5}|\(\?[:=!<]|\\[\w.^$(<|]|\[\^[^\]]{1,20}\][+*{]|\[(?:a-z|A-Z|0-9)|\]\{\d|^\^.*\$$|<\/\w/;

/** Base64 of `user:password` under a name like `auth` or `_auth`. */
function isBasicPair(key: KeyClass, value: string): boolean {
  if (key.kind !== "secret" || value.length < 12 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  return /^[\x21-\x7e]{1,64}:[\x21-\x7e]{4,}$/.test(Buffer.from(value, "base64").toString("latin1"));
}

/** A typed password: letters mixed with digits or signs; only letters where user or host stand beside it. */
function judgePassword(traits: Traits, value: string, place: Place): Confidence | undefined {
  if (value.length > 128) return undefined;
  if (traits.letters > 0 && traits.special > 0 && traits.digits > 0) return value.length >= 6 ? "medium" : undefined;
  if (traits.letters > 0 && traits.digits > 0 && (traits.dashes === 0 || place.data)) {
    if (value.length < 6) return undefined;
    return place.quoted || place.data || value.length >= 8 ? "medium" : undefined;
  }
  if (isMixed(traits, value, place)) return "low";
  if (traits.letters > 0 && traits.special > 0 && value.length >= 8 && (place.quoted || place.data)) return /[a-z]/i.test(value) && !/^[<>=!&|?:+*(){}[\]]|[(){}[\]]$/.test(value) ? "low" : undefined;
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value)) return undefined;
  // A word in another language, as tables of translations have it.
  if (traits.digits === 0 && traits.special === 0 && /[^\0-\x7f]/.test(value)) return undefined;
  if (isLoneWord(value, place)) return "low";
  return value.length >= 6 && value.length <= 40 && (place.quoted || place.data) && (place.setting || place.bundled()) ? "low" : undefined;
}

/** A row of words as people make up passphrases: in a statement, under a password's own name, and of no words that a message has. */
function isPassphrase(key: KeyClass, value: string, place: Place): boolean {
  if (key.strength === "hint" || key.kind === "token" || !key.exact || !place.quoted || value.length > 80) return false;
  if (!/^[A-Za-z0-9'-]+(?: [A-Za-z0-9'-]+){2,9}$/.test(value) || MESSAGE.test(value)) return false;
  return place.assigned === true || (/^[a-z0-9' -]+$/.test(value) && place.bundled());
}

/** Kinds of which people type the value. */
function isTypedKind(key: KeyClass): boolean {
  return key.strength === "password" || (key.strength === "secret" && key.kind === "secret");
}

/** Words of messages, labels and questions about a password. */
const MESSAGE = /\b(?:pass\w*|pwd|secrets?|keys?|tokens?|credentials?|enter|your|please|type|invalid|wrong|incorrect|bad|weak|strong|short|long|required|optional|must|should|cannot|can't|is|are|not|no|missing|forgot\w*|reset|change\w*|confirm\w*|repeat|again|new|old|login|log|sign|user\w*|account|access|failed|error|unable|character\w*)\b/i;

/** Signs and hardly a letter: nobody names a thing so. Tables of signs go as a keyboard does. */
function isSigns(key: KeyClass, { letters, digits, special }: Traits, value: string, place: Place): boolean {
  if (!key.exact || key.strength === "hint" || key.kind === "token" || value.length < 8 || value.length > 64) return false;
  if (!place.quoted && !(place.data && isTypedKind(key) && /^[A-Za-z0-9]/.test(value))) return false;
  return special >= 3 && letters + digits <= 4 && new Set(value).size >= 6 && !/!@#\$|[([{<]\w*[)\]}>]|^[([{<]|[)\]}>]$|(.)\1\1|\$\{?\w|%[sd]|\\[nrtux]|=>|&&|\|\||[!=]==?/.test(value);
}

/** The word itself, in the languages that interfaces are translated into, and what follows it in a program's help. */
const LABEL = /^(?:pass(?:wor[dt]s?|ord|phrase|code)?|kennwort|senha|contrase[nñ]a|contrasenya|wachtwoord|salasana|parola|has[lł]o|heslo|jelsz[oó]|adgangskode|l[oö]senord|lozinka|motdepasse|sandi|kodeord|pasahitza|geslo|parool|sifre|klucz|palavra-passe|geheimnis|options?|flags?|arguments?|parameters?|attribute)[.:?!…]*$/i;

/** A plain word that is given to a password's own name. */
function isLoneWord(value: string, place: Place): boolean {
  return place.assigned === true && /^[a-z]{6,32}$/.test(value) && !NAMED.test(value);
}

/** What code puts under such a name where the password itself is elsewhere. */
const NAMED = /pass|pwd|secret|token|key|cred|auth|user|login|text|string|plain|hash|crypt|hidden|input|field|valid|requir|option|empty|missing|weak|strong|short|unset|null|none|undef|true|false|default|prompt|enter|change|reset|confirm|basic|bearer|digest|random|generate|config|setting|value|admin|include|omit|abcdef/;

/** Letters of both cases and digits, or letters, digits and a sign, in one short word: nobody names a thing so. */
function isTyped(traits: Traits, value: string, place: Place): boolean {
  if (value.length < 8 || value.length > 64 || traits.digits < 1 || traits.dashes > 0 || traits.letters < 3 || !(place.quoted || place.data)) return false;
  return traits.special === 0 ? traits.digits >= 2 && /[a-z]/.test(value) && !/^[A-Za-z]+\d+$/.test(value) : /^[A-Za-z]/.test(value) && /^[\w!@#$%^&*?~+]+$/.test(value) && traits.special <= 4 && !/_|^\w+\$\d*$/.test(value);
}

/** Words run together, longer than any word is. */
function isRunOfWords(value: string): boolean {
  return /^[a-z]{16,48}$/.test(value);
}

/** Signs enough among the letters that nobody would call it a word; outside quotes no code either. */
function isMixed({ special, letters }: Traits, value: string, place: Place): boolean {
  if (special < 5 || letters < 5 || value.length > 128 || new Set(value).size < 10) return false;
  return place.quoted ? !/^[<>=!&|?:+*({[]|=>|[{}()] *$|\$\{\w+\}|%[sd(]|<\/?\w+>|\\[nrtux]/.test(value) || isMisnested(value) : place.data && isMisnested(value);
}

/** A bracket that another kind closes, or none: code is not written so. */
function isMisnested(value: string): boolean {
  let special = 0;
  const open: string[] = [];
  for (const character of value) {
    if (/[A-Za-z0-9_.,:/-]/.test(character)) continue;
    special += 1;
    if ("([{".includes(character)) open.push(character);
    else if (")]}".includes(character) && "([{"[")]}".indexOf(character)] !== open.pop()) return special >= 2 && value.length >= 12 && (value.match(/[^A-Za-z0-9_.,:/-]/g)?.length ?? 0) >= 6;
  }
  return false;
}

function judgeNumber(key: KeyClass, value: string, place: Place): Confidence | undefined {
  // Ten and thirteen digits that start with 1 are moments in time.
  if (/^1[0-9]{9}$|^1[0-9]{12}$|^(\d)\1+$/.test(value)) return undefined;
  if (key.strength === "password") return value.length >= 6 && value.length <= 20 && place.quoted && !/^12345678?9?0?$/.test(value) ? "low" : undefined;
  return key.strength === "secret" && key.exact && value.length >= 12 && value.length <= 64 ? "low" : undefined;
}

/** A weak name asks for a value that is nothing but a key: long, mixed, no digest, no UUID. */
function judgeHint(traits: Traits, value: string, key: KeyClass, place: Place): Confidence | undefined {
  // `FOO_KEY=<hex>` in an environment is no digest.
  if (place.constant && key.kind === "api-key" && traits.hex === value.length && value.length >= 32 && traits.digits > 0) return "low";
  if (key.kind === "api-key" && value.length >= 20 && traits.hex === value.length && traits.digits > 2 && traits.letters > 2 && place.owned?.()) return "low";
  if (key.kind !== "secret" && isDigest(traits, value) && (place.quoted || place.data || place.owned?.())) return "low";
  const least = key.kind === "api-key" && traits.digits > 1 && place.owned?.() === true && traits.special === 0 ? 15 : 20;
  if (value.length < least || traits.digits < 1 || traits.letters < 4 || traits.special > 2) return undefined;
  if (traits.hex + traits.dashes === value.length) return undefined;
  return isRandom(value) && !PATH.test(value) && !/[:@]/.test(value) ? "low" : undefined;
}

/** As long as the digests that keys most often look like, or a UUID. */
function isDigest(traits: Traits, value: string): boolean {
  return UUID.test(value) || (traits.hex === value.length && traits.digits > 0 && (value.length === 24 || value.length === 32 || value.length === 40 || value.length === 64));
}

/**
 * Of the blocks beyond ASCII in which letters stand, with the marks that belong to them. By number, as a class of Unicode takes
 * a hook longer to compile than a value to judge. ASCII's own are told by their flags.
 */
const ANY_LETTER = /[\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff\ufe70-\ufefe\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]/;

interface Traits {
  readonly letters: number;
  readonly digits: number;
  readonly hex: number;
  /** - _ . / : what names and paths are joined with. */
  readonly dashes: number;
  readonly special: number;
}

function read(value: string): Traits {
  let letters = 0;
  let digits = 0;
  let hex = 0;
  let dashes = 0;
  for (let i = 0; i < value.length; i++) {
    const flags = flagsAt(value, i);
    if (flags & LETTER || (flags === 0 && ANY_LETTER.test(value[i] as string))) letters += 1;
    else if (flags & DIGIT) digits += 1;
    else if ("-_./:".includes(value[i] as string)) dashes += 1;
    if (flags & (HEX_LOWER | HEX_UPPER)) hex += 1;
  }
  return { letters, digits, hex, dashes, special: value.length - letters - digits - dashes };
}

/** What a value is, where it is not the value: `typeof password === "string"`. */
const TYPE = /^(?:string|number|boolean|object|function|symbol|bigint|undefined)$/;

/** A bare value that is an expression: a call, a member, an operator, a type. */
const CODE = /[()]|=>|\?\.|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+;?$|^[!&*$@%+|^-]|\$\{|^(?:true|false|null|None|nil|undefined|self|this|string|number|boolean|any|str|int|bool|void)\b|\[\w*\]|^[A-Za-z_]+\$\d+$|^(?:const|let|var|function|return|await|new|typeof)$/;

/** The letters of an encoding in their order: what a decoder is made from. */
const ALPHABET = /^[+/_.-]*(?:[0-9]{10})?(?:ABCDEFGHIJKLMNOPQRSTUVWXYZ|abcdefghijklmnopqrstuvwxyz)+(?:0123456789|234567)?[+/_.=~\\-]*$/;

/** A regular expression. */
const PATTERN = /\[[^\]]*\w-\w[^\]]*\][+*{|)$]|\\[dwsb][+*{]|\\[(<]|\(\?[:=!<]|\.\*/;

/** What tests and manuals fill keys of the right length with: rows of one letter, of letters, of digits. */
const MADE_UP = /([A-Za-z])\1{7}|abcdef|ABCDEF|012345|123456|qwerty/;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `a.b`, which may also be a token of two parts. */
const MEMBER = /^[\w$]+\.[\w$]+$/;

/** How tokens of a kind begin, without one. */
const BEGINNING = /^[A-Za-z]{1,12}(?:[_-][A-Za-z]{1,12}){0,2}[_-]$/;

/** URLs, versions, dates, addresses, times, colours, sizes, e-mail: things with a shape of their own. */
const NOT_SECRET =
  /^[a-z][a-z0-9+.-]*:\/\/|^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$|^\d{4}-\d\d-\d\d|^\d+(?:px|em|rem|ms|s|m|h|d|kb|mb|gb|%)$|^#[0-9a-f]{3,8}$|^0x[0-9a-f]{1,8}$|^[^@\s]+@[\w-]+\.[\w.-]+$|^(?:sha\d+-|sha256:|md5:)|^\$?\{(?:\{|[^{}]*\}|[^}]*$(?<!\w{24}))|^data:|\.(?:js|ts|json|md|txt|pem|crt|key|ya?ml|html|css|py|go|sh|env|png|svg|jpg|sig|asc|pub|tgz|zip)$|^urn:|^[a-z]+:[a-z-]+$|\.(?:com|org|net|io|dev)\b|^'?[\w$.]+\[["']|^'?[a-z]+\[[a-z-]+[=\]^$*~]/i;

const MEDIA_TYPE = /^[A-Za-z]+\/[A-Za-z0-9.+-]+$/;

const PATH = /^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|^[\w.-]+(?:\/[\w.-]+){2,}$/;
