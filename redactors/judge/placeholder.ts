import { anyOf, pattern } from "../../kit/word-pattern.ts";
import { isRandom } from "./is-random.ts";

/** The character that replaces each marker while a text is searched. */
export const OPAQUE = "\x86";

/**
 * Whether a value is a placeholder for a secret: `<token>`, `${TOKEN}`, `xxxx…`, `your-key-here`, `AKIA…EXAMPLE`.
 *
 * If a real secret matches here, it leaks. So only forms match that nobody would issue as a secret.
 */
export function isPlaceholder(value: string): boolean {
  if (value.length === 0 || value.includes(OPAQUE)) return true;
  if (isWeakPassword(value)) return false;
  if (HOLE.test(value) || FILLER.test(value) || DOCUMENTED.test(value) || isOneCharacter(value)) return true;
  if (SPELT.test(value) || MANUAL.test(value) || isCountedFiller(value)) return true;
  return isWords(value) && (TEMPLATES.test(value) || (NOUNS.test(value) && !/[0-9]/.test(value)));
}

/**
 * Whether a value consists of words that people use as a password and that no manual uses as a placeholder:
 * `supersecret`.
 */
export function isWeakPassword(value: string): boolean {
  return WEAK.test(value);
}

const WEAK = pattern("i")`
    ^(?:super|top|very|ultra|mega|strong|secure|really|admin|root|prod|master)[-_]?(?:secret|password|
    passwd|pass|pw){1,2}[0-9]{0,4}$|^my[-_]?(?:secret|password|passwd|pass)[0-9]{3,4}$
  `;

/** Templates and look-ups of every kind: shell, env files, mustache, printf, Windows, 1Password, SOPS, Vault, ARNs. */
const HOLE = pattern("i")`
    ^(?:\$\{?[A-Za-z_({]|\$\d(?![\w$])|\$\$|<[^<>]{1,64}>$|\{\{|\{[A-Za-z_](?:[^{}]{0,48}\}|[^{}]{0,16}$)|%[A-Za-z_]{2,}%|
    %[sdv]$|%\(|@[A-Za-z_]+@|@[a-z]+(?:[_.][a-z]+)+$|#\{|\(\(|\[:?[A-Za-z_ ]+\]$|op://|vault:|ENC\[|arn:|ssm:|
    secretsmanager:|base64[-_ ](?:encoded|of)|projects/[^/]+/secrets/|\[\{\\*"|env[:.(]|process\.env|os\.(?:environ|getenv)|import\.meta|
    System\.getenv|ENV\[|keychain:|file:|encrypted[:-]|%\{[^{}]{1,64}(?:\}$|%\{))|^[-+?=][^{}]{0,40}\}$|
    _NO_?VALUE$|^\((?:none|empty|unset|hidden|null|default)\)$|^\{(?:&quot;|\\+")|=["']?%[sd]|^[\\"']+\$\{?[A-Za-z_]\w*\}?[\\"']*$|^&lt;[^&<>]{1,64}(?:&gt;|$)
  `;

/** Rows of a filler character. */
const FILLER = pattern()`
    xxxxxx|XXXXXX|\*{3}|\.{3}|\u2026|_{5}|#{4}|\u2022{3}|0{12}|\?{4}|-[xX]{4,}$|^[xX]{3}[%@_-]|^\[([-=.])\1{3,}\]$|
    ^([0-9a-f])\2{7}(?:-\2{4}){3}-\2{12}$|^\w{8}-([A-Za-z])\3{3}-([A-Za-z])\4{3}-
  `;

/**
 * Whether a text is one character over and over: a sign with which people fill a field, any number of times, or another
 * character fewer than 16 times.
 */
function isOneCharacter(value: string): boolean {
  return /^([\0-\x7f])\1+$/.test(value) && (value.length < 16 || "xX0*.-_#".includes(value[0] as string));
}

/**
 * Whether a value counts letters and digits up, in rows of three or more: `1234567890-abc123def456`,
 * `ABCDEvwxyz0189-_`. Longer rows are keys of tests.
 */
function isCountedFiller(value: string): boolean {
  if (!/^(?=.*[a-z])(?=.*\d).{16,24}$/.test(value)) return false;
  let [steps, row] = [0, 0];
  for (let at = 1; at < value.length; at++) {
    const [before, code] = [value.charCodeAt(at - 1), value.charCodeAt(at)];
    const isNext = code === before + 1 || (before === 57 && code === 48);
    row = isNext ? row + 1 : 0;
    if (row === 2) steps += 2;
    else if (row > 2) steps += 1;
  }
  return steps * 10 >= value.length * 6;
}

