import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, DASH, DIGIT, DOT, PLUS_SLASH, runEnd, runStart, UNDERSCORE } from "../charset.ts";
import { isPlaceholder, isWeakPassword } from "../judge/placeholder.ts";
import { isRandom } from "../judge/is-random.ts";
import { turnsIn } from "../judge/value-traits.ts";
import { addFinding, perScan, type Scan } from "../scan.ts";

const MAX_SCHEME = 32;
const MAX_AUTHORITY = 1024;

/** The end of the last URL. */
const lastUrl = perScan(() => ({ end: 0 }));

/**
 * The password of a connection string or URL of any scheme, `://`. Only the password goes; user and host stay readable.
 * The password may hold `@`, `:` and `/`: it ends at the last `@` that a host follows.
 */
export function findInUrl(scan: Scan, start: number, end: number): void {
  const last = lastUrl(scan);
  if (end <= last.end) return;
  const { text } = scan;
  const stop = authorityEnd(text, end, Math.min(text.length, end + MAX_AUTHORITY));
  last.end = Math.abs(stop);
  // Most URLs name no user.
  if (stop < 0) return;
  const schemeStart = runStart(text, start, ALNUM | DASH | DOT | PLUS_SLASH, Math.max(0, start - MAX_SCHEME));
  const scheme = text.slice(schemeStart, start).toLowerCase().replace(/^.*\//, "");
  if (scheme.length < 2) return;
  const at = lastUserEnd(text, end, stop, scheme);
  if (at === -1) return;
  const colon = text.slice(end, at).indexOf(":");
  // In an address of SimpleX stands the print of its server's certificate.
  if (colon === -1) return /^(?:smp|xftp)$/.test(scheme) ? undefined : findLoneUser(scan, end, at);
  findInLogin(scan, scheme, { start: end, colon: end + colon, end: at });
}

/** A user and a password in an address. */
interface Login {
  readonly start: number;
  readonly colon: number;
  readonly end: number;
}

function findInLogin(scan: Scan, scheme: string, { start, colon, end }: Login): void {
  const { text } = scan;
  const user = text.slice(start, colon);
  const password = text.slice(colon + 1, end);
  if (/^(?:x-oauth-basic|)$/.test(password)) return findLoneUser(scan, start, colon);
  const web = /^(?:https?|ftps?|wss?)$/.test(scheme);
  const host = text.slice(end + 1, end + 64);
  const open = web && isOpen(password, host);
  if (isUnset(password, user, open)) return;
  const manual =
    NAMES_ITSELF.test(password) || (web && isWeakPassword(password)) || password.toLowerCase() === user.toLowerCase();
  if (!open && isOfManual(password, host, manual)) return;
  addFinding(scan, web ? "url-password" : "connection-password", colon + 1, end, manual ? "low" : "high");
  if (SECRET_USER_HOSTS.test(host)) addFinding(scan, "url-password", start, colon, "high");
}

/** Before the name of a whole host on the web `pass` may be a password: people use the words of manuals. */
function isOpen(password: string, host: string): boolean {
  return REAL_HOST.test(host) && (!MANUAL_HOSTS.test(host) || EXAMPLE.test(host)) && NAMES_ITSELF.test(password);
}

/** `user:password` is an example of manuals; on a host that somebody runs it is a password. */
function isOfManual(password: string, host: string, manual: boolean): boolean {
  if (!manual && password.length >= 6) return false;
  return MANUAL_HOSTS.test(host) || (manual && !REAL_HOST.test(host));
}

/** Hosts that are entered with two halves of one key: the user is a secret too (Sidekiq's gem servers). */
const SECRET_USER_HOSTS = /^(?:gems|enterprise)\.contribsys\.com|^(?:[\w.-]+\.)?sentry\.io/;

/** Hosts of manuals and tests, whose short passwords are made up. */
const MANUAL_HOSTS = pattern("i")`
    ^(?:[\w-]+\.)*(?:example(?:\.\w+)?|test|invalid|localhost|host|127\.0\.0\.1|foo|bar\.com|foo\.com|
    hostname|(?:host|my-?host|my-?site|my-?server|server|company|domain|my-?domain|website|site|your[\w-]*)
    \.\w+)(?![\w.-])
  `;
/**
 * Stands for a host of one's own; with a name before it, it is a manual's host of a proxy or of the parts of an
 * address.
 */
const EXAMPLE = /^example\.\w+(?![\w.-])/i;
/** A name with a dot in it, or an address. */
const REAL_HOST = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?![\w.-])/;
/** Words for a password. */
const NAMES_ITSELF = /^(?:pass(?:word|wd|w)?|pwd|pw|my-?password|secret|token|key)$/i;

