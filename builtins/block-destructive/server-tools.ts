import { inShell } from "../../kit/in-shell.ts";
import { isObject, type Json } from "../../kit/json.ts";
import { toWords } from "../../kit/words.ts";
import { wordsOfTool } from "../../call/tool-kind.ts";
import { isOfTests } from "../../worktree/doors/worktree.ts";
import { isLossVerb, losesMuch } from "./loss-by-name.ts";
import { lossesInMutations } from "./mutations.ts";
import type { HarmRule } from "./rule.ts";

/**
 * The program of the invented command as which a call of an MCP server's tool is judged. The tool's name is the
 * command's first operand.
 */
const PROGRAM = "tool";
/** The most characters of an argument that becomes a word of the command, and the most arguments that do. */
const [LONGEST, MOST] = [100, 6] as const;
/** Keys of an argument with the verb of a call: `{ action: "delete" }`. */
const VERBS = /^(?:action|operation|op|method|verb|command|mode)$/i;
/** Words in the name of a tool that takes its verb as an argument. */
const OF_ANY_VERB = /^(?:manage|action|actions|operation|operations|call|execute|run|generic|do|perform)$/;
/** Keys of an argument that selects the things to delete, and values that select every thing. */
const CONDITIONS = /^(?:filter|where|query|selector|condition|criteria|body)$/i;
/** Matches a document of GraphQL that is a mutation, not a text that mentions one. */
const MUTATION = /^\s*(?:#[^\n]*\n\s*)*mutation\b/;
const SELECTS_ALL = /^(?:\{\}|\[\]|"\s*(?:\*|1=1|true)?\s*"|null)$|match_all/;

/**
 * The invented command for a tool of an MCP server that deletes something; `undefined` for any other tool. If only the
 * arguments say what is deleted, this stands behind the name: `tool mcp__cloud__apps:delete_apps`.
 */
export function serverScript(name: string, input: Json): string | undefined {
  const words = verbAndThing(name, input);
  if (words.includes("delete") && words.some((word) => /^(?:kubectl|k8s|kubernetes|resources?)$/.test(word)))
    return clusterScript(input);
  const texts = isObject(input) ? Object.values(input).filter((value) => typeof value === "string") : [];
  const [mutation] = texts.filter((text) => MUTATION.test(text)).flatMap(lossesInMutations);
  const isOfName = words.length > 0 && words.join() === wordsOfTool(name).join();
  const called = mutation ? `${name}:${mutation}` : isOfName ? name : `${name}:${words.join("_")}`;
  if (!isLoss(called) || (mutation === undefined && (isSelective(input) || isCommit(input)))) return undefined;
  const shown = texts.filter((text) => text !== "" && text.length <= LONGEST && !text.includes("\n")).slice(0, MOST);
  const isTried = isObject(input) && ["dry_run", "dryRun", "validateOnly"].some((key) => input[key] === true);
  return [PROGRAM, called, ...(isTried ? ["--dry-run"] : []), ...(mutation ? [] : shown)].map(inShell).join(" ");
}

function isLoss(called: string): boolean {
  return losesMuch(wordsOfTool(called), serverOf(called));
}

/** The words of a tool's name, with the verb of its arguments in front, if it takes the verb as an argument. */
function verbAndThing(name: string, input: Json): readonly string[] {
  const words = wordsOfTool(name);
  if (!isObject(input) || words.some(isLossVerb)) return words;
  const verb = Object.entries(input).flatMap(([key, value]) =>
    VERBS.test(key) && typeof value === "string" ? toWords(verbIn(value)) : [],
  );
  if (!verb.some(isLossVerb)) return words;
  const things = words.filter((word) => !OF_ANY_VERB.test(word));
  return [...verb, ...(verb.length > 1 ? [] : things), ...(things.length > 0 ? [] : words)];
}

/** The verb in an argument, perhaps with its thing: `delete`, `delete_row`. A text with blanks is no verb. */
function verbIn(value: string): string {
  return value.length <= LONGEST && /^[a-zA-Z]+(?:[_-][a-zA-Z]+)*$/.test(value) ? value : "";
}

/** The last word of a server's name: `mcp__aws-memory__delete` → memory. */
function serverOf(name: string): string {
  return toWords(name.slice(0, Math.max(name.lastIndexOf("__"), 0))).at(-1) ?? "";
}

/** Whether a condition in the arguments selects some of the things, as `WHERE` does in a statement. */
function isSelective(input: Json): boolean {
  if (!isObject(input)) return false;
  const conditions = Object.entries(input).flatMap(([key, value]) =>
    CONDITIONS.test(key) ? JSON.stringify(value) : [],
  );
  return conditions.length > 0 && !conditions.some((text) => SELECTS_ALL.test(text));
}

/** Whether the call makes a commit, so that the history keeps what is deleted: `delete_file { branch, message }`. */
function isCommit(input: Json): boolean {
  const has = (names: RegExp) => isObject(input) && Object.keys(input).some((key) => names.test(key));
  return has(/^(?:commit_?)?message$/i) && has(/^(?:branch|sha|ref)$/i);
}

/**
 * The kubectl command of the same effect as a tool such as `kubectl_delete`, whose arguments name the kind of object.
 */
function clusterScript(input: Json): string | undefined {
  const value = (...keys: string[]) =>
    isObject(input) ? keys.map((key) => input[key]).find((one) => typeof one === "string" && one !== "") : undefined;
  const [kind, name] = [value("resourceType", "resource_type", "kind", "resource"), value("name", "resourceName")];
  if (typeof kind !== "string") return undefined;
  return ["kubectl", "delete", kind, typeof name === "string" ? name : "--all"].map(inShell).join(" ");
}

/** The rule for deletions by the tools of MCP servers. */
export const SERVER_TOOLS: HarmRule = {
  name: "delete-by-tool",
  level: "unrecorded",
  programs: PROGRAM,
  words: [],
  does: "has a server delete or end something, which no checkpoint holds",
  instead: "Let the person do it, who can look at the content.",
  matches: ({ own }) => isLoss(own[0] ?? "") && !own.includes("--dry-run") && !own.slice(1).some(isOfTests),
};
