import { inShell } from "../../kit/in-shell.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import { isObject, type Json } from "../../kit/json.ts";
import { wordsOfTool } from "../../call/tool-kind.ts";
import { isOfTests } from "../../worktree/doors/worktree.ts";
import type { HarmRule } from "./rule.ts";

/**
 * The program of the invented command as which a call of an MCP server's tool is judged. The tool's name is the
 * command's first operand.
 */
const PROGRAM = "tool";
/** Nouns for things that hold data. */
const STORES = `
  buckets? repos? repositor(?:y|ies) databases? dbs? tables? collections? schemas? keyspaces? clusters? volumes? disks?
  datasets?
`;
/**
 * Verbs, each with the nouns of things that hold data. To remove a comment, a label or a member of a list is no loss.
 */
const LOSSES: readonly (readonly [verbs: RegExp, nouns: RegExp])[] = [
  [
    oneOf("delete drop destroy purge wipe truncate empty erase nuke"),
    oneOf(`
      ${STORES} objects index(?:es)? indices projects? branch(?:es)? namespaces? instances? servers? droplets? vms?
      snapshots? backups? stacks? deployments? apps? applications? sites? services? functions? workers? zones? domains?
      queues? topics? streams? secrets? vaults? environments? workspaces? organi[sz]ations? orgs? accounts? customers?
      users? products? subscriptions? releases? packages? all everything
    `),
  ],
  // `remove` with a noun that is not in `STORES` only takes an entry out of a list.
  [oneOf("remove"), oneOf(STORES)],
  [oneOf("reset"), oneOf(`${STORES} projects? branch(?:es)?`)],
  [oneOf("flush"), oneOf("dbs? databases? all")],
  [oneOf("terminate"), oneOf("instances? vms? droplets? clusters? environments?")],
];
/** Words that may follow the noun: `delete_bucket_by_name`, `drop_table_v2`. */
const TAIL = oneOf(String.raw`id ids name names permanently force now v?\d+ many batch bulk cascade tool`, "i");
/** Words behind which a thing is named that the tool does not delete: the team in `remove_user_from_team`. */
const JOINTS = oneOf("by from of in with and for on at to");
/** The most characters of an argument that becomes a word of the command, and the most arguments that do. */
const [LONGEST, MOST] = [100, 6] as const;

/** The invented command for a tool of an MCP server that deletes something; `undefined` for any other tool. */
export function serverScript(name: string, input: Json): string | undefined {
  const words = wordsOfTool(name);
  if (words.includes("delete") && words.some((word) => /^(?:kubectl|k8s|kubernetes|resources?)$/.test(word)))
    return clusterScript(input);
  if (!deletesMuch(words)) return undefined;
  const texts = isObject(input) ? Object.values(input).filter((value) => typeof value === "string") : [];
  const shown = texts.filter((text) => text !== "" && text.length <= LONGEST && !text.includes("\n")).slice(0, MOST);
  const isTried = isObject(input) && ["dry_run", "dryRun", "validateOnly"].some((key) => input[key] === true);
  return [PROGRAM, name, ...(isTried ? ["--dry-run"] : []), ...shown].map(inShell).join(" ");
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

/**
 * Whether a tool's name says that it deletes something with data. The deleted thing is the last word: `delete_project`
 * and `drop_database_table` delete much, `delete_project_comment` does not.
 */
function deletesMuch(words: readonly string[]): boolean {
  if (words.some((word) => /^flush(?:all|db)$/.test(word))) return true;
  return LOSSES.some(([verbs, nouns]) => {
    const verb = words.findIndex((word) => verbs.test(word));
    if (verb === -1) return false;
    const joint = words.findIndex((word, at) => at > verb && JOINTS.test(word));
    const behind = words.slice(verb + 1, joint === -1 ? undefined : joint).filter((word) => !TAIL.test(word));
    // If no noun follows the verb, it precedes the verb: `bucket_delete`.
    return nouns.test((behind.length > 0 ? behind : words.slice(0, verb)).at(-1) ?? "");
  });
}

/** The rule for deletions by the tools of MCP servers. */
export const SERVER_TOOLS: HarmRule = {
  name: "delete-by-tool",
  level: "unrecorded",
  programs: PROGRAM,
  words: [],
  does: "deletes data or a service that no checkpoint holds",
  instead: "Let the person do it, who sees what is in it.",
  matches: ({ own }) =>
    deletesMuch(wordsOfTool(own[0] ?? "")) && !own.includes("--dry-run") && !own.slice(1).some(isOfTests),
};
