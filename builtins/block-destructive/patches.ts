import { isObject, type Json } from "../../kit/json.ts";
import { quoted } from "../../shell/shell-arguments.ts";

const HEADER = /^\*\*\* (Delete|Add) File: (.+?)\s*$/gm;

/** Files that a patch of Codex's takes away, or writes as a whole, as commands. */
export function scriptsInPatch(text: string): string[] {
  return [...text.matchAll(HEADER)].map(([, verb, file]) =>
    verb === "Delete" ? `rm -- ${quoted(file!)}` : `cat > ${quoted(file!)}`,
  );
}

/** The same of a tool's arguments, whatever they are called. */
export function scriptsInPatches(input: Json): string[] {
  if (typeof input === "string") return scriptsInPatch(input);
  if (Array.isArray(input)) return input.flatMap(scriptsInPatches);
  return isObject(input) ? Object.values(input).flatMap(scriptsInPatches) : [];
}
