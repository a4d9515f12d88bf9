import { anyOf } from "../../kit/word-pattern.ts";
import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { inShell } from "../../kit/in-shell.ts";
import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { scriptsInPatch } from "../../shell/doors/code.ts";
import { statementOf } from "../../call/tool-kind.ts";
import { clientScripts } from "./client-scripts.ts";
import { serverScript } from "./server-tools.ts";
import { callView } from "../../call/call-view.ts";

/** Keys of a tool's arguments that may hold the files that it deletes; `callView` knows further keys. */
const TARGETS = ["paths", "files", "targets", "file_paths", "dir", "directory", "dir_path", "folder", "folder_path"];
/** Keys of the file that a tool moves, and of its new path. */
const [SOURCES, NEW_PATHS] = [
  ["source", "src", "from", "source_path", "old_path", "oldPath"],
  ["destination", "dest", "dst", "to", "target", "destination_path", "new_path", "newPath"],
];
const MOVES = /^(?:move|rename|mv)$/;
/** Keys that say in which repository, store or machine a file lies that a server's tool names. */
const OF_FAR_FILES =
  /^(?:owner|repo(?:sitory)?|project_?id|bucket(?:_?name)?|branch|sha|drive_?id|host|container|pod)$/i;
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
  const { kind, words, scriptsRun, isServers } = callView(event);
  // Not every agent says which tools are a server's; a shell of its own has a name without the name of a client.
  const mayBeServers = isServers || /[_-]/.test(toolName);
  const script = kind === "tool" || mayBeServers ? serverScript(toolName, toolInput ?? null) : undefined;
  const ofServer = script === undefined ? [] : [script];
  const statement = isOfDatabase(toolName, words) ? statementOf(toolInput) : undefined;
  const sql = statement === undefined ? [] : [`sql ${inShell(statement)}`];
  // The name of a tool such as `execute_sql` is also that of a shell's tool, so its text is judged both as SQL and as a
  // shell's script.
  if (kind === "shell")
    return [...sql, ...(mayBeServers ? clientScripts(toolName, scriptsRun) : scriptsRun), ...ofServer];
  if (sql.length > 0) return [...sql, ...ofServer];
  if (!isObject(toolInput)) return [];
  return scriptsOfFiles(event, toolInput) ?? ofServer;
}

/** Commands of the same effect as a tool that deletes, moves or writes files; `undefined` for any other tool. */
function scriptsOfFiles(event: CallEvent, input: JsonObject): string[] | undefined {
  const { kind, words, file, isServers } = callView(event);
  if (isServers && Object.keys(input).some((key) => OF_FAR_FILES.test(key))) return undefined;
  if (words.some((word) => DELETES.test(word)) && (file !== undefined || words.some((word) => FILES.test(word)))) {
    const files = [...(file === undefined ? [] : [file]), ...TARGETS.flatMap((key) => textsIn(input[key]))];
    return files.length > 0 ? files.map((path) => `rm -r -- ${inShell(path)}`) : undefined;
  }
  if (words.some((word) => MOVES.test(word))) {
    const [from, to] = [SOURCES, NEW_PATHS].map((keys) => keys.flatMap((key) => textsIn(input[key]))[0] ?? file);
    if (from !== undefined && to !== undefined && from !== to) return [`mv -- ${inShell(from)} ${inShell(to)}`];
  }
  if (kind !== "write") return undefined;
  return file === undefined ? scriptsInPatches(input) : [`cat > ${inShell(file)}`];
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
