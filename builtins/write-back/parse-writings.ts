import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import { fileOf, isPatch } from "../../call/tool-kind.ts";
import { parsePatch } from "../../call/parse-patch.ts";
import type { Path, Writing } from "../../call/writing.ts";

/** Keys of the text that an edit removes. */
const OLD = oneOf(
  `
    old_?(?:string|str|text|content|code|source)? search(?:_?(?:string|text|block))? find
    original(?:_?(?:text|content))? target_?content anchor before match
  `,
  "i",
);
/**
 * Keys of the text that an edit inserts in the place of the removed text. A text with any other key also counts as
 * inserted, unless the key is in `REMARKS`.
 */
const NEW = oneOf(
  `
    new_?(?:string|str|text|content|code|source)? replace(?:_?(?:with|text|string|ment|ment_?(?:content|text)))?
    after with
  `,
  "i",
);
/** Keys of remarks, names and paths: their values end up in no file. */
const REMARKS = oneOf(
  `
    description explanation instructions? reason title comment summary thoughts? purpose task_progress tool_?summary
    tool_?action .*(?:path|file|uri|url) file_?name cwd workdir command name id type language mode encoding pattern
    query regex glob view_range
  `,
  "i",
);
/** Keys of a text that is only inserted or appended. */
const ADDS = /^(?:insert_?(?:text|content)|append(?:_?(?:text|content))?)$/i;

/** Every text that an editing tool would write, with the text that it replaces if the arguments contain that. */
export function parseWritings(input: Json): Writing[] {
  const found: Writing[] = [];
  if (isObject(input)) parseObject(input, fileOf(input), [], isInsert(input), found);
  return found;
}

/** Whether an edit only inserts, by the arguments of editors with several commands. */
function isInsert(input: JsonObject): boolean {
  return (
    input["command"] === "insert" ||
    input["insert_line"] !== undefined ||
    input["mode"] === "append" ||
    input["edit_mode"] === "insert"
  );
}

function parseObject(object: JsonObject, outer: string | undefined, path: Path, adds: boolean, found: Writing[]): void {
  const file = fileOf(object) ?? outer;
  const keys = Object.keys(object);
  const oldKey = keys.find((key) => OLD.test(key) && typeof object[key] === "string");
  const newKey = keys.find((key) => NEW.test(key) && typeof object[key] === "string");
  for (const key of keys) {
    const value = object[key]!;
    if (key === oldKey && newKey === undefined)
      found.push({
        ...(file !== undefined && { file }),
        text: "",
        old: value as string,
        at: { text: [], old: [...path, key] },
      });
    if (key === oldKey || (REMARKS.test(key) && !(typeof value === "string" && isPatch(value)))) continue;
    if (typeof value === "string")
      found.push(
        ...parseText(
          value,
          file,
          key === newKey && oldKey !== undefined ? [object[oldKey] as string, [...path, oldKey]] : undefined,
          [...path, key],
          adds || ADDS.test(key),
        ),
      );
    else parseNested(value, file, [...path, key], adds, found);
  }
}

function parseNested(value: Json, file: string | undefined, path: Path, adds: boolean, found: Writing[]): void {
  if (path.length > 8) return;
  if (isObject(value)) return parseObject(value, file, path, adds, found);
  if (!Array.isArray(value)) return;
  value.forEach((item, at) => {
    // Some MCP servers take the edits as strings of JSON.
    if (typeof item === "string") found.push(...parseText(item, file, undefined, [...path, at], adds));
    else parseNested(item, file, [...path, at], adds, found);
  });
}

function parseText(
  text: string,
  file: string | undefined,
  old: readonly [string, Path] | undefined,
  at: Path,
  adds: boolean,
): Writing[] {
  if (old === undefined && (isPatch(text) || BLOCKS.test(text))) return parsePatch(text, file);
  return [
    {
      ...(file !== undefined && { file }),
      text,
      ...(old && old[0] !== "" && { old: old[0] }),
      ...(adds && { adds }),
      at: { text: at, ...(old && { old: old[1] }) },
    },
  ];
}

/** The beginning of a SEARCH/REPLACE block, as Cline, Vibe and Roo have it. */
const BLOCKS = /^(?:<{5,9}|-{5,9}) ?SEARCH/m;
