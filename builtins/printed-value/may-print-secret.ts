import { isObject, type Json } from "../../kit/json.ts";
import { anyOf } from "../../kit/word-pattern.ts";
import { fileOf } from "../tool-kind.ts";

/** Characters of a call's arguments that are looked at. */
const MOST = 4096;

/** What stands in the name of everything that hands out a secret. */
const TELLING = anyOf(
  String.raw`
    pass secret token key cred cookie auth pwd rand pwgen \bwg\b \bop\b \bbw\b vault sops gpg \bage\b \brbw\b
    \bapg\b decrypt jwt bearer mnemonic otp psk
  `,
  "i",
);

/** Whether a call may print a secret and nothing around it: a look that spares most events the rest. */
export function mayPrintSecret(input: Json | undefined): boolean {
  const words = [...filesOf(input), ...scriptsOf(input)].join("\n").slice(0, MOST);
  return words !== "" && TELLING.test(words);
}

/** What a tool's arguments have a shell run; a list of words as one text, a list of commands as many. */
export function scriptsOf(input: Json | undefined): string[] {
  if (typeof input === "string") return [input];
  if (!isObject(input)) return [];
  const words = ["args", "arguments"].flatMap((key) => textsIn(input[key]));
  return SCRIPTS.flatMap((key) => {
    const value = input[key];
    if (typeof value === "string") return [words.length > 0 ? [value, ...words.map(quoted)].join(" ") : value];
    if (key === "commands") return Array.isArray(value) ? value.flatMap(scriptsOf) : [];
    const list = textsIn(value);
    return list.length > 0 ? [[...list, ...words].map(quoted).join(" ")] : [];
  });
}

/** Where agents put a command, and what is typed into a shell that runs. */
const SCRIPTS = ["command", "cmd", "script", "commands", "chars", "keystrokes", "input"];

/** The files that a tool's arguments name. */
export function filesOf(input: Json | undefined): string[] {
  const file = fileOf(input);
  if (file !== undefined) return [file];
  return isObject(input)
    ? ["paths", "file_paths", "files", "filePaths"].flatMap((key) =>
        Array.isArray(input[key])
          ? input[key].flatMap((item) => (typeof item === "string" ? [item] : (fileOf(item) ?? [])))
          : [],
      )
    : [];
}

function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
}

function quoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "")}'`;
}
