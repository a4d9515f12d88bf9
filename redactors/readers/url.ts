import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, DASH, DIGIT, DOT, PLUS_SLASH, runEnd, runStart, UNDERSCORE } from "../charset.ts";
import { isPlaceholder, isWeakPassword, namesItself } from "../judge/placeholder.ts";
import { isRandom } from "../judge/is-random.ts";
import { isLabel } from "../judge/typed-values.ts";
import { turnsIn } from "../judge/value-traits.ts";
import { addFinding, perScan, type Scan } from "../scan.ts";

const MAX_SCHEME = 32;
const MAX_AUTHORITY = 1024;

/** The end of the URL that was read last. */
const lastUrl = perScan(() => ({ end: 0 }));

/**
 * Finds the password in a URL or connection string of any scheme; user and host stay. The password may hold `@`, `:`
 * and `/`: it ends at the last `@` that a host follows.
 */
export function findInUrl(scan: Scan, start: number, end: number): void {
  const last = lastUrl(scan);
  if (end <= last.end) return;
  const { text } = scan;
  const stop = authorityEnd(text, end, Math.min(text.length, end + MAX_AUTHORITY));
  last.end = Math.abs(stop);
  // Most URLs hold no user and password.
  if (stop < 0) return;
  const schemeStart = runStart(text, start, ALNUM | DASH | DOT | PLUS_SLASH, Math.max(0, start - MAX_SCHEME));
  const scheme = text.slice(schemeStart, start).toLowerCase().replace(/^.*\//, "");
  if (scheme.length < 2) return;
  const at = lastUserEnd(text, end, stop, scheme);
  if (at === -1) return;
  const colon = text.slice(end, at).indexOf(":");
  // In an address of SimpleX, the fingerprint of the server's certificate stands in the place of the user.
  if (colon === -1) return /^(?:smp|xftp)$/.test(scheme) ? undefined : findLoneUser(scan, end, at);
  findInLogin(scan, scheme, { start: end, colon: end + colon, end: at });
}

/** The indexes of a user and a password in an address: the user's start, the colon between them, the end. */
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
  if (!open && isOfTranslation(text, start)) return;
  const manual =
    saysPassword(password) || (web && isWeakPassword(password)) || password.toLowerCase() === user.toLowerCase();
  if (!open && isOfManual(password, host, manual)) return;
  addFinding(scan, web ? "url-password" : "connection-password", colon + 1, end, manual ? "low" : "high");
  if (SECRET_USER_HOSTS.test(host)) addFinding(scan, "url-password", start, colon, "high");
}

/** Whether a text in the place of a password is nothing but a word for one, in any language. */
function saysPassword(password: string): boolean {
  return namesItself(password) || isLabel(password);
}

/** The most characters of a message and its translation in gettext's files. */
const MAX_MESSAGE = 4096;
/** A URL of a message whose password says that it is one. */
const PASSWORD_IN_MESSAGE = /:\/\/[^\s:@/]{1,64}:([^\s:@/]{2,40})@/;

/**
 * Whether a URL stands in gettext's translation of a message whose URL has a word for a password in its place. The
 * translation has such a word of its own language there.
 */
function isOfTranslation(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_MESSAGE), at);
  const [id, translation] = [before.lastIndexOf("\nmsgid "), before.lastIndexOf("\nmsgstr")];
  if (id === -1 || translation < id) return false;
  const message = before.slice(id, translation).replace(/"\n"/g, "");
  return saysPassword(PASSWORD_IN_MESSAGE.exec(message)?.[1] ?? "");
}

/**
 * Whether a word like `pass` may be a real password, since it stands before a real host: people also use such words
 * from manuals.
 */
function isOpen(password: string, host: string): boolean {
  return REAL_HOST.test(host) && (!MANUAL_HOSTS.test(host) || EXAMPLE.test(host)) && namesItself(password);
}

/** Whether a password is only an example, as in `user:password`. Before a real host the word is a password. */
function isOfManual(password: string, host: string, manual: boolean): boolean {
  if (!manual && password.length >= 6) return false;
  return MANUAL_HOSTS.test(host) || (manual && !REAL_HOST.test(host));
}

/**
 * Hosts for which the user is a secret, too. For the gem servers of Sidekiq, for instance, user and password are two
 * halves of one key.
 */
const SECRET_USER_HOSTS = /^(?:gems|enterprise)\.contribsys\.com|^(?:[\w.-]+\.)?sentry\.io/;

/** Hosts of manuals and tests, at which short passwords are made up. */
const MANUAL_HOSTS = pattern("i")`
    ^(?:[\w-]+\.)*(?:example(?:\.\w+)?|test|invalid|localhost|host|127\.0\.0\.1|foo|bar\.com|foo\.com|
    hostname|(?:host|my-?host|my-?site|my-?server|server|company|domain|my-?domain|website|site|your[\w-]*)
    \.\w+)(?![\w.-])
  `;
