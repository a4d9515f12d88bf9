import type { Finding } from "./finding.ts";
import { isRandom } from "./is-random.ts";

/** Files of that kind are short. */
const MOST = 16_384;
/** `bob:realm:` and a digest of 32 hex digits, as .htdigest has it; `bob:1001:` and two of them, as Samba and Windows have it. */
const DIGEST_LINE = /^([\w.@$-]{1,64}:(?:\d{1,10}:[0-9A-Fa-f]{32}:|[^:"'{}]{1,64}:))([0-9A-Fa-f]{32})(?::.*)?$/;
/** `bob:` and thirteen characters, as .htpasswd and old files of users have it. */
const LINE = /^([\w.@-]{1,64}:)([./0-9A-Za-z]{13})(?::\d*:\d*:.*|:)?$/;

/** `host:port:database:user:password`, as .pgpass has it. */
const LOGIN_LINE = /^([\w.*-]{1,64}:(?:\d{4,5}|\*):[\w*.-]{1,64}:[\w*.@-]{1,64}:)((?:[^\s:"'`\\]|\\.){4,128})$/;

/** `smtp.acme.test:bob@acme.test:password`, as Exim and Postfix have it. */
const MAIL_LINE = /^((?:\[[\w.-]{1,64}\](?::\d{1,5})?|[\w.*-]{1,64})(?::|[ \t]{1,8})[\w.+-]{1,64}@[\w.-]{1,64}:)(\S{4,128})$/;

/** Whether a text can begin with such a line: a look that costs nothing. */
export function mayHoldCrypt(text: string): boolean {
  // Few texts have a colon so early, or begin with a comment; a pattern is run for those alone.
  if (text.length > MOST || (text[0] !== "#" && text.lastIndexOf(":", 64) <= 0)) return false;
  const first = /^(?:#.*\r?\n){0,8}(.*)/.exec(text.slice(0, 600))?.[1] ?? "";
  return [LINE, DIGEST_LINE, LOGIN_LINE, MAIL_LINE].some((line) => line.test(first));
}

/**
 * Hashes that have no sign of their own: a text that is a list of users from end to end, each with thirteen characters that a
 * machine made up (DES crypt), or a digest.
 */
export function readCrypt(text: string): Finding[] {
  if (!mayHoldCrypt(text)) return [];
  const found: Finding[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const bare = line.replace(/\r$/, "");
    const digest = DIGEST_LINE.exec(bare) ?? LOGIN_LINE.exec(bare) ?? MAIL_LINE.exec(bare);
    const match = digest ?? LINE.exec(bare);
    if (match === null && line.trim() !== "" && !line.startsWith("#")) return [];
    if (match !== null) {
      const [, name = "", hash = ""] = match;
      if (digest === null && !isMadeUp(hash)) return [];
      found.push({ rule: "des-crypt", kind: "password-hash", span: [at + name.length, at + name.length + hash.length], confidence: "medium" });
    }
    at += line.length + 1;
  }
  return found;
}

function isMadeUp(hash: string): boolean {
  return /[a-z]/.test(hash) && /[A-Z].*[A-Z]/.test(hash) && (isRandom(hash) || /[0-9./].*[A-Za-z]/.test(hash)) && !/\/.*\/|^[a-z]+\//.test(hash) && (LAST.test(hash) || !/^\d/.test(hash));
}

/** DES has 64 bits, and the last character takes four of them: of its alphabet every fourth. */
const LAST = /[.26AEIMQUYcgkosw]$/;
