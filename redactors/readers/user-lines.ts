import { pattern } from "../../kit/word-pattern.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MOST = 4096;
/** Cloud-init's list of users under `chpasswd:`, and the lines of `chap-secrets` below its heading. */
const LIST = /^[ \t]{0,4}\r?\n(?:[ \t]+expire:[^\n]*\n)?[ \t]+(?:list|users): ?\|?[ \t]*\r?\n/;
const OF_LIST = /^([ \t]+(?:- )?["']?[a-z_][\w.-]{0,31}:)((?!RANDOM\b|R\b)[^\s"']{4,128})["']?[ \t]*\r?$/;
const OF_CHAP = pattern()`
    ^(["']?[\w.*@\\-]{1,64}["']?[ \t]{1,32}["']?[\w.*-]{1,64}["']?[ \t]{1,32}["']?)([^\s"'#*]{4,128})
    (?:["']?[ \t]|["']?$)
  `;

/** Lines of users and their passwords, where the line above says that they come. */
export function readUserLines(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const isList = text[end - 1] === ":";
  const head = isList
    ? LIST.exec(text.slice(end, end + 160))?.[0]
    : /^[^\n]{0,80}\n/.exec(text.slice(end, end + 90))?.[0];
  if (head === undefined || (!isList && !/(?:^|\n)#[ \t]*$/.test(text.slice(Math.max(0, start - 24), start)))) return;
  let at = end + head.length;
  for (const line of text.slice(at, at + MOST).split("\n")) {
    const match = (isList ? OF_LIST : OF_CHAP).exec(line);
    const [, before = "", value = ""] = match ?? [];
    if (match === null && line.trim() !== "" && !line.startsWith("#")) return;
    if (match !== null && !isPlaceholder(value))
      note(scan, "password", at + before.length, at + before.length + value.length, "medium", "user-line");
    at += line.length + 1;
  }
}
