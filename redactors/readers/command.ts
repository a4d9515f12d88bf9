import { ALNUM, DASH, runEnd, UNDERSCORE } from "../charset.ts";
import { isPlaceholder, OPAQUE } from "../placeholder.ts";
import { isInString } from "../safe-span.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MAX_COMMAND = 2048;
const MAX_WORD = 512;

/** Programs, in lower case, and the options that carry their password. `pair`: the value is `user:password`. */
const COMMANDS: readonly { readonly names: string; readonly option: RegExp; readonly pair: boolean }[] = [
  { names: "curl|curl.exe", option: /(?:^|\s)(?:-u|--user|-U|--proxy-user)(?:\s+|=|(?=[^\s-]))/g, pair: true },
  { names: "http|https|httpie|wget|ab|siege", option: /(?:^|\s)(?:-a|--auth|-A)(?:\s+|=)/g, pair: true },
  { names: "sshpass", option: /(?:^|\s)-p\s*/g, pair: false },
  { names: "docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|oc", option: /(?:^|\s)login\b[^\n]*?\s(?:-p|--password|--token)(?:\s+|=)/g, pair: false },
  { names: "mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mycli|mariadb-dump", option: /(?:^|\s)(?:-p(?=[^\s-])|--password=)/g, pair: false },
  { names: "redis-cli", option: /(?:^|\s)(?:-a|--pass)\s+/g, pair: false },
  { names: "mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|sqlcmd|bcp|influx|cqlsh|ldapsearch|ldapmodify|ldapadd|ldapwhoami", option: /(?:^|\s)(?:-p|-P|-w|--password)(?:\s+|=)/g, pair: false },
  { names: "smbclient|mount.cifs|rpcclient|net|wmic|psexec|winexe", option: /(?:^|\s)-U\s*/g, pair: true },
  { names: "zip|7z|unrar|rar|unzip", option: /(?:^|\s)-(?:p|P)\s*(?=[^\s-])/g, pair: false },
  { names: "keytool|jarsigner", option: /(?:^|\s)-(?:storepass|keypass|srcstorepass|deststorepass)\s+/g, pair: false },
  { names: "openssl", option: /(?:^|\s)-(?:k|passwd)\s+(?!-)/g, pair: false },
  { names: "psexec|psexec64", option: /(?:^|\s)[-/]p\s+/gi, pair: false },
  { names: "lftp", option: /(?:^|\s)-u\s*/g, pair: true },
  { names: "etcdctl", option: /(?:^|\s)--user(?:\s+|=)/g, pair: true },
  { names: "mosquitto_pub|mosquitto_sub|mosquitto_rr", option: /(?:^|\s)-P\s+/g, pair: false },
  { names: "ssh-keygen", option: /(?:^|\s)-[NP]\s*(?=[^\s-])/g, pair: false },
  { names: "rabbitmqctl", option: /(?:^|\s)(?:add_user|change_password)\s+\S{1,64}\s+/g, pair: false },
  { names: "securestring", option: /^\s+(?:-String\s+)?(?=["'])/gi, pair: false },
  { names: "ipmitool", option: /(?:^|\s)-P\s*/g, pair: false },
  { names: "snmpwalk|snmpget|snmpgetnext|snmpset|snmpbulkwalk|snmpbulkget|snmptable|snmptrap|snmpstatus", option: /(?:^|\s)-[cAX]\s*(?!(?:public|private)\b)/g, pair: false },
  { names: "xfreerdp|xfreerdp2|xfreerdp3|wlfreerdp|wlfreerdp2|wlfreerdp3", option: /(?:^|\s)\/p:/g, pair: false },
  { names: "rdesktop", option: /(?:^|\s)-p\s*(?=[^\s-])/g, pair: false },
  { names: "gh secret set", option: /(?:^|\s)(?:-b|--body)(?:\s+|=)/g, pair: false },
  { names: "net use", option: /(?:^|\s)\/user:\S{1,64}\s+/gi, pair: false },
  { names: "az login", option: /(?:^|\s)(?:-p|--password)(?:\s+|=)/g, pair: false },
];

/** A program's name: reads the rest of its command for options that carry a password. */
export function readCommand(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (start < scan.commandEnd || (/[\w.-]/.test(text[start - 1] ?? " ") && !text.startsWith("ConvertTo-", start - 10))) return;
  // An anchor may be the head of a name: `mongo` of `mongodump`.
  const nameEnd = text[end - 1] === "-" && text[end - 2] === " " ? end - 2 : text[end - 1] === " " ? end : runEnd(text, end, ALNUM | DASH | UNDERSCORE, end + 16);
  if (text[end - 1] !== " " && /[./]/.test(text[nameEnd] ?? " ")) return;
  const name = text.slice(start, nameEnd).trim();
  if (!COMMANDS.some(({ names }) => isOne(name, names))) return;
  return readOptions(scan, name, start, nameEnd);
}

function isOne(name: string, names: string): boolean {
  return names.split("|").includes(name.toLowerCase());
}

function readOptions(scan: Scan, name: string, start: number, end: number): void {
  const rest = commandRest(scan.text, start, end);
  scan.commandEnd = end + rest.length;
  for (const command of COMMANDS) {
    if (!isOne(name, command.names)) continue;
    for (const match of rest.matchAll(command.option)) readWord(scan, end + match.index + match[0].length, end + rest.length, command.pair);
  }
}

/** `pass:x` of openssl's `-passin`, `-passout`, `-pass`. */
export function readOpensslPass(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (!/-?(?:pass(?:in|out)?|k)["']?[ =]["']?$/.test(text.slice(Math.max(0, start - 12), start))) return;
  const limit = isInString(text, start) ? end + Math.max(0, text.slice(end, end + MAX_WORD).search(/(?<!\\)"|$/)) : end + MAX_WORD;
  readWord(scan, end, limit, false);
}

/** To the end of the line, over `\` line ends, to the next command at most, and to the end of the string that holds it. */
function commandRest(text: string, start: number, from: number): string {
  const rest = text.slice(from, from + MAX_COMMAND);
  const inString = isInString(text, start);
  const stop = rest.search(inString ? /[^\\\r]\r?\n|[;|](?=\s)|&&|(?:^|[^\\])(?:\\\\)*"/ : /[^\\\r]\r?\n|[;|](?=\s)|&&/);
  if (stop === -1) return rest;
  return rest[stop] === '"' ? rest.slice(0, stop) : rest.slice(0, stop + 1);
}

/** The shell word at `at`, which is a password or `user:password`. An escaped quote is closed by an escaped one. */
function readWord(scan: Scan, at: number, limit: number, pair: boolean): void {
  const { text } = scan;
  const match = /^(?:\\"(?![\s,:}\]]*\\?")[^"\n\\]*\\"|"(?![\s,:}\]]*\\?")[^"\n\\]*"|\\?'[^'\n\\]*\\?'|[^\s"'`\\|;<>]|\\(?=[^\s"'nrt]))+/.exec(text.slice(at, Math.min(limit, at + MAX_WORD)));
  if (match === null) return;
  const word = match[0];
  // Quotes that close nothing may span two fields of JSON.
  if (word.includes(OPAQUE) || /[^\\]"[,:]"/.test(word)) return;
  if (!pair) return noteWord(scan, at, word);
  const colon = word.search(/[:%,]/);
  if (colon === -1) return;
  const user = word.slice(0, colon).replace(/^\\?["']/, "");
  const password = word.slice(colon + 1);
  // `-u token:` is how several services take a token: then the user is the secret.
  if (/^\\?["']?$/.test(password)) return noteWord(scan, at, word.slice(0, colon));
  if (user.toLowerCase() === "user" && /^\\?["']?pass(?:word)?\\?["']?$/i.test(password)) return;
  noteWord(scan, at + colon + 1, password);
}

/** Notes the word without its quotes. */
function noteWord(scan: Scan, at: number, word: string): void {
  const open = /^\\?["']/.exec(word)?.[0].length ?? 0;
  const value = word.slice(open).replace(/\\?["']$/, "");
  if (value.length < 4 || isPlaceholder(value) || /^[-/$]|^\$\(|^(?:password|passwd|pass|secret|token)$/i.test(value)) return;
  note(scan, "password", at + open, at + open + value.length, "medium", "command-password");
}
