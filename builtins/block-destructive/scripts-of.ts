import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { asString, isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { isShell, kindOf, said } from "../../shell/programs.ts";
import { scriptsInCode } from "../../shell/scripts-in-code.ts";
import { operandsOf } from "../../shell/read-options.ts";
import { quoted, surelyRun } from "../../shell/shell-arguments.ts";
import { writingsInCode } from "../../shell/writings-in-code.ts";
import { fileOf, wordsOf, type ToolKind } from "../tool-kind.ts";
import { scriptsInPatch, scriptsInPatches } from "./patches.ts";
import { isThere } from "./places.ts";
import { serverScript } from "./server-tools.ts";

/** Keys, beside those of a file, of what a tool deletes. */
const TARGETS = ["paths", "files", "targets", "file_paths", "dir", "directory", "dir_path", "folder", "folder_path"];
const DELETES = /^(?:delete|remove|rm|rmdir|trash|unlink|erase)$/;
const FILES = /^(?:files?|path|paths|dir|dirs|directory|directories|folder|folders|rm|rmdir|tree)$/;
const DATABASES = /^(?:sql|db|database|postgres(?:ql)?|pg|mysql|mariadb|sqlite|query|execute)$/;

/**
 * What a call runs, as scripts of a shell; what a tool does with files or a database in its own way becomes a
 * command.
 */
export function scriptsOf({ toolName = "", toolInput }: CallEvent, kind: ToolKind): string[] {
  const words = wordsOf(toolName);
  const statement = isObject(toolInput) && isOfDatabase(toolName, words) ? statementIn(toolInput) : undefined;
  const sql = statement === undefined ? [] : [`sql ${quoted(statement)}`];
  // By its name, `execute_sql` runs a shell.
  if (kind === "shell") return [...sql, ...surelyRun(toolInput)];
  if (sql.length > 0) return sql;
  if (!isObject(toolInput)) return [];
  const file = fileOf(toolInput);
  if (words.some((word) => DELETES.test(word)) && (file !== undefined || words.some((word) => FILES.test(word)))) {
    const others = TARGETS.flatMap((key) => textsIn(toolInput[key]));
    return [...(file === undefined ? [] : [file]), ...others].map((path) => `rm -r -- ${quoted(path)}`);
  }
  if (kind === "write") return file === undefined ? scriptsInPatches(toolInput) : [`cat > ${quoted(file)}`];
  const script = kind === "tool" ? serverScript(toolName, toolInput) : undefined;
  return script === undefined ? [] : [script];
}

/** Whether a tool or its server is about databases, by their names. */
function isOfDatabase(toolName: string, words: readonly string[]): boolean {
  if (words.some((word) => /^(?:docs?|documentation|search|logs?)$/.test(word))) return false;
  return (
    words.some((word) => DATABASES.test(word)) ||
    /postgres|mysql|sqlite|sql\b|supabase|neon|planetscale|bigquery|snowflake|clickhouse|redshift|duckdb|turso|athena/i.test(
      toolName,
    )
  );
}

function statementIn(input: JsonObject): string | undefined {
  return ["sql", "query", "statement", "sql_query"]
    .map((key) => asString(input[key]))
    .find((text) => text !== undefined);
}

function textsIn(value: Json | undefined): string[] {
  return (Array.isArray(value) ? value.slice(0, 100) : [value]).filter(
    (text) => typeof text === "string" && text !== "",
  ) as string[];
}

/**
 * Scripts that a command holds in another way than the parser knows: code, a file that is a process, a trap.
 * @param own the words behind its name
 * @param fed what is known of its input
 * @param folder that it runs in; `undefined` if that is not known
 */
export function scriptsInside(
  name: string,
  own: readonly string[],
  fed: readonly string[],
  folder: string | undefined,
): readonly string[] {
  const scripts: string[] = [];
  if (isShell(name) || /^(?:source|\.)$/.test(name)) {
    const file = own.find((word) => !/^[-+]/.test(word));
    if (file !== undefined && /\s/.test(file) && !isThere(file, folder)) scripts.push(file);
    if (file === "/dev/stdin" || own.some((word) => /^-\w*s$/.test(word))) scripts.push(...fed);
  }
  if (name === "trap" && own.length > 1) scripts.push(own[0]!);
  if (/^apply_?patch$/.test(name)) scripts.push(...[...own, ...fed].flatMap(scriptsInPatch));
  const [inWord, inLine] = [said(name, "runsWord"), said(name, "runsLine")];
  if (inWord) scripts.push(...own.flatMap((word) => inWord.exec(word)?.[1] ?? []));
  if (inLine) scripts.push(...fed.flatMap((text) => linesBehind(text, inLine)));
  if (name === "tar" && own.includes("--remove-files"))
    scripts.push(`rm -r -- ${operandsOf(own, "fC").map(quoted).join(" ")}`);
  if (name === "make" && own.includes("-"))
    scripts.push(...fed.flatMap((text) => linesBehind(text, /^[^:\n]*:[^;\n]*;|^\t/)));
  const isCode = kindOf(name) === "code" || /^(?:osascript|[gm]?awk)$/.test(name);
  // A file's name holds no code, and code that is fed to code is data.
  if (isCode)
    for (const code of [...own, ...(own.every((word) => word.startsWith("-")) ? fed : [])])
      scripts.push(...scriptsInCode(code), ...writingsInCode(code));
  return scripts;
}

/** The lines of a text that begin so, without that beginning. */
function linesBehind(text: string, beginning: RegExp): string[] {
  return text.split("\n").flatMap((line) => (beginning.test(line) ? [line.replace(beginning, "")] : []));
}

/** `xargs -a <(echo x)`: what a process prints that stands in the place of a file's name. */
export function wordsGiven(taken: readonly string[]): string[] {
  return taken.filter((word, at) => /^(?:-a|--arg-file)$/.test(taken[at - 1] ?? "") && !/^[$`<]/.test(word));
}