/**
 * `example.com`, which often stands in the place of the user's own host. A host below it, as `db.example.com`, does not
 * match.
 */
const EXAMPLE = /^example\.\w+(?![\w.-])/i;
/** A host's name with a dot in it, or an IP address. */
const REAL_HOST = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?![\w.-])/;
/** Whether a text in the place of a password is a placeholder of a template, a manual or a test. */
function isUnset(password: string, user: string, open: boolean): boolean {
  if (password.length < 2 || (isPlaceholder(password) && !namesItself(password) && !open)) return true;
  if (/^(?:\$[A-Za-z_({]|%[A-Za-z_]*%|%[sdv(]|\{|<|\*+(?![A-Za-z0-9])|\.{3}|\[)/.test(password)) return true;
  // Capitals stand for values to fill in: `KEY:DOMAIN`, `ACCESS_TOKEN:USER_ID`.
  if (/^[A-Z_]+$/.test(user) && /^[A-Z_]+$/.test(password)) return true;
  return (
    !open &&
    /^(?:user(?:name)?|login|name|id|key|token|x|foo|a)$/i.test(user) &&
    (saysPassword(password) || password.toLowerCase() === user.toLowerCase())
  );
}

/**
 * Finds a token in the place of the user: `https://<token>@host`. No name announces it, so it has to look like a token.
 */
function findLoneUser(scan: Scan, start: number, end: number): void {
  const user = scan.text.slice(start, end);
  if (end - start < 12 || isPlaceholder(user) || !/^[\w.~+=-]+$/.test(user)) return;
  // The address for reports to Sentry holds a public key, which is in the page of every site that uses it.
  if (/^[0-9a-f]{32}$/.test(user) && /^@[\w.-]+\/\d+(?!\d)/.test(scan.text.slice(end, end + 100))) return;
  // Before the host of a git forge, a shorter value is a token if letters of both cases and digits alternate in it.
  const isForge =
    /^@(?:github|gitlab|bitbucket)\.(?:com|org)\//.test(scan.text.slice(end, end + 20)) && turnsIn(user) >= 4;
  if (((end - start >= 16 && isRandom(user)) || isForge) && /[0-9]/.test(user))
    addFinding(scan, "url-token", start, end, "medium");
}

/** The end of a URL: at a blank, a quote, an angle bracket or a URL in its query. Negative if there is no `@` in it. */
function authorityEnd(text: string, from: number, limit: number): number {
  let end = from;
  let sign = -1;
  while (end < limit) {
    const code = text.charCodeAt(end);
    if (code === 64) sign = 1;
    if (code === 58 && text.startsWith("://", end)) break;
    if (code < 33 || code === 34 || code === 39 || code === 60 || code === 62 || code === 96 || code === 92) {
      // `<password>` in a template does not end the URL; the template is recognized later.
      if (code !== 60 && code !== 39) break;
      const template = /^<[\w -]{1,32}>/.exec(text.slice(end, end + 36));
      // A `<` or a `'` may be in the middle of a password, so look for the `@` and the host behind it.
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

/** The index of the last `@` in `[from, to)` that ends the user and password, or -1. */
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

/**
 * Matches the text behind the first `@` of a URL whose user name is an e-mail address: the domain of the address, and a
 * colon without a port. The user name and the password then end at a later `@`.
 */
const GOES_ON = /^[\w-]+(?:\.[\w-]+)+:(?!\d|port\b|[$%{<*[])/i;

/** Whether a slash before the `@` is part of a password. It is not if `host:port` stands before the slash. */
function mayHoldSlash(text: string, from: number, pathStart: number, scheme: string): boolean {
  if (/^file$|^git|^ssh$/.test(scheme)) return false;
  const colon = text.slice(from, pathStart).indexOf(":");
  // A `#` behind the colon begins a password, since a port has digits; so the authority has not ended.
  if (colon > 0 && text[pathStart] === "#" && from + colon + 1 === pathStart) return true;
  if (colon === -1 || NO_PORT.test(text.slice(from + colon + 1, pathStart))) return false;
  const port = runEnd(text, from + colon + 1, DIGIT, pathStart);
  return port !== pathStart;
}

/** Texts in the place of a port in templates and manuals. */
const NO_PORT = /^$|^[$%{<[]|^:?port$|^[A-Z_]*PORT$/i;

/** Whether a host or a template stands at `at`, and the authority ends behind it. */
function isHost(text: string, at: number, to: number): boolean {
  if (/^(?:\$|\{|<|%|\[|\(|tcp\(|unix\()/.test(text.slice(at, at + 8))) return true;
  const end = runEnd(text, at, ALNUM | DASH | DOT | UNDERSCORE, to);
  if (end === at || text[at] === ".") return false;
  const behind = text.charCodeAt(end);
  return end >= to || behind > 127 || "/?#:,;)]}&|".includes(text[end] as string);
}
