import { anyOf } from "../../kit/word-pattern.ts";
import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { inShell } from "../../kit/in-shell.ts";
import { isObject, type Json } from "../../kit/json.ts";
import { scriptsInPatch } from "../../shell/doors/code.ts";
import { statementOf } from "../../call/tool-kind.ts";
import { serverScript } from "./server-tools.ts";
import { callView } from "../../call/call-view.ts";

/** Keys of a tool's arguments that may hold the files that it deletes; `callView` knows further keys. */
const TARGETS = ["paths", "files", "targets", "file_paths", "dir", "directory", "dir_path", "folder", "folder_path"];
const DELETES = /^(?:delete|remove|rm|rmdir|trash|unlink|erase)$/;
const FILES = /^(?:files?|path|paths|dir|dirs|directory|directories|folder|folders|rm|rmdir|tree)$/;
const DATABASES = /^(?:sql|db|database|postgres(?:ql)?|pg|mysql|mariadb|sqlite|query|execute)$/;
/** Words in the names of MCP servers for databases. */
const OF_DATABASES = anyOf(
  String.raw`
    postgres mysql sqlite sql\b supabase neon planetscale bigquery snowflake clickhouse redshift duckdb turso athena
  `,
  "i",
);

/**
 * The scripts of a call. For a tool that works on files or a database, the result has an invented command with the same
 * effect.
 */
export function scriptsOf(event: CallEvent): string[] {
  const { toolName = "", toolInput } = event;
  const { kind, words, file, scriptsRun } = callView(event);
  const statement = isOfDatabase(toolName, words) ? statementOf(toolInput) : undefined;
  const sql = statement === undefined ? [] : [`sql ${inShell(statement)}`];
  // The name of a tool such as `execute_sql` is also that of a shell's tool, so its text is judged both as SQL and as a
  // shell's script.
  if (kind === "shell") return [...sql, ...scriptsRun];
  if (sql.length > 0) return sql;
  if (!isObject(toolInput)) return [];
  if (words.some((word) => DELETES.test(word)) && (file !== undefined || words.some((word) => FILES.test(word)))) {
    const others = TARGETS.flatMap((key) => textsIn(toolInput[key]));
    return [...(file === undefined ? [] : [file]), ...others].map((path) => `rm -r -- ${inShell(path)}`);
  }
  if (kind === "write") return file === undefined ? scriptsInPatches(toolInput) : [`cat > ${inShell(file)}`];
  const script = kind === "tool" ? serverScript(toolName, toolInput) : undefined;
  return script === undefined ? [] : [script];
}

/** Whether a tool or its MCP server works on databases, by their names. */
function isOfDatabase(toolName: string, words: readonly string[]): boolean {
  if (words.some((word) => /^(?:docs?|documentation|search|logs?)$/.test(word))) return false;
  return words.some((word) => DATABASES.test(word)) || OF_DATABASES.test(toolName);
}

function textsIn(value: Json | undefined): string[] {
  return (Array.isArray(value) ? value.slice(0, 100) : [value]).filter(
    (text) => typeof text === "string" && text !== "",
  ) as string[];
}

/** Commands of the same effect as the patches in a tool's arguments. */
function scriptsInPatches(input: Json): string[] {
  if (typeof input === "string") return scriptsInPatch(input);
  if (Array.isArray(input)) return input.flatMap(scriptsInPatches);
  return isObject(input) ? Object.values(input).flatMap(scriptsInPatches) : [];
}
