import { pattern } from "../../kit/word-pattern.ts";
import { ALNUM, DASH, NAME, runEnd, runStart, UNDERSCORE } from "../charset.ts";
import { isPlaceholder, namesItself, OPAQUE } from "../judge/placeholder.ts";
import { isInString } from "../json/safe-span.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { addByForm, perScan, type Scan } from "../scan.ts";
import { PROGRAMS, type PasswordProgram } from "./programs.ts";

const MAX_COMMAND = 2048;
const MAX_WORD = 512;

/** The end of the command that was read last. */
const lastCommand = perScan(() => ({ end: 0 }));

/** Finds passwords in the options of a command. `[start, end)` is the anchor in its program's name. */
export function findInCommand(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const last = lastCommand(scan);
  if (start < last.end || (/[\w.-]/.test(text[start - 1] ?? " ") && !text.startsWith("ConvertTo-", start - 10))) return;
  // The anchor may be only the beginning of the program's name, as `mongo` is of `mongodump`. It may also end with the
  // dash of an option.
  const word = text.slice(start, end).replace(/ -$/, "");
  const nameEnd = word.endsWith(" ") ? end : runEnd(text, start + word.length, ALNUM | DASH | UNDERSCORE, end + 16);
  const isFile = !word.endsWith(" ") && /[./]/.test(text[nameEnd] ?? " ");
  if (isFile && !/^\.exe\s/i.test(text.slice(nameEnd, nameEnd + 5))) return;
  const name = text.slice(start, nameEnd).trim();
  // If a program like docker runs a command in a container, that command is read when its own program's name is found.
  if (CONTAINERS.test(name) && RUNS.test(text.slice(nameEnd, nameEnd + 60))) return;
  const programs = PROGRAMS.filter(([names]) => names.split("|").includes(name.toLowerCase()));
  if (programs.length === 0) return;
  const rest = commandRest(text, start, nameEnd);
  last.end = nameEnd + rest.length;
  // In a heading, in capitals, no argument follows.
  const isHeading = name.length > 4 && name === name.toUpperCase();
  for (const [, option, form] of programs.filter((program) => !isHeading || program[2] !== "place"))
    for (const match of rest.matchAll(option))
      findInArgument(scan, nameEnd + match.index + match[0].length, nameEnd + rest.length, form);
}

const CONTAINERS = /^(?:docker|podman|nerdctl|oc)$/i;
const RUNS = /^\s{1,4}(?:-\S{1,20}\s{1,4}){0,2}(?:run|exec)\s/;

/** An option that names a user, for any program. */
const USER = /(?:^|\s)(?:-u|-U|-l|--user(?:name)?|--login|\/u(?:ser)?:?)(?:[ =]|(?=\S))["']?[\w.@\\/$-]{1,80}["']?\s/;
const MAX_BEFORE = 240;
/** Values behind `-p` that are no password: a port, a file, a path. */
const OTHER = /^[\d:.,-]+$|^[~.]?\/|\.(?:txt|lst|json|ya?ml|conf|pem|key|log)$|^[\w-]+[:=]/i;
/** An app password of Apple or Google: `abcd-efgh-ijkl-mnop`. */
const OF_A_PROGRAM = /^[a-z]{4}(?:-[a-z]{4}){3}$/;

/**
 * Finds the secret in `-p x` and `-P x` behind an option for a user, and in `-pw x`. Whatever the program is, a value
 * in this form is a password.
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
  addByForm(scan, "password", from, from + value.length, "medium", "login-password");
}

/**
 * The rest of a command. It ends with the line (or with the last line that a `\` joins), at the next command, or with
 * the string that holds the command. For arguments in a list the result has blanks between them.
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

/** A word as a shell reads it, in quotes or not, also inside a JSON string. */
const WORD = pattern()`
  ^(?:\\"(?![\s,:}\]]*\\?")[^"\n\\]*\\"|"(?![\s,:}\]]*\\?")(?:[^"\n\\]|\\[a-mo-qsu-z])*"|
  \\?'(?:[^'\n\\]|\\{1,2}\w(?=\w*%))*\\?'|[^\s"'\x60\\|;<>]|\\(?=[^\s"'nrt]))+
`;

/** Finds the password in the shell word at `at`, which is a password or `user:password`. */
function findInArgument(scan: Scan, at: number, limit: number, form: PasswordProgram[2] = "password"): void {
  const { text } = scan;
  const match = WORD.exec(text.slice(at, Math.min(limit, at + MAX_WORD)));
  if (match === null) return;
  const word = match[0];
  // If the word has no closing quote of its own, it may extend into the next field of JSON.
  if (word.includes(OPAQUE) || /[^\\]"[,:]"/.test(word)) return;
  // A placeholder with blanks is several words for a shell: `-u user:<a password>`.
  if (/[:%,]$/.test(word) && /^<[^<>\n]{1,64}>/.test(text.slice(at + word.length, at + word.length + 66))) return;
  // If no option stands before it, a word in small letters or one that closes a bracket may be prose, and a word with a
  // slash a path.
  if (form === "place" && /^[a-z]+$|^\.{0,2}\/|^[^([{]*[)\]}]$/.test(word)) return;
  if (form !== "pair") return findInWord(scan, at, word);
  const colon = word.search(/[:%,]/);
  if (colon === -1) return;
  const password = word.slice(colon + 1);
  // Several services take a token as `-u token:`, so here the user is the secret.
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
    namesItself(value) ||
    /^[-$]|^\d{2,5}:\d{2,5}$|^[A-Z]+\]$|^\$\(/i.test(value)
  )
    return;
  addByForm(scan, "password", at + open, at + open + value.length, "medium", "command-password");
}

const MAX_LINE = 300;
const MAX_NAME = 80;
/** A text that a line prints into a command: `echo x |`, `printf '%s' x | sudo`, `echo "bob:x" |`. */
const PRINTED = pattern()`
    (?:^|[\s;&|(\x60"'])(?:echo|printf)(?:\s+-\w+)*(?:\s+(?:["']%s(?:\\{1,2}n)?["']|%s))?\s+(?:\\?(["'])
    ((?:(?!\1)[^\\\n]){4,128})\\?\1|([^\s"'|&;<>\x60]{3,128}[^\s"'|;<>\x60]?))\s*\|[^|\n]{0,160}$
  `;

/** Finds the secret that is piped into a program which stores it under a name: `| wrangler secret put API_TOKEN`. */
export function findPipedTo(scan: Scan, start: number): void {
  const nameStart = runStart(scan.text, start, NAME, Math.max(0, start - MAX_NAME));
  const last = lastTarget(scan);
  if (nameStart === last.start) return;
  last.start = nameStart;
  findPrinted(scan, nameStart, isMadeUpWord);
}

/** The start of the name that was read last by `findPipedTo`. */
const lastTarget = perScan(() => ({ start: -1 }));

/** Finds the password that is piped into `--password-stdin`, `sudo -S` or `chpasswd`. */
export function findPiped(scan: Scan, _start: number, end: number): void {
  findPrinted(scan, end, (value) => value.length >= 4 && !isPlaceholder(value) && !/^[-$`]|\s/.test(value));
}

/**
 * Finds the text that a line prints into the command behind a `|`, which ends at `end`. For `chpasswd`, which reads
 * `user:password`, only the password is a finding.
 */
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
  addByForm(scan, "password", from, from + value.length, "medium", "piped-password");
}

/** A pipe into git, which reads objects, commits and refs from it; only `git credential` reads a password. */
const TO_GIT = /\|\s*git\s(?!.*\bcredential)/;
