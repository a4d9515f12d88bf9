import { anyOf } from "../../kit/word-pattern.ts";
import { isDigit } from "../charset.ts";

/**
 * URLs, versions, dates, addresses, times, colours, sizes, e-mail: things with a shape of their own. Each pattern is
 * asked only where it may match, since compiling one takes a hook longer than that.
 */
export function hasOwnShape(value: string): boolean {
  const lower = value.toLowerCase();
  if (STARTS.some((start) => lower.startsWith(start))) return true;
  if (value.includes("://") && /^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return true;
  if (value.includes(":") && /^[a-z]+:[a-z-]+$/i.test(value)) return true;
  if ((isDigit(value, 0) || (lower[0] === "v" && isDigit(value, 1))) && NUMBER.test(value)) return true;
  if (lower.startsWith("sha") && /^sha\d+-/.test(lower)) return true;
  if (value[0] === "#" && /^#[0-9a-f]{3,8}$/.test(lower)) return true;
  if (value.includes("@") && /^[^@\s]+@[\w-]+\.[\w.-]+$/.test(value)) return true;
  if ((value[0] === "{" || value.startsWith("${")) && /^\$?\{(?:\{|[^{}]*\}|[^}]*$(?<!\w{24}))/.test(value))
    return true;
  if (
    value.includes(".") &&
    (ENDS.some((end) => lower.endsWith(end)) ||
      (DOMAINS.some((domain) => lower.includes(domain)) && /\.(?:com|org|net|io|dev)\b/.test(lower)))
  )
    return true;
  if (value.includes("\\") && (CLASS.test(value) || ESCAPES.test(value))) return true;
  if (value.includes("/") && FOLDER.test(value)) return true;
  if (value.startsWith("/^") && /\$\/[A-Za-z]*$/.test(value)) return true;
  if (value[2] === "_" && LOCALE.test(value)) return true;
  if (value.includes(",") && /^\w+(?:,[\w-]+=[\w./-]+)+$/.test(value)) return true;
  if (isPublicPoint(value)) return true;
  if (value.startsWith("--") && /^--[a-z][a-z-]*=?$/.test(value)) return true;
  if (value.includes("|") && CHECKS.test(value)) return true;
  if (value.includes("-") && ALGORITHM.test(value)) return true;
  return value.includes("[") && /^'?[\w$.]+\[["']|^'?[a-z]+\[[a-z-]+[=\]^$*~]/i.test(value);
}

/** `App\\Form\\PasswordType`; a character or several, escaped. */
const CLASS = /^\\{0,4}[A-Z]\w*(?:\\{1,4}[A-Z]\w*)+$|^\\{1,4}[A-Z][a-z]+(?:[A-Z][a-z]+)*$/;
const ESCAPES = /^(?:\\{1,2}(?:x[0-9a-f]{2}|u[0-9a-f]{4}))+$/i;
const FOLDER = /^[.~]{0,2}\/[a-z][a-z0-9._-]*(?:\/[a-z0-9._-]*)*$/;
/** A public key: a point of P-256, uncompressed, as pages name their server for messages. */
export function isPublicPoint(value: string): boolean {
  return value.length === 87 && value[0] === "B" && /^B[A-P][\w-]{85}$/.test(value);
}

const LOCALE = /^[a-z]{2}_(?:[A-Z]{2}|[0-9]{3})$/;
/** What a form asks of a field: `required|min:8|confirmed`. */
const CHECKS = /^[a-z_]+(?::[\w,.]+)?(?:\|[a-z_]+(?::[\w,.]+)?)+$/;
/** `A128CBC-HS256`, `PBKDF2-HMAC-SHA-1`. */
const ALGORITHM =
  /^(?:A(?:128|192|256)|RSA|EC|HS|PB|AES|DES|HMAC|SHA|SCRAM)[A-Z0-9]*(?:[-+](?:[A-Z]{1,5}\d{0,3}|\d{1,3}))+$/;

/** Also how a picture begins in base64. */
const STARTS = ["data:", "urn:", "sha256:", "md5:", "ivborw0kggo", "r0lgodlh", "/9j/4aaq"];
const ENDS = (
  ".js .ts .json .md .txt .pem .crt .key .yml .yaml .html .css .py .go .sh .env .png .svg .jpg .sig .asc .pub " +
  ".tgz .zip"
).split(" ");
const DOMAINS = [".com", ".org", ".net", ".io", ".dev"];
const NUMBER = anyOf(
  String.raw`
  ^\d+:[a-z-]+$ ^\d{1,3}, ^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$ ^\d{4}-\d\d-\d\d
  ^\d+(?:px|em|rem|ms|s|m|h|d|kb|mb|gb|%)$ ^0x[0-9a-f]{1,8}$
`,
  "i",
);
