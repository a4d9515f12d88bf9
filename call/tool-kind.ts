import { isAbsolute, join, resolve } from "node:path";

import { homeOf, type Io } from "../kit/io.ts";
import { isObject, type Json } from "../kit/json.ts";
import { oneOf } from "../kit/word-pattern.ts";
import { toWords, wordList } from "../kit/words.ts";
import { runsCode } from "./code-run.ts";

/** The kind of a tool: it writes its arguments to a file, runs them as a command, or does anything else. */
export type ToolKind = "write" | "shell" | "tool";

const WRITES = wordList(
  "write edit editor multiedit patch replace insert append create save update overwrite put modify str notebookedit " +
    "fswrite",
);
const READS = wordList(
  "read view cat get list ls glob grep search find fetch stat query lookup open delete remove move rename",
);
const SHELLS = wordList(
  "bash sh zsh shell exec execute terminal command commands cmd powershell pwsh run console process stdin",
);

/** Keys with the path of the file that a tool reads or changes. */
const PATHS = [
  "file_path",
  "filePath",
  "path",
  "absolute_path",
  "absolutePath",
  "notebook_path",
  "target_file",
  "targetFile",
  "TargetFile",
  "relative_path",
  "relativePath",
  "filename",
  "file_name",
  "fileName",
  "file",
  "target_path",
  "AbsolutePath",
  "uri",
];

/** Keys with the text that a tool writes to a file. */
const CONTENTS = oneOf(
  `
    contents? text file_?text new_?(?:string|str|text|source|content|code) replacement insert_?(?:text|line_text)
    code_?edit file_?content patch diff changes edits replace(?:ments?|mentcontent|with|ment_?text)? codecontent
    data body input str_replace_entries
  `,
  "i",
);

/** Keys of a command in a tool's arguments: `command`, `cli_command`. */
const COMMANDS = /^(?:(?:cli|shell|bash)_?)?(?:commands?|cmd|script)$/i;

/**
 * The kind of a tool by the words of its name, or else by the keys of its arguments, since agents and servers give the
 * same tool many names. Except for patches, a tool whose arguments name no file is not of the kind `write`, because it
 * cannot destroy a file's text.
 */
export function toolKind(name: string | undefined, category: string | undefined, input: Json | undefined): ToolKind {
  const words = wordsOfTool(name ?? "");
  const file = fileOf(input) ?? fileInList(input);
  if (runsCode(words, input)) return "shell";
  const patch = words.includes("patch") || (words.length > 0 && holdsPatch(input));
  if (patch || (words.some((word) => WRITES.has(word)) && file !== undefined)) return "write";
  // A slash command is a prompt to the agent itself.
  if (words.includes("slash")) return "tool";
  if (category === "shell" || words.some((word) => SHELLS.has(word))) return holdsPatch(input) ? "write" : "shell";
  if (words.some((word) => READS.has(word)) || !isObject(input)) return "tool";
  if (file !== undefined && Object.keys(input).some((key) => CONTENTS.test(key))) return "write";
  return file === undefined && Object.keys(input).some((key) => COMMANDS.test(key)) ? "shell" : "tool";
}

/** Whether a tool, by its name, only shows the content of a file. */
export function isReadTool(name: string): boolean {
  const words = wordsOfTool(name);
  return (
    words.some((word) => ["read", "view", "cat", "get", "open"].includes(word)) &&
    !words.some((word) => WRITES.has(word) || SHELLS.has(word))
  );
}

/** Whether a tool belongs to a server, by MCP or A2A. */
export function isServers(name: string, category: string | undefined): boolean {
  return category === "mcp" || category === "a2a" || /mcp|__|a2a/i.test(name);
}

/** Whether a tool changes a part of a file and keeps the rest. */
export function isEdit(name: string | undefined, input: Json | undefined): boolean {
  const isNamed = wordsOfTool(name ?? "").some((word) =>
    /^(?:edit|multiedit|replace|insert|append|patch|str)$/.test(word),
  );
  return (
    (isNamed ||
      (isObject(input) && ["old_string", "oldString", "old_str", "edits", "patch"].some((key) => key in input))) &&
    toolKind(name, undefined, input) === "write"
  );
}

/** The file in a tool's arguments, unresolved; `undefined` if the arguments name none. */
export function fileOf(input: Json | undefined): string | undefined {
  if (!isObject(input)) return undefined;
  for (const key of PATHS) {
    const path = input[key];
    if (typeof path === "string" && path !== "") return path.replace(/^file:\/\//, "");
  }
  return undefined;
}

/** The database statement in a tool's arguments; `undefined` if there is none. */
export function statementOf(input: Json | undefined): string | undefined {
  if (!isObject(input)) return undefined;
  return ["sql", "query", "statement", "sql_query"]
    .map((key) => input[key])
    .find((text): text is string => typeof text === "string");
}

/** The files in a tool's arguments, from one key or a list. */
export function filesOfArguments(input: Json | undefined): string[] {
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

/** The absolute path of a file in a call; `undefined` if there is no file, or its folder is unknown. */
export function resolvedPath(file: string | undefined, cwd: string | undefined, env: Io["env"]): string | undefined {
  if (file === undefined) return undefined;
  const home = homeOf(env);
  if (file.startsWith("~/")) return home && join(home, file.slice(2));
  return isAbsolute(file) ? file : cwd && resolve(cwd, file);
}

/** The file of the first entry with a file in a tool's arguments, for tools that take a list of changes. */
function fileInList(input: Json | undefined): string | undefined {
  if (!isObject(input)) return undefined;
  return Object.values(input)
    .flatMap((value) => (Array.isArray(value) ? value.slice(0, 100) : [value]))
    .map(fileOf)
    .find((file) => file !== undefined);
}

/** Whether a text is a patch with the names of its files. */
export function isPatch(text: string): boolean {
  return (
    /^\*\*\* Begin Patch$/m.test(text) || (/^--- \S/m.test(text) && /^\+\+\+ \S/m.test(text) && /^@@ /m.test(text))
  );
}

function holdsPatch(input: Json | undefined): boolean {
  return (
    isObject(input) &&
    Object.values(input).some(
      (value) => typeof value === "string" && /^\s*\*\*\* Begin Patch$/m.test(value.slice(0, 200)),
    )
  );
}

/**
 * The words of the last part of a tool's name: `mcp__files__write_file`, `WriteFile`, `fs.write-file` → write, file.
 */
export function wordsOfTool(name: string): string[] {
  const last = name.slice(
    Math.max(name.lastIndexOf("__"), name.lastIndexOf("."), name.lastIndexOf(":"), name.lastIndexOf("/")) + 1,
  );
  return toWords(last);
}

/**
 * Every text in a tool's arguments. The texts of a list are also joined to one, since they may be the words of a
 * command.
 */
export function textsOf(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value))
    return [value.filter((item) => typeof item === "string").join(" "), ...value.flatMap(textsOf)];
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
}
