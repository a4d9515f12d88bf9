import { anyOf } from "../../kit/word-pattern.ts";
import { isRandom } from "./is-random.ts";

/** Whether a value has the shape of something harmless: a URL, version, date, address, time, colour, size, e-mail, type. */
export function hasOwnShape(value: string): boolean {
  return SHAPED.test(value) || NAMED.test(value) || isPublicKey(value);
}

/**
 * Whether a value is a key that every visitor of a page has: an uncompressed point of P-256, which pages hold for push
 * messages, the public half of NATS' keys, or a key that a service publishes for pages and apps.
 */
export function isPublicKey(value: string): boolean {
  return (
    (value.length === 87 && /^B[A-P][\w-]{85}$/.test(value)) ||
    (value.length === 56 && /^[ACNOUX][A-Z2-7]{55}$/.test(value)) ||
    /^(?:pk_(?:live|test)|sb_publishable)_[A-Za-z0-9]/.test(value)
  );
}

/** Harmless shapes in which the letter case does not matter. */
const SHAPED = anyOf(
  String.raw`
  ^data: ^urn: ^sha256: ^md5: ^sha\d+e?- ^ivborw0kggo ^r0lgodlh ^/9j/4aaq ^[a-z][a-z0-9+.-]*:// ^#[0-9a-f]{3,8}$
  ^[^@\s]+@[\w-]+\.[\w.-]+$ ^\$?\{(?:\{|[^{}]*\}|[^}]*$(?<!\w{24}))
  \.(?:js|[tj]son|ts|md|txt|pem|crt|key|ya?ml|html|css|py|go|sh|env|png|svg|jpg|sig|asc|pub|tgz|zip)$
  \.(?:l?[oa]|so|dll|c|cc|cpp|h|hpp|java|class|jar|war|php|rb|rs|xml|ini|conf|cfg|toml|csv|log|lock|pod|rst|adoc|texi?)$
  \.(?:com|org|net|io|dev)\b
  ^(?:[<>=~^!]{1,2}v?\d+(?:\.[\dx*]+)*(?:[-+][\w.]+)?(?:,|\|\|?|&&|$))+$ ^[a-z]+(?:_[a-z]+)*\.jwt$
  ^n?(?:var)?char2?\(\d+\)?$ ^\d+:[a-z-]+$ ^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$ ^\d{4}-\d\d-\d\d
  ^\w+(?:,\d+l)+$ ^(?:base(?:16|32|58|64)|sha\d{1,3}|md5|utf-?8|rot13)$
  ^(?:(?:plain|sha\d*|md5|pbkdf2|bcrypt|scrypt|argon2\w*)(?:[+:,]|$))+$
  ^\d+(?:px|em|rem|ms|s|m|h|d|kb|mb|gb|%)$ ^0x[0-9a-f]{1,8}[ul]{0,3}$ ^'?[\w$.]+\[["']
`,
  "i",
);

/**
 * Harmless shapes in which the letter case matters: a class (`App\\Form\\PasswordType`), a folder, a pattern, a locale,
 * mount options, a command-line option, the checks of a form's field (`required|min:8|confirmed`), an algorithm
 * (`A128CBC-HS256`, `PSK-AES256-GCM-SHA384`), a variable with its scope in Vim (`s:passwd`), a number of Bluetooth or
 * HomeKit that is spelled as a UUID, a function in a module (`shop.cli.passwords:main`), a filter of LDAP
 * (`(!(pwdLastSet=0))`).
 */
const NAMED = anyOf(String.raw`
  ^\\{0,4}[A-Z]\w*(?:\\{1,4}[A-Z]\w*)+$ ^\\{1,4}[A-Z][a-z]+(?:[A-Z][a-z]+)*$
  ^[.~]{0,2}/[a-z][a-z0-9._-]*(?:/[a-z0-9._-]*)*$ ^/\^.*\$/[A-Za-z]*$ ^[a-z]{2}_(?:[A-Z]{2}|[0-9]{3})$
  ^[A-Z]{2,}(?:_[A-Z]+)+=[\w./-]{0,8}$ ^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){2,}(?:,[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)*$ ^\w+(?:,[\w-]+=[\w./-]+)+$
  ^--[a-z][a-z-]*=?$ ^[a-z_]+\d*(?::[\w,.]+)?(?:\|[a-z_]+\d*(?::[\w,.]+)?)+$
  ^[A-Z]?[a-z]+:[a-z-]*(?:[A-Z][a-z-]+)*$ ^[A-Z]+:[A-Z-]+$ ^(?:[a-z]+[A-Z])[A-Za-z]*:[a-z-]+$ ^\d+:\d+:
  ^(?:A(?:128|192|256)|RSA|EC|HS|PB|AES|DES|HMAC|SHA|SCRAM|CRAM|DIGEST|PSK|(?:EC)?DHE|SRP)[A-Z0-9]*(?:[-+](?:[A-Z]{1,5}\d{0,3}|\d{1,3}|CHACHA20|POLY1305))+$
  ^[abglstvw]:[a-z]\w*$ ^[0-9A-Fa-f]{8}-0000-1000-8000-[0-9A-Fa-f]{12}$
  ^[a-z_]\w*(?:\.[a-z_]\w*)+:[a-z_][a-z_0-9]*$ ^\([&|!]?\(?[A-Za-z][\w-]*(?::[\d.]+:)?[<>~]?=.*\)$
  ^(?:PBKDF2|SHA\d{0,3}|MD5)[wW]ith[A-Z]\w+$ ^(?:ecdsa|ssh|rsa|hmac)-(?:sha\d|rsa|dss|ed25519|md5|ripemd)[a-z0-9@.-]*$
`);

