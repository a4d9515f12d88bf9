import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, DASH, runEnd, UNDERSCORE } from "../charset.ts";
import { isPlaceholder, OPAQUE } from "../judge/placeholder.ts";
import { isInString } from "../json/safe-span.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { addFinding, perScan, type Scan } from "../scan.ts";
import { PROGRAMS, type PasswordProgram } from "./programs.ts";

const MAX_COMMAND = 2048;
const MAX_WORD = 512;

/** The end of the last command. */
const lastCommand = perScan(() => ({ end: 0 }));

/** A program's name: searches the rest of its command for options that carry a password. */
export function findInCommand(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const last = lastCommand(scan);
  if (start < last.end || (/[\w.-]/.test(text[start - 1] ?? " ") && !text.startsWith("ConvertTo-", start - 10))) return;
  // The word may be the head of a name, as `mongo` is of `mongodump`, and end in an option's dash.
  const word = text.slice(start, end).replace(/ -$/, "");
  const nameEnd = word.endsWith(" ") ? end : runEnd(text, start + word.length, ALNUM | DASH | UNDERSCORE, end + 16);
  const isFile = !word.endsWith(" ") && /[./]/.test(text[nameEnd] ?? " ");
  if (isFile && !/^\.exe\s/i.test(text.slice(nameEnd, nameEnd + 5))) return;
  const name = text.slice(start, nameEnd).trim();
  // A command inside a container is read for itself.
  if (CONTAINERS.test(name) && RUNS.test(text.slice(nameEnd, nameEnd + 60))) return;
  const programs = PROGRAMS.filter(([names]) => names.split("|").includes(name.toLowerCase()));
  if (programs.length === 0) return;
  const rest = commandRest(text, start, nameEnd);
  last.end = nameEnd + rest.length;
  for (const [, option, form] of programs)
    for (const match of rest.matchAll(option))
      findInArgument(scan, nameEnd + match.index + match[0].length, nameEnd + rest.length, form);
}

const CONTAINERS = /^(?:docker|podman|nerdctl|oc)$/i;
const RUNS = /^\s{1,4}(?:-\S{1,20}\s{1,4}){0,2}(?:run|exec)\s/;

