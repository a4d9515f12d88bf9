import { CRYPT_LINES } from "./crypt-lines.ts";
import type { Finding } from "../finding.ts";
import { isRandom } from "../judge/is-random.ts";

/** Files of that kind are short. */
const MOST = 16_384;

/**
 * Hashes that have no sign of their own: a text that is a list of users from end to end, each with thirteen characters
 * that a machine made up (DES crypt), or a digest.
 */
export function readCrypt(text: string): Finding[] {
  if (text.length > MOST) return [];
  const found: Finding[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const bare = line.replace(/\r$/, "");
    const digest = CRYPT_LINES.digest.exec(bare) ?? CRYPT_LINES.login.exec(bare) ?? CRYPT_LINES.mail.exec(bare);
    const match = digest ?? CRYPT_LINES.des.exec(bare);
    if (match === null && line.trim() !== "" && !line.startsWith("#") && !CRYPT_LINES.without.test(bare)) return [];
    if (match !== null) {
      const [, name = "", hash = ""] = match;
      if (digest === null && !isMadeUp(hash)) return [];
      found.push({
        rule: "des-crypt",
        kind: "password-hash",
        span: [at + name.length, at + name.length + hash.length],
        confidence: "medium",
      });
    }
    at += line.length + 1;
  }
  return found;
}

function isMadeUp(hash: string): boolean {
  return (
    /[a-z]/.test(hash) &&
    /[A-Z].*[A-Z]/.test(hash) &&
    (isRandom(hash) || /[0-9./].*[A-Za-z]/.test(hash)) &&
    !/\/.*\/|^[a-z]+\//.test(hash) &&
    (LAST.test(hash) || !/^\d/.test(hash))
  );
}

/** DES has 64 bits, and the last character takes four of them: of its alphabet every fourth. */
const LAST = /[.26AEIMQUYcgkosw]$/;
