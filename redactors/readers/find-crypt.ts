import type { Finding } from "../finding.ts";
import { isRandom } from "../judge/is-random.ts";

/** Files of that kind are short. */
const MOST = 16_384;

/**
 * Hashes that have no sign of their own: a text that is a list of users from end to end, each with thirteen characters
 * that a machine made up (DES crypt), or a digest.
 */
export function findCrypt(text: string): Finding[] {
  if (text.length > MOST) return [];
  const found: Finding[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    // Each of the patterns needs a colon: in most texts the first line has none, and none of them is compiled.
    if (!line.includes(":")) {
      if (line.trim() !== "" && !line.startsWith("#")) return [];
      at += line.length + 1;
      continue;
    }
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

/**
 * Lines of files in which hashes and passwords stand without a sign of their own; of each the second group is the
 * secret.
 */
const CRYPT_LINES = {
  /**
   * `bob:realm:` and a digest of 32 hex digits, as .htdigest has it; `bob:1001:` and two of them, as Samba and Windows
   * have it. `hmac:SALT:DIGEST` is a fingerprint, which `snapveil audit` itself tells people to write down.
   */
  digest:
    /^(?!hmac:[0-9a-f]{24}:)([\w.@$-]{1,64}:(?:\d{1,10}:[0-9A-Fa-f]{32}:|[^:"'{}]{1,64}:))([0-9A-Fa-f]{32})(?::.*)?$/,
  /** `bob:` and thirteen characters, as .htpasswd and old files of users have it. */
  des: /^([\w.@-]{1,64}:)([./0-9A-Za-z]{13})(?::\d*:\d*:.*|:)?$/,
  /** `host:port:database:user:password`, as .pgpass has it. */
  login: /^([\w.*-]{1,64}:(?:\d{4,5}|\*):[\w*.-]{1,64}:[\w*.@-]{1,64}:)((?:[^\s:"'`\\]|\\.){4,128})$/,
  /** `smtp.acme.test:bob@acme.test:password`, as Exim and Postfix have it. */
  mail: /^((?:\[[\w.-]{1,64}\](?::\d{1,5})?|[\w.*-]{1,64})(?::|[ \t]{1,8})[\w.+-]{1,64}@[\w.-]{1,64}:)(\S{4,128})$/,
  /** A user of a system whose hash stands elsewhere, or who has none: beside others, no line of another file. */
  without: /^([\w.-]{1,64}:)([x*!]{0,2}):\d*:\d*:.*$/,
} as const;
