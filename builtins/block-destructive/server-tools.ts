import { inShell } from "../../kit/in-shell.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import { isObject, type Json } from "../../kit/json.ts";
import { wordsOfTool } from "../../call/tool-kind.ts";
import { isOfTests } from "../../worktree/doors/worktree.ts";
import type { HarmRule } from "./rule.ts";

/** The program that a server's tool stands for in a script; its own name is the first word. */
const PROGRAM = "tool";
/** Things that hold data. */
const STORES = `
  buckets? repos? repositor(?:y|ies) databases? dbs? tables? collections? schemas? keyspaces? clusters? volumes? disks?
  datasets?
`;
/** Verbs, and the nouns whose loss counts with them. A comment, a label or a member of a list does not count. */
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
  // Any other `remove` takes something out of a list.
  [oneOf("remove"), oneOf(STORES)],
  [oneOf("reset"), oneOf(`${STORES} projects? branch(?:es)?`)],
  [oneOf("flush"), oneOf("dbs? databases? all")],
  [oneOf("terminate"), oneOf("instances? vms? droplets? clusters? environments?")],
];
/** Words behind the thing: `delete_bucket_by_name`, `drop_table_v2`. */
const TAIL = oneOf(String.raw`id ids name names permanently force now v?\d+ many batch bulk cascade tool`, "i");
/** Words behind which another thing stands: `remove_user_from_team`. */
const JOINTS = oneOf("by from of in with and for on at to");
/** Characters of an argument that is shown; the next is the number of arguments. */
const [LONGEST, MOST] = [100, 6] as const;

/** The command that a server's tool stands for if it deletes; `undefined` for any other call. */
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

/** The command that `kubectl_delete` and its like stand for: they name the kind of object in their arguments. */
function clusterScript(input: Json): string | undefined {
  const value = (...keys: string[]) =>
    isObject(input) ? keys.map((key) => input[key]).find((one) => typeof one === "string" && one !== "") : undefined;
  const [kind, name] = [value("resourceType", "resource_type", "kind", "resource"), value("name", "resourceName")];
  if (typeof kind !== "string") return undefined;
  return ["kubectl", "delete", kind, typeof name === "string" ? name : "--all"].map(inShell).join(" ");
}

/**
 * The thing that is deleted stands last: `delete_project` and `drop_database_table`, but not `delete_project_comment`.
 */
function deletesMuch(words: readonly string[]): boolean {
  if (words.some((word) => /^flush(?:all|db)$/.test(word))) return true;
  return LOSSES.some(([verbs, nouns]) => {
    const verb = words.findIndex((word) => verbs.test(word));
    if (verb === -1) return false;
    const joint = words.findIndex((word, at) => at > verb && JOINTS.test(word));
    const behind = words.slice(verb + 1, joint === -1 ? undefined : joint).filter((word) => !TAIL.test(word));
    // `bucket_delete`
    return nouns.test((behind.length > 0 ? behind : words.slice(0, verb)).at(-1) ?? "");
  });
}

/** Deletions by a tool of a server. */
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
