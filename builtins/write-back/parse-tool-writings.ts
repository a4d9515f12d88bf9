import { isObject, type Json } from "../../kit/json.ts";
import { alternatives, oneOf } from "../../kit/word-pattern.ts";
import { findMarkers } from "../../redactors/doors/marker.ts";
import { wordsOfTool } from "../../call/tool-kind.ts";
import type { Writing } from "../../call/writing.ts";
import { plainMarkers } from "./judge-writing.ts";

/**
 * Words in the names of an agent's own tools, for plans, questions and subagents: these change no file of the user's.
 */
const OWN = oneOf(`
  todos? plan think thought thoughts thinking reasoning tasks? agent subagent question questions ask skill
  complete completion finish answer respond intent handoff delegate slash sequentialthinking
`);
/** Nouns for texts that people read, in the names of tools. */
const FOR_PEOPLE = oneOf(`
  issues? comments? messages? mail emails? review reviews reply discussion tickets? notification notifications
  chat thread dm pr pull tweet post
`);
const TELLS = /^(?:create|add|post|send|submit|reply|write|open|comment|notify|publish|draft|message|review)$/;
const READS = oneOf(`
  read view cat get list ls glob grep search find fetch stat lookup show describe browse navigate visit check
  count watch wait inspect explain summarize validate info status help head select retrieve load scan diff history
  screenshot websearch webfetch url web lsp
`);
const WRITES = oneOf(`
  write edit set put create update upsert insert append add save store patch modify replace delete remove move
  rename import upload deploy apply configure config register rotate reset change assign grant exec execute run
  commit push install provision alter fill type send post sync copy merge generate start enable disable key sign
  remember memorize publish submit open
`);
const REQUESTS = /^(?:http|https|request|fetch|curl|api|webfetch)$/;
const SQL = /^(?:sql|query|statement|queries|statements)$/i;
const BODY = /^(?:body|data|json|payload|form|files|content)$/i;

/**
 * The writes with a marker of a tool that is neither a shell nor an editor. Any tool counts as writing, except for one
 * that by its name only reads, asks, or sends people a message.
 */
export function parseToolWritings(name: string, input: Json): Writing[] {
  const inner = innerCall(input);
  if (inner) return parseToolWritings(...inner);
  const held = heldTexts(input);
  return held.length === 0 || (isObject(input) && writesNothing(name, input))
    ? []
    : [{ text: held.join("\n"), adds: true }];
}

/** The name and arguments of a tool that this tool calls; `undefined` if it calls none. */
function innerCall(input: Json): [string, Json] | undefined {
  if (!isObject(input)) return undefined;
  const [name, given] = [input["tool_name"] ?? input["toolName"], input["arguments"] ?? input["args"]];
  return typeof name === "string" && given !== undefined ? [name, given] : undefined;
}

function writesNothing(name: string, input: { readonly [key: string]: Json }): boolean {
  const words = wordsOfTool(name);
  const sql = Object.entries(input).find(
    ([key, value]) => SQL.test(key) && typeof value === "string" && isStatement(value),
  );
  if (sql) return onlySelects(sql[1] as string);
  if (words.some((word) => OWN.test(word))) return true;
  if (words.some((word) => FOR_PEOPLE.test(word)))
    return (
      words.some((word) => TELLS.test(word) || READS.test(word)) &&
      !words.some((word) => /^(?:update|edit|set|replace|patch|delete)$/.test(word))
    );
  const method = input["method"];
  if (typeof method === "string" && !/^(?:GET|HEAD|OPTIONS)$/i.test(method)) {
    return (
      /^POST$/i.test(method) &&
      Object.entries(input).every(([key, value]) => /^headers?$|^auth/i.test(key) || heldTexts(value).length === 0)
    );
  }
  if (words.some((word) => WRITES.test(word))) return false;
  if (words.some((word) => REQUESTS.test(word)))
    return Object.entries(input).every(([key, value]) => !BODY.test(key) || heldTexts(value).length === 0);
  return words.some((word) => READS.test(word) || word === "query");
}

/** Whether a text is a statement of SQL rather than words to search for. */
function isStatement(text: string): boolean {
  return STATEMENT.test(text);
}

function onlySelects(sql: string): boolean {
  return /^[\s(]*(?:--.*\n\s*)*(?:select|with|show|explain|describe)\b/i.test(sql) && !CHANGE.test(sql);
}

const CHANGES = alternatives(`
  insert update delete merge create alter drop grant revoke set replace call exec(?:ute)? copy truncate
`);
const OTHERS = alternatives("select with show explain describe pragma do begin use upsert mutation");
/** The verb at the beginning of a statement, behind brackets and comments. */
const STATEMENT = new RegExp(String.raw`^[\s(]*(?:--.*\n\s*)*(?:${CHANGES}|${OTHERS})\b`, "i");
const CHANGE = new RegExp(String.raw`\b(?:${CHANGES}|into)\b`, "i");

function heldTexts(value: Json, depth = 0): string[] {
  if (typeof value === "string") {
    const text = plainMarkers(value);
    return findMarkers(text).length > 0 ? [text] : [];
  }
  if (depth > 40 || value === null || typeof value !== "object") return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap((item) => heldTexts(item as Json, depth + 1));
}