/** Values in the documentation of vendors, and a variable's name in the place of its value: `KEYSTONE_DBPASS`. */
const DOCUMENTED = pattern()`
    ^EXAMPLE|^[Yy]our[A-Z][A-Za-z0-9_-]*={0,2}$|^__[A-Za-z0-9]{1,24}_|EXAMPLE(?:KEY)?$|^0{8}-0{4}-0{4}-0{4}-|^550e8400-e29b-41d4-a716-446655440000$|
    ABC-DEF1234ghIkl|^abc123def456(?:ghi789(?:jkl012)?)?$|
    ^[A-Z]{3,}(?:_(?:[A-Z]+|V\d))*_(?:DB|PRI|PRV|PUB)?(?:PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|TOKEN|SECRET|KEY)\d?$
  `;

/**
 * Whether a value is nothing but a word for a secret, in the place of the secret: `password`, `pwd`, `token`. Readers
 * that know the place ask this; `isPlaceholder` does not, since such a word before a real host may be the password.
 */
export function namesItself(value: string): boolean {
  return NAMES_ITSELF.test(value);
}

const NAMES_ITSELF = /^(?:pass(?:word|wd|w)?|pwd|pw|my-?password|secret|token|key)$/i;

/**
 * Values in manuals that are placeholders for any secret, wherever they stand. A word for a secret needs a pronoun here:
 * the bare word is left to `NOUNS` and `namesItself`.
 */
const MANUAL = pattern("i")`
    ^(?:(?:my|your|some|the)[-_]?(?:api[-_]?)?(?:token|secret|password|passwd|pass|key)s?\d?|
    value\d?(?:[=,]value\d?)*|-?anonymous@?)$
  `;

/** Words in templates that ask a person to fill in a value, perhaps with a number behind them. */
const TEMPLATES = anyOf(
  `
  your example placeholder change.?me replace dummy sample redacted insert todo fixme here$ hidden masked removed
  test fake mock demo enter
`,
  "i",
);
/** Words that make a value without digits a placeholder: `my-secret` is a placeholder, `secret123` may be a secret. */
const NOUNS = anyOf(
  String.raw`
  secret password passwd token api.?key none null undefined ^some ^my(?![a-z]{3,12}(?:pass|pw|pwd)\d{0,4}$)
  default invalid required optional
`,
  "i",
);

/** Whether a value consists of words with single signs between them, and has digits only at its end. */
function isWords(value: string): boolean {
  if (!/^_?[A-Za-z]+(?:[-_ .][A-Za-z]+)*(?:[-_ .][0-9]{0,4}|[0-9]{0,3})[.!]?$/.test(value)) return false;
  return (
    /[-_ .]/.test(value) || value.length < 16 || /^[a-z]+\d*$|^[A-Z]+\d*$|^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*\d*$/.test(value)
  );
}

/** Whether the text `[from, to)` behind a token's prefix is a placeholder: it holds fillers, or words of a template. */
export function isPlaceholderToken(text: string, from: number, to: number): boolean {
  const body = text.slice(from, Math.min(to, from + 256));
  if (TOKEN_FILLER.test(body) || (body.length < 24 && body.endsWith("EXAMPLE"))) return true;
  // A real key may begin with `my-` or hold `xxxx` by chance. Then the rest of the key is random.
  const filler = /^[-_]?(?:your|my|insert|replace|enter|some|the)[-_]|xxxx+/i.exec(body);
  if (filler !== null && !looksIssued(body.slice(0, filler.index) + body.slice(filler.index + filler[0].length)))
    return true;
  return STAND_IN.test(body) || SPELT.test(body);
}

const TOKEN_FILLER = /xxxxxx|XXXXXX|\*{3}|\.{3}|0{16}|^A{16,}=+$/;
const STAND_IN = pattern("i")`
    (?:^|[-_])(?:your|placeholder|example|redacted|change[-_]?me|dummy|token[-_]?here|key[-_]?here)(?:[-_]|$)|
    (?:my|your)(?:access|secret|api)_?key
  `;

function looksIssued(rest: string): boolean {
  if (/^(?=.{0,40}[a-z])(?=.{0,40}[A-Z])[A-Za-z]*[0-9][A-Za-z0-9]{4,}/.test(rest)) return rest.length >= 8;
  return rest.length >= 16 && /[0-9]/.test(rest) && isRandom(rest);
}

/** The name of a token and a row of digits that fills up its length: `PersonalAccessToken0123456789…`. */
const SPELT = /^(?:[a-z]{2,8}_)?(?:[A-Z][a-z]{1,14}){2,5}[0-9]{6,}$/;

/** Whether a value is Base64 of a placeholder: `ZXhhbXBsZS1hcHAtc2VjcmV0` is `example-app-secret`. */
export function isEncodedPlaceholder(value: string): boolean {
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return false;
  const text = Buffer.from(value, "base64").toString("latin1").trimEnd();
  return /^[\x20-\x7e]{6,}$/.test(text) && isPlaceholder(text);
}

/** Whether a value is a word and a number that manuals use as a placeholder for any secret: `secret123`, `token1`. */
export function isManualWord(value: string): boolean {
  return /^(?:secret|password|passwd|pass|token)[-_]?\d{1,4}$/.test(value);
}
