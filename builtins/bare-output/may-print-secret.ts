import { isObject, type Json } from "../../kit/json.ts";
import { fileOf } from "../tool-kind.ts";

/** Characters of a call's arguments that are looked at. */
const MOST = 4096;

/** What stands in the name of everything that hands out a secret. */
const TELLING = /pass|secret|token|key|cred|cookie|auth|pwd|rand|pwgen|\bwg\b|\bop\b|\bbw\b|vault|sops|gpg|\bage\b/i;

/** Whether a call may print a secret and nothing around it: a look that spares most events the rest. */
export function mayPrintSecret(input: Json | undefined): boolean {
  const words = [fileOf(input) ?? "", ...scriptsOf(input)].join("\n").slice(0, MOST);
  return words !== "" && TELLING.test(words);
}

/** What a tool's arguments have a shell run; a list of words as one text. */
export function scriptsOf(input: Json | undefined): string[] {
  if (typeof input === "string") return [input];
  if (!isObject(input)) return [];
  return ["command", "cmd", "script", "commands"].flatMap((key) => {
    const value = input[key];
    if (typeof value === "string") return [value];
    return Array.isArray(value) ? [value.filter((word) => typeof word === "string").map(quoted).join(" ")] : [];
  });
}

function quoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "")}'`;
}
