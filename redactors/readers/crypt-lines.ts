/**
 * Lines of files in which hashes and passwords stand without a sign of their own; of each the second group is the
 * secret.
 */
export const CRYPT_LINES = {
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
