import { anyOf } from "../../kit/word-pattern.ts";

/** URLs, versions, dates, addresses, times, colours, sizes, e-mail: things with a shape of their own. */
export function hasOwnShape(value: string): boolean {
  return SHAPED.test(value) || NAMED.test(value) || isPublicPoint(value);
}

/** A public key: a point of P-256, uncompressed, as pages name their server for messages. */
export function isPublicPoint(value: string): boolean {
  return value.length === 87 && /^B[A-P][\w-]{85}$/.test(value);
}

/** In letters of any case. */
const SHAPED = anyOf(
  String.raw`
  ^data: ^urn: ^sha256: ^md5: ^sha\d+- ^ivborw0kggo ^r0lgodlh ^/9j/4aaq ^[a-z][a-z0-9+.-]*:// ^[a-z]+:[a-z-]+$
  ^#[0-9a-f]{3,8}$ ^[^@\s]+@[\w-]+\.[\w.-]+$ ^\$?\{(?:\{|[^{}]*\}|[^}]*$(?<!\w{24}))
  \.(?:js|[tj]son|ts|md|txt|pem|crt|key|ya?ml|html|css|py|go|sh|env|png|svg|jpg|sig|asc|pub|tgz|zip)$
  \.(?:com|org|net|io|dev)\b ^(?:\\{1,2}(?:x[0-9a-f]{2}|u[0-9a-f]{4}))+$
  ^\d+:[a-z-]+$ ^\d{1,3}, ^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$ ^\d{4}-\d\d-\d\d
  ^\d+(?:px|em|rem|ms|s|m|h|d|kb|mb|gb|%)$ ^0x[0-9a-f]{1,8}$ ^'?[\w$.]+\[["'] ^'?[a-z]+\[[a-z-]+[=\]^$*~]
`,
  "i",
);

/**
 * A class (`App\\Form\\PasswordType`), a folder, a pattern, a locale, options of a mount, an option, what a form asks
 * of a field (`required|min:8|confirmed`), an algorithm (`A128CBC-HS256`, `PBKDF2-HMAC-SHA-1`).
 */
const NAMED = anyOf(String.raw`
  ^\\{0,4}[A-Z]\w*(?:\\{1,4}[A-Z]\w*)+$ ^\\{1,4}[A-Z][a-z]+(?:[A-Z][a-z]+)*$
  ^[.~]{0,2}/[a-z][a-z0-9._-]*(?:/[a-z0-9._-]*)*$ ^/\^.*\$/[A-Za-z]*$ ^[a-z]{2}_(?:[A-Z]{2}|[0-9]{3})$
  ^\w+(?:,[\w-]+=[\w./-]+)+$ ^--[a-z][a-z-]*=?$ ^[a-z_]+(?::[\w,.]+)?(?:\|[a-z_]+(?::[\w,.]+)?)+$
  ^(?:A(?:128|192|256)|RSA|EC|HS|PB|AES|DES|HMAC|SHA|SCRAM)[A-Z0-9]*(?:[-+](?:[A-Z]{1,5}\d{0,3}|\d{1,3}))+$
`);
