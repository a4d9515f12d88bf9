import { anyOf, pattern } from "../../kit/word-pattern.ts";
import { DIGIT, flagsAt, isDigit, LETTER, runEnd, runStart } from "../charset.ts";
import { isRandom } from "./is-random.ts";

/**
 * Whether the text only stands for a secret: `<token>`, `${TOKEN}`, `xxxx…`, `your-key-here`, `AKIA…EXAMPLE`.
 *
 * Being wrong here costs a leak, so only what nobody would issue counts.
 */
export function isPlaceholder(value: string): boolean {
  if (value.length === 0 || value.includes(OPAQUE)) return true;
  if (isWeakPassword(value)) return false;
  const lower = value.toLowerCase();
  if (isHole(value, lower) || VALUE_FILLERS.some((row) => value.includes(row)) || isDocumented(value)) return true;
  if (value[8] === "-" && /^([0-9a-f])\1{7}(?:-\1{4}){3}-\1{12}$/i.test(value)) return true;
  if (
    value[0] === value[1] &&
    /^(.)\1+$/.test(value) &&
    flagsAt(value, 0) !== 0 &&
    (value.length < 16 || "xX0*.-_#".includes(value[0] as string))
  )
    return true;
  if (/-x{4,}$|^xxx[%@_-]|=["']?%[sd]/i.test(value) || /^["']+\$\{?[A-Za-z_]\w*\}?["']+$/.test(value)) return true;
  if (isSpelt(value) || (MANUALS.some((word) => lower.startsWith(word)) && MANUAL.test(value))) return true;
  return (
    isWords(value) &&
    ((TEMPLATE_PARTS.some((part) => lower.includes(part)) && TEMPLATES.test(value)) ||
      (NOUN_PARTS.some((part) => lower.includes(part)) && NOUNS.test(value) && !/[0-9]/.test(value)))
  );
}

/** Words that a person takes for a password, and no manual for the place of one: `supersecret`. */
export function isWeakPassword(value: string): boolean {
  const lower = value.toLowerCase();
  return (
    WEAK_STARTS.some((start) => lower.startsWith(start)) &&
    (lower.includes("pass") || lower.includes("secret") || lower.includes("pw")) &&
    WEAK.test(value)
  );
}

const WEAK_STARTS = [
  "super",
  "top",
  "very",
  "ultra",
  "mega",
  "strong",
  "secure",
  "really",
  "admin",
  "root",
  "prod",
  "master",
  "my",
];
const WEAK = pattern("i")`
    ^(?:super|top|very|ultra|mega|strong|secure|really|admin|root|prod|master)[-_]?(?:secret|password|
    passwd|pass|pw)[0-9]{0,4}$|^my[-_]?(?:secret|password|passwd|pass)[0-9]{3,4}$
  `;

/** What stands for a marker while a text is searched. */
export const OPAQUE = "\x86";

/** Templates and look-ups of every kind: shell, env files, mustache, printf, Windows, 1Password, SOPS, Vault, ARNs. */
const HOLE = pattern("i")`
    ^(?:\$\{?[A-Za-z_({]|\$\$|<[^<>]{1,64}>$|\{\{|\{[A-Za-z_](?:[^{}]{0,48}\}|[^{}]{0,16}$)|%[A-Za-z_]{2,}%|
    %[sdv]$|%\(|@[A-Za-z_]+@|@[a-z]+(?:[_.][a-z]+)+$|#\{|\(\(|\[[A-Za-z_ ]+\]$|op://|vault:|ENC\[|arn:|ssm:|
    secretsmanager:|projects/[^/]+/secrets/|env[:.(]|process\.env|os\.(?:environ|getenv)|import\.meta|
    System\.getenv|ENV\[|keychain:|file:|encrypted:)
  `;

/**
 * How each of them begins, in lower case: compiling the pattern takes longer than to see that no value of a hook begins
 * so.
 */
const HOLES = [
  "$",
  "<",
  "{",
  "%",
  "@",
  "#",
  "(",
  "[",
  "op:",
  "vault:",
  "enc[",
  "arn:",
  "ssm:",
  "secretsmanager:",
  "projects/",
  "env",
  "proc",
  "os.",
  "import.meta",
  "system.getenv",
  "keychain:",
  "file:",
  "encrypted:",
];

function isHole(value: string, lower: string): boolean {
  return HOLES.some((start) => lower.startsWith(start)) && HOLE.test(value);
}

/** Rows of one filler character, in a whole value. */
const VALUE_FILLERS = ["xxxxxx", "XXXXXX", "***", "...", "…", "_____", "####", "•••", "000000000000", "????"];

/** Whether it is a value that vendors print in their documentation. */
function isDocumented(value: string): boolean {
  if (value.startsWith("EXAMPLE") || (value.startsWith("__") && /^__[A-Za-z0-9]+_/.test(value))) return true;
  if (/^[A-Z]/.test(value) && NAMED_CONSTANT.test(value)) return true;
  return (
    value.endsWith("EXAMPLE") ||
    value.endsWith("EXAMPLEKEY") ||
    value.startsWith("00000000-0000-0000-0000-") ||
    value === "550e8400-e29b-41d4-a716-446655440000" ||
    value.includes("ABC-DEF1234ghIkl") ||
    (value.startsWith("abc123def456") && /^abc123def456(?:ghi789(?:jkl012)?)?$/.test(value))
  );
}

