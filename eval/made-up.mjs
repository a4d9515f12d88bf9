// Made-up values of the forms that services give out. They are put together here from a fixed seed, so that no file holds
// one, and open nothing.
import { createHmac } from "node:crypto";
import { crc32 } from "node:zlib";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const WORD = LETTERS + LETTERS.toLowerCase() + DIGITS;
const BASE64 = `${WORD}+/`;
const HEX = "0123456789abcdef";

/** Characters of a set, always the same for the same seed. */
function characters(seed, count, set) {
  const bytes = [];
  for (let at = 0; bytes.length < count; at += 1) bytes.push(...createHmac("sha256", seed).update(String(at)).digest());
  return bytes
    .slice(0, count)
    .map((byte) => set[byte % set.length])
    .join("");
}

/** A token of GitHub's or npm's form: 30 characters and their check sum in base 62. */
function checked(prefix, seed) {
  const body = characters(seed, 30, WORD);
  let [sum, digits] = [checksum(body), ""];
  const base62 = DIGITS + LETTERS + LETTERS.toLowerCase();
  while (digits.length < 6) [sum, digits] = [Math.floor(sum / 62), base62[sum % 62] + digits];
  return prefix + body + digits;
}

function checksum(text) {
  if (crc32) return crc32(text);
  // Node 20.14 and older have no crc32.
  let value = ~0;
  for (const byte of Buffer.from(text)) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~value >>> 0;
}

const base64url = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const password = (seed) =>
  `${characters(seed, 6, LETTERS.toLowerCase())}-${characters(`${seed}2`, 7, WORD)}!${characters(`${seed}3`, 3, DIGITS)}`;
const keyLine = (seed) => characters(`${seed} line`, 64, BASE64);

/** Name in a case → the value for a seed. */
const KINDS = {
  github: (seed) => checked(["gh", "p_"].join(""), seed),
  githubOauth: (seed) => checked(["gh", "o_"].join(""), seed),
  npm: (seed) => checked(["np", "m_"].join(""), seed),
  stripe: (seed) => `sk_${"live"}_51${characters(seed, 97, WORD)}`,
  slack: (seed) =>
    `xox${"b"}-${characters(seed, 12, DIGITS)}-${characters(`${seed}2`, 13, DIGITS)}-${characters(`${seed}3`, 24, WORD)}`,
  slackHook: (seed) =>
    `T${characters(seed, 10, LETTERS + DIGITS)}/B${characters(`${seed}2`, 10, LETTERS + DIGITS)}/${characters(`${seed}3`, 24, WORD)}`,
  awsId: (seed) => `AK${"IA"}${characters(seed, 16, `${LETTERS}234567`)}`,
  awsSecret: (seed) => characters(seed, 40, BASE64),
  openai: (seed) => `sk-${"proj"}-${characters(seed, 74, WORD)}T3Blbk${"FJ"}${characters(`${seed}2`, 74, WORD)}`,
  anthropic: (seed) => `sk-${"ant"}-api03-${characters(seed, 93, `${WORD}-_`)}AA`,
  google: (seed) => `AI${"za"}${characters(seed, 35, WORD)}`,
  googleAccess: (seed) => `ya${"29"}.a0${characters(seed, 160, `${WORD}-_`)}`,
  gitlab: (seed) => `gl${"pat"}-${characters(seed, 20, WORD)}`,
  telegram: (seed) => `7${characters(seed, 9, DIGITS)}:AA${characters(`${seed}2`, 33, `${WORD}-_`)}`,
  sendgrid: (seed) => `S${"G"}.${characters(seed, 22, WORD)}.${characters(`${seed}2`, 43, WORD)}`,
  digitalocean: (seed) => `dop_${"v1"}_${characters(seed, 64, HEX)}`,
  huggingface: (seed) => `h${"f"}_${characters(seed, 34, LETTERS + LETTERS.toLowerCase())}`,
  jwt: (seed) =>
    `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url({ sub: characters(seed, 8, DIGITS), iat: 1_762_905_600 })}.${characters(`${seed}2`, 43, `${WORD}-_`)}`,
  password,
  passwordInBase64: (seed) => Buffer.from(password(seed)).toString("base64"),
  basicAuth: (seed) => Buffer.from(`dev:${password(seed)}`).toString("base64"),
  privateKeyLine: keyLine,
  privateKey: (seed) =>
    [
      `-----BEGIN ${"RSA PRIVATE"} KEY-----`,
      keyLine(seed),
      ...[1, 2, 3, 4, 5, 6, 7].map((line) => characters(`${seed}${line}`, 64, BASE64)),
      `-----END ${"RSA PRIVATE"} KEY-----`,
    ].join("\n"),
  hex8: (seed) => characters(seed, 8, HEX),
  hex16: (seed) => characters(seed, 16, HEX),
  hex32: (seed) => characters(seed, 32, HEX),
  hex40: (seed) => characters(seed, 40, HEX),
  hex64: (seed) => characters(seed, 64, HEX),
  base64of32: (seed) => characters(seed, 43, BASE64),
  base64of64: (seed) => characters(seed, 86, BASE64),
  uuid: (seed) => characters(seed, 32, HEX).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5"),
};

/** A text with `{{kind}}` replaced, and what was put in. The same kind is the same value within one seed. */
export function filled(template, seed) {
  const values = [];
  const text = template.replaceAll(/\{\{(\w+)\}\}/g, (_, kind) => {
    const family = { privateKeyLine: "privateKey", passwordInBase64: "password" }[kind] ?? kind;
    const value = KINDS[kind](`${seed} ${family}`);
    values.push(value);
    return value;
  });
  return { text, values };
}