/** Options that name a user, of whatever program. */
const USER = /(?:^|\s)(?:-u|-U|-l|--user(?:name)?|--login|\/u(?:ser)?:?)(?:[ =]|(?=\S))["']?[\w.@\\/$-]{1,80}["']?\s/;
const MAX_BEFORE = 240;
/** Values behind `-p` that are no password: a port, a file, a path. */
const OTHER = /^[\d:.,-]+$|^[~.]?\/|\.(?:txt|lst|json|ya?ml|conf|pem|key|log)$|^[\w-]+[:=]/i;
/** A password of Apple's or Google's for one program of an account: `abcd-efgh-ijkl-mnop`. */
const OF_A_PROGRAM = /^[a-z]{4}(?:-[a-z]{4}){3}$/;

/**
 * The secret in `-p x`, `-P x`, `-pw x` behind a user's name: whatever the program is, only a password has this form
 * there.
 */
export function findLogin(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start + 1);
  const command = before.slice(
    Math.max(before.lastIndexOf("\n"), before.lastIndexOf("; "), before.lastIndexOf("| "), before.lastIndexOf("&& ")) +
      1,
  );
  const value = /^["']?([^\s"'`|;<>$]{6,80})["']?(?=\s|$|\\|[;|"'])/.exec(text.slice(end, end + 84))?.[1];
  if (value === undefined || isPlaceholder(value) || OTHER.test(value)) return;
  if (text.slice(start, end) !== " -pw " && !USER.test(command)) return;
  if (!isMadeUpWord(value) && !OF_A_PROGRAM.test(value) && !/^(?=.*\d)(?=.*[!@#$%^&*?~+]).{6,}$/.test(value)) return;
  const from = end + (text[end] === value[0] ? 0 : 1);
  addFinding(scan, "password", from, from + value.length, "medium", "login-password");
}

/**
 * The rest of a command to the end of the line, over `\` line ends, to the next command at most, and to the end of the
 * string that holds it.
 */
function commandRest(text: string, start: number, from: number): string {
  const listed = text[from] === text[start - 1] ? LISTED.exec(text.slice(from, from + MAX_COMMAND))?.[0] : undefined;
  if (listed !== undefined) return listed.replace(/["',]/g, " ");
  const rest = text.slice(from, from + MAX_COMMAND);
  const inString = isInString(text, start);
  const stop = rest.search(
    inString ? /[^\\\r]\r?\n|[;|](?=\s)|&&|(?:^|[^\\])(?:\\\\)*"/ : /[^\\\r]\r?\n|[;|](?=\s)|&&/,
  );
  if (stop === -1) return rest;
  return rest[stop] === '"' ? rest.slice(0, stop) : rest.slice(0, stop + 1);
}

/** The arguments of a program in a list, each in quotes: `"curl", "-u", "…"`. */
const LISTED = /^["'](?:,\s{0,40}(?:"[^"\\\n]{0,200}"|'[^'\\\n]{0,200}'|[\w.]{1,60})){1,40}/;

/** A word that a shell reads, in quotes or not, also inside a JSON string. */
const WORD = pattern()`
  ^(?:\\"(?![\s,:}\]]*\\?")[^"\n\\]*\\"|"(?![\s,:}\]]*\\?")(?:[^"\n\\]|\\[a-mo-qsu-z])*"|
  \\?'(?:[^'\n\\]|\\{1,2}\w(?=\w*%))*\\?'|[^\s"'\x60\\|;<>]|\\(?=[^\s"'nrt]))+
`;

/** The shell word at `at`, which is a password or `user:password`. An escaped quote is closed by an escaped one. */
function findInArgument(scan: Scan, at: number, limit: number, form: PasswordProgram[2] = "password"): void {
  const { text } = scan;
  const match = WORD.exec(text.slice(at, Math.min(limit, at + MAX_WORD)));
  if (match === null) return;
  const word = match[0];
  // Quotes that close nothing may span two fields of JSON.
  if (word.includes(OPAQUE) || /[^\\]"[,:]"/.test(word)) return;
  // Without an option before it the word may be prose, if it is in small letters.
  if (form === "place" && /^[a-z]+$|^\.{0,2}\//.test(word)) return;
  if (form !== "pair") return findInWord(scan, at, word);
  const colon = word.search(/[:%,]/);
  if (colon === -1) return;
  const password = word.slice(colon + 1);
  // `-u token:` is how several services take a token: then the user is the secret.
  if (/^\\?["']?$/.test(password)) return findInWord(scan, at, word.slice(0, colon));
  findInWord(scan, at + colon + 1, password);
}

function findInWord(scan: Scan, at: number, word: string): void {
  const open = /^\\?["']/.exec(word)?.[0].length ?? 0;
  const value = word.slice(open).replace(/\\?["']$/, "");
  if (value[0] === "/") return;
  if (
    value.length < 4 ||
    isPlaceholder(value) ||
    /^[-$]|^\d{2,5}:\d{2,5}$|^[A-Z]+\]$|^\$\(|^(?:password|passwd|pass|secret|token)$/i.test(value)
  )
    return;
  addFinding(scan, "password", at + open, at + open + value.length, "medium", "command-password");
}

const MAX_LINE = 300;
/** A text that is printed into a command: `echo x |`, `printf '%s' x | sudo`, `echo "bob:x" |`. */
const PRINTED = pattern()`
    (?:^|[\s;&|(\x60"'])(?:echo|printf)(?:\s+-\w+)*(?:\s+(?:["']%s(?:\\{1,2}n)?["']|%s))?\s+(?:\\?(["'])
    ((?:(?!\1)[^\\\n]){4,128})\\?\1|([^\s"'|&;<>\x60]{3,128}[^\s"'|;<>\x60]?))\s*\|[^|\n]{0,160}$
  `;

/** The secret that is piped into a program which keeps the text under a name: `| wrangler secret put API_TOKEN`. */
export function findPipedTo(scan: Scan, nameStart: number): void {
  findPrinted(scan, nameStart, isMadeUpWord);
}

/** `--password-stdin`, `sudo -S`, `chpasswd`: the password stands before the bar. */
export function findPiped(scan: Scan, _start: number, end: number): void {
  findPrinted(scan, end, (value) => value.length >= 4 && !isPlaceholder(value) && !/^[-$`]|\s/.test(value));
}

/** The text that a line prints into the command behind its bar, up to `end`; `chpasswd` takes a user before it. */
function findPrinted(scan: Scan, end: number, accepts: (value: string) => boolean): void {
  const before = scan.text.slice(Math.max(0, end - MAX_LINE), end);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (!/\|[ \t]/.test(line) || TO_GIT.test(line)) return;
  const match = PRINTED.exec(line);
  const printed = match?.[2] ?? match?.[3];
  if (match === null || printed === undefined) return;
  const value = /chpasswd$/i.test(line) ? printed.slice(printed.indexOf(":") + 1) : printed;
  if (!accepts(value)) return;
  const from = end - line.length + match.index + match[0].indexOf(printed) + printed.length - value.length;
  addFinding(scan, "password", from, from + value.length, "medium", "piped-password");
}

/** A pipe into git, which reads objects, commits and refs there; only its helpers of logins take a password. */
const TO_GIT = /\|\s*git\s(?!.*\bcredential)/;