/** Whether a template, a manual or a test holds this in the place of a password. */
function isUnset(password: string, user: string, open: boolean): boolean {
  if (password.length < 2 || (isPlaceholder(password) && !NAMES_ITSELF.test(password) && !open)) return true;
  if (/^(?:\$[A-Za-z_({]|%[A-Za-z_]*%|%[sdv(]|\{|<|\*+(?![A-Za-z0-9])|\.{3}|\[)/.test(password)) return true;
  // To be filled in: `KEY:DOMAIN`, `ACCESS_TOKEN:USER_ID`.
  if (/^[A-Z_]+$/.test(user) && /^[A-Z_]+$/.test(password)) return true;
  return (
    !open &&
    /^(?:user(?:name)?|login|name|id|key|token|x|foo|a)$/i.test(user) &&
    (NAMES_ITSELF.test(password) || password.toLowerCase() === user.toLowerCase())
  );
}

/** A token in the place of the user: `https://<token>@host`. Its secret is told by its look alone. */
function findLoneUser(scan: Scan, start: number, end: number): void {
  const user = scan.text.slice(start, end);
  if (end - start < 12 || isPlaceholder(user) || !/^[\w.~+=-]+$/.test(user)) return;
  // Sentry's address for reports, which stands in the page of every site that uses it.
  if (/^[0-9a-f]{32}$/.test(user) && /^@[\w.-]+\/\d+(?!\d)/.test(scan.text.slice(end, end + 100))) return;
  // Before the name of a forge a shorter token counts: letters of both cases and digits that take turns.
  const isForge =
    /^@(?:github|gitlab|bitbucket)\.(?:com|org)\//.test(scan.text.slice(end, end + 20)) && turnsIn(user) >= 4;
  if (((end - start >= 16 && isRandom(user)) || isForge) && /[0-9]/.test(user))
    addFinding(scan, "url-token", start, end, "medium");
}

/** The end of the URL at blanks, quotes, angle brackets or a URL in its query; negative if no `@` stands in it. */
function authorityEnd(text: string, from: number, limit: number): number {
  let end = from;
  let sign = -1;
  while (end < limit) {
    const code = text.charCodeAt(end);
    if (code === 64) sign = 1;
    if (code === 58 && text.startsWith("://", end)) break;
    if (code < 33 || code === 34 || code === 39 || code === 60 || code === 62 || code === 96 || code === 92) {
      // `<password>` inside a template is no end: the template is told apart later.
      if (code !== 60 && code !== 39) break;
      const template = /^<[\w -]{1,32}>/.exec(text.slice(end, end + 36));
      // A sign in the middle of a password, which ends at the host.
      if (
        template === null &&
        !/^(?:<[A-Za-z0-9]{4,24}|'[A-Za-z0-9]{2,24})@[A-Za-z0-9]/.test(text.slice(end, end + 30))
      )
        break;
      end += template === null ? 0 : template[0].length - 1;
    }
    end += 1;
  }
  return sign * end;
}

/** The last `@` in `[from, to)` that closes the user part, or -1. */
function lastUserEnd(text: string, from: number, to: number, scheme: string): number {
  const slash = text.slice(from, to).search(/[/?#]/);
  const pathStart = slash === -1 ? to : from + slash;
  let found = -1;
  for (let at = text.indexOf("@", from); at !== -1 && at < to; at = text.indexOf("@", at + 1)) {
    if (at > pathStart && !mayHoldSlash(text, from, pathStart, scheme)) break;
    if (isHost(text, at + 1, to)) found = at;
    if (found !== -1 && found < pathStart && at > pathStart && !GOES_ON.test(text.slice(found + 1, found + 80))) break;
  }
  return found;
}

/** A user that is an address of mail: no port follows its host. */
const GOES_ON = /^[\w-]+(?:\.[\w-]+)+:(?!\d|port\b|[$%{<*[])/i;

/** Whether a slash before the `@` is part of a password, which it is unless `host:port` stands before it. */
function mayHoldSlash(text: string, from: number, pathStart: number, scheme: string): boolean {
  if (/^file$|^git|^ssh$/.test(scheme)) return false;
  const colon = text.slice(from, pathStart).indexOf(":");
  // A password that begins with `#`: no port stands there, so the host has not ended.
  if (colon > 0 && text[pathStart] === "#" && from + colon + 1 === pathStart) return true;
  if (colon === -1 || NO_PORT.test(text.slice(from + colon + 1, pathStart))) return false;
  const port = runEnd(text, from + colon + 1, DIGIT, pathStart);
  return port !== pathStart;
}

/** Words of templates and manuals for a port. */
const NO_PORT = /^$|^[$%{<[]|^:?port$|^[A-Z_]*PORT$/i;

/** Whether a host stands at a place, and behind it the end of the authority. A template counts as a host. */
function isHost(text: string, at: number, to: number): boolean {
  if (/^(?:\$|\{|<|%|\[|\(|tcp\(|unix\()/.test(text.slice(at, at + 8))) return true;
  const end = runEnd(text, at, ALNUM | DASH | DOT | UNDERSCORE, to);
  if (end === at) return false;
  const behind = text.charCodeAt(end);
  return end >= to || behind > 127 || "/?#:,;)]}&|".includes(text[end] as string);
}