/** Whether a value without quotes is code: a call, a member, an operator, a literal of a type. */
export function isCode(value: string): boolean {
  return CODE.test(value);
}

const CODE = anyOf(String.raw`
  [()] => \?\. \$\{ ^[!&*$@%+|^-]
  ^(?:true|false|null|None|nil|undefined|self|this|string|number|boolean|any|str|int|bool|void)(?!\w)
  ^(?:const|let|var|function|return|await|new|typeof)$ ^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[["']?[A-Za-z_][\w$.-]*["']?\])+;?$ ==\w
  (?:^|[:=?])this\. ^[A-Z]\w*::\w+$ ^[A-Za-z_][\w.]*\{\}?$ \[\w*\] ^\w+\[[\w+:.-]*\]$ ^\[[A-Za-z_]\w*\. ^[A-Za-z_]+\$\d+$ \w[+*/-]=\w
`);

/** The text before a named argument of a call: a bracket or a comma, then the argument's name and `=`. */
const IN_CALL = /(?:\(|,\s{1,40})[A-Za-z_]\w*=$/;
const MEMBER = /(?:^|[\s{])\.\w+ = $/;
/** The name of a variable: `b64Pwd`, `field_type`, `domain1`. */
const VARIABLE_NAME = /^[a-z]+\d{0,2}(?:_[a-z]+\d?|[A-Z][a-z]+\d{0,2})*$/;

/** The name of a type: `Uint8Array`, `BytesLike`, `DecodedJWTPayload`. */
const TYPE = /^[A-Z][a-z]+\d{0,2}(?:[A-Z]+[a-z]+)+$/;

/**
 * Whether `[start, end)` is the name of a type or a variable in code, and no value: words in camelCase without quotes,
 * followed by a sign that ends a declaration: `Password: XmlStringMaxLen256;`, `Arn = AwsResourceArnV2[]`.
 */
export function isTypeName(text: string, start: number, end: number): boolean {
  const behind = text.startsWith(" | ", end) ? "," : (text[end] ?? "x");
  if (!";[<,)}".includes(behind) || text[end + 1] === "/") return false;
  const name = text.slice(start, end);
  const before = text.slice(Math.max(0, start - 80), start);
  if (",)".includes(behind) && IN_CALL.test(before)) return VARIABLE_NAME.test(name) && !isRandom(name);
  // A member of a struct in C: `.set_encrypt_key = _gost28147_set_key_cpa,`.
  if (behind === "," && MEMBER.test(before) && /^_?[a-z]+\d*(?:_[a-z]+\d*\w{0,2})+$/.test(name)) return true;
  if (!/[:=|] $/.test(before)) return false;
  if (",)}".includes(behind)) return before.endsWith(": ") && (TYPE.test(name) || (isHumped(name) && !isRandom(name)));
  return (text[end] === ";" && /^[a-z]{3,}(?:[A-Z][a-z]{2,})+$/.test(name)) || isNameOfWords(name);
}

/** Whether a name in camelCase holds two words or more, and at least half of its letters are in words. */
function isNameOfWords(name: string): boolean {
  if (!/^[A-Za-z_]\w*$/.test(name) || !/[A-Z]/.test(name)) return false;
  const words = name.match(/[A-Z][a-z]{2,}|(?<![A-Za-z])[a-z]{4,}/g) ?? [];
  return words.length > 1 && words.join("").length * 2 >= name.length;
}

/** Whether a name is a variable of several words in camelCase. */
function isHumped(name: string): boolean {
  return VARIABLE_NAME.test(name) && /[a-z]\d{0,2}[A-Z]/.test(name);
}
