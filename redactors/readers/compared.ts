import { NAME, runStart } from "../charset.ts";
import { judgeKey } from "../judge/judge-key.ts";
import { findInPair } from "../judge/judge-pair.ts";
import type { Scan } from "../scan.ts";
import { MAX_NAME } from "./named.ts";

/**
 * `"…" == password`, `"…".equals(password)`, `"…" eq $password`: the value stands before the name that ends at
 * `nameEnd`.
 */
export function findCompared(scan: Scan, nameEnd: number): boolean {
  const { text } = scan;
  const letters = /[ñÑ]a$/i.test(text.slice(nameEnd - 2, nameEnd)) ? nameEnd - 2 : nameEnd;
  const nameStart = runStart(text, letters, NAME, Math.max(0, nameEnd - MAX_NAME));
  const sigil = text[nameStart - 1] === "$" ? nameStart - 1 : nameStart;
  // The pattern looks back from each place: most names have none of its ends before them.
  const last = text[sigil - 1] === " " ? text[sigil - 2] : text[sigil - 1];
  if (!"=(qe".includes(last ?? "")) return false;
  const compared = BEFORE_NAME.exec(text.slice(Math.max(0, sigil - 140), sigil));
  const key = compared && judgeKey(text.slice(nameStart, nameEnd));
  if (!compared || !key || key.strength === "hint") return false;
  const place = { quoted: true, data: false, constant: false, bundled: () => false, assigned: true };
  const pair = { name: text.slice(nameStart, nameEnd), value: compared[2] as string, key, place };
  return findInPair(scan, pair, sigil - compared[0].length + 1);
}

/** A text in quotes and the comparison with the name behind. */
const BEFORE_NAME =
  /(["'])((?:(?!\1)[^\\\n]){4,128})\1(?:\s{0,2}[!=]={1,2}\s{0,2}|\.equals(?:IgnoreCase)?\(| (?:eq|ne) )$/;