/** Of an environment, in place of what it holds: `KEYSTONE_DBPASS`. */
const NAMED_CONSTANT =
  /^[A-Z]{3,}(?:_(?:[A-Z]+|V\d))*_(?:DB|PRI|PRV|PUB)?(?:PASS|PASSWORD|PASSWD|TOKEN|SECRET|KEY)\d?$/;

/** What manuals write where a word would do. */
const MANUAL = pattern("i")`
    ^(?:(?:my|your|some|the)[-_]?(?:api[-_]?)?(?:token|secret|password|passwd|pass|key)s?\d?|(?:blah|foo|
    bar|baz|qux|asdf){2,}\d{0,3}|value\d?(?:[=,]value\d?)*|-?anonymous@?)$
  `;
const MANUALS = [
  "my",
  "your",
  "some",
  "the",
  "blah",
  "foo",
  "bar",
  "baz",
  "qux",
  "asdf",
  "value",
  "anonymous",
  "-anonymous",
];

/** Words that say "put yours here", also with a number behind them. */
const TEMPLATE_PARTS = [
  "your",
  "example",
  "placeholder",
  "change",
  "replace",
  "dummy",
  "sample",
  "redacted",
  "insert",
  "todo",
  "fixme",
  "here",
  "hidden",
  "masked",
  "removed",
  "test",
  "fake",
  "mock",
  "demo",
  "enter",
];
const TEMPLATES = anyOf(
  `
  your example placeholder change.?me replace dummy sample redacted insert todo fixme here$ hidden masked removed
  test fake mock demo enter
`,
  "i",
);
/** Words that name the thing: `my-secret` is none, `secret123` may be one. */
const NOUN_PARTS = [
  "secret",
  "passw",
  "token",
  "api",
  "none",
  "null",
  "undefined",
  "some",
  "my",
  "default",
  "invalid",
  "required",
  "optional",
];
const NOUNS = anyOf(
  String.raw`
  secret password passwd token api.?key none null undefined ^some ^my(?![a-z]{3,12}(?:pass|pw|pwd)\d{0,4}$)
  default invalid required optional
`,
  "i",
);

/** Only letters in words and what stands between words; digits at most at the end. */
function isWords(value: string): boolean {
  if (!/^_?[A-Za-z]+(?:[-_ .][A-Za-z]+)*[-_ .]?[0-9]{0,3}[.!]?$/.test(value)) return false;
  if (/[-_ .]/.test(value) || value.length < 16) return true;
  return (
    runEnd(value, 0, LETTER, value.length) >= value.length - 3 &&
    /^[a-z]+$|^[A-Z]+$|^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*[0-9]*$/.test(value)
  );
}

/**
 * The same for what follows a token's prefix: fillers and words, judged where they stand. Real tokens have none of the
 * parts that the patterns ask for, and looking for these first spares a hook what compiling the patterns costs.
 */
export function isPlaceholderToken(text: string, from: number, to: number): boolean {
  const body = text.slice(from, Math.min(to, from + 256));
  if (TOKEN_FILLERS.some((filler) => body.includes(filler)) || (body.length < 24 && body.endsWith("EXAMPLE")))
    return true;
  const lower = body.toLowerCase();
  // A person may have named a real key so, and chance makes a row of four: then the rest is random.
  const filler =
    lower.includes("xxxx") || OWNERS.some((owner) => lower.startsWith(owner) || lower.startsWith(owner, 1))
      ? /^[-_]?(?:your|my|insert|replace|enter|some|the)[-_]|xxxx+/i.exec(body)
      : null;
  if (filler !== null && !looksIssued(body.slice(0, filler.index) + body.slice(filler.index + filler[0].length)))
    return true;
  return (
    (STAND_INS.some((word) => lower.includes(word)) &&
      /(?:^|[-_])(?:your|placeholder|example|redacted|change[-_]?me|dummy|token[-_]?here|key[-_]?here)(?:[-_]|$)/i.test(
        body,
      )) ||
    isSpelt(body)
  );
}

const TOKEN_FILLERS = ["xxxxxx", "XXXXXX", "***", "...", "0".repeat(16)];
const OWNERS = ["your", "my", "insert", "replace", "enter", "some", "the"];
const STAND_INS = ["your", "placeholder", "example", "redacted", "change", "dummy", "here"];

function looksIssued(rest: string): boolean {
  return rest.length >= 16 && /[0-9]/.test(rest) && isRandom(rest);
}

/** `PersonalAccessToken0123456789…`: its own name and a row of digits, to make up the length. */
const SPELT = /^(?:[a-z]{2,8}_)?(?:[A-Z][a-z]{1,14}){2,5}[0-9]{6,}$/;

function isSpelt(value: string): boolean {
  return runStart(value, value.length, DIGIT, value.length - 6) === value.length - 6 && SPELT.test(value);
}

/** What manuals write where any word would do: `secret123`, `token1`. */
export function isManualWord(value: string): boolean {
  return isDigit(value, value.length - 1) && /^(?:secret|password|passwd|pass|token)[-_]?\d{1,4}$/.test(value);
}
