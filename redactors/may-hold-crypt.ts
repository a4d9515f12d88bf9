/** Files of that kind are short. */
const MOST = 16_384;
/** `bob:realm:` and a digest of 32 hex digits, as .htdigest has it; `bob:1001:` and two of them, as Samba and Windows have it. */
export const DIGEST_LINE = /^([\w.@$-]{1,64}:(?:\d{1,10}:[0-9A-Fa-f]{32}:|[^:"'{}]{1,64}:))([0-9A-Fa-f]{32})(?::.*)?$/;
/** `bob:` and thirteen characters, as .htpasswd and old files of users have it. */
export const LINE = /^([\w.@-]{1,64}:)([./0-9A-Za-z]{13})(?::\d*:\d*:.*|:)?$/;

/** `host:port:database:user:password`, as .pgpass has it. */
export const LOGIN_LINE = /^([\w.*-]{1,64}:(?:\d{4,5}|\*):[\w*.-]{1,64}:[\w*.@-]{1,64}:)((?:[^\s:"'`\\]|\\.){4,128})$/;

/** `smtp.acme.test:bob@acme.test:password`, as Exim and Postfix have it. */
export const MAIL_LINE = /^((?:\[[\w.-]{1,64}\](?::\d{1,5})?|[\w.*-]{1,64})(?::|[ \t]{1,8})[\w.+-]{1,64}@[\w.-]{1,64}:)(\S{4,128})$/;

/** Whether a text can begin with such a line: a look that costs nothing. */
export function mayHoldCrypt(text: string): boolean {
  // Few texts have a colon so early, or begin with a comment; a pattern is run for those alone.
  if (text.length > MOST || (text[0] !== "#" && text.lastIndexOf(":", 64) <= 0)) return false;
  const first = /^(?:#.*\r?\n){0,8}(.*)/.exec(text.slice(0, 600))?.[1] ?? "";
  return first.includes(":") && [LINE, DIGEST_LINE, LOGIN_LINE, MAIL_LINE].some((line) => line.test(first));
}
