import { oneOf } from "../../kit/word-pattern.ts";

/** Nouns for things that hold data. */
const STORES = `
  buckets? repos? repositor(?:y|ies) databases? dbs? tables? collections? schemas? keyspaces? clusters? volumes? disks?
  datasets?
`;
/** Verbs that delete whatever they name, unless it is one of `LITTLE`. */
const DELETES = oneOf("delete destroy purge truncate");
/**
 * Nouns for things whose loss is small: remarks, marks, an agent's own notes, parts of an open page, document or scene,
 * and pods, which a cluster starts anew.
 */
const LITTLE = oneOf(`
  comments? repl(?:y|ies) reactions? likes? labels? tags? cookies? tabs? windows? sessions? caches? todos? tasks?
  subtasks? memor(?:y|ies) thoughts? entit(?:y|ies) observations? relations? nodes? edges? elements? markers?
  breakpoints? watchers? assignees? crons? teams? agents? cells? lines? paragraphs? selections? shapes? layers? slides?
  keyframes? pods?
`);
/** Verbs of many meanings, each with the nouns for which they mean a loss. */
const LOSSES: readonly (readonly [verbs: RegExp, nouns: RegExp])[] = [
  [oneOf("drop wipe empty erase nuke"), oneOf(`${STORES} index(?:es)? indices queues? folders? all everything`)],
  // `remove` with another noun only takes an entry out of a list.
  [oneOf("remove"), oneOf(STORES)],
  [oneOf("reset"), oneOf(`${STORES} projects? branch(?:es)?`)],
  [oneOf("flush"), oneOf("dbs? databases? all")],
  [oneOf("terminate"), oneOf("instances? vms? droplets? clusters? environments?")],
  [oneOf("cancel close"), oneOf("subscriptions? accounts? memberships? domains?")],
  [oneOf("release"), oneOf("numbers? address(?:es)? ips?")],
  [oneOf("uninstall"), oneOf("helm charts? releases?")],
];
/** Verbs before which a word such as `delete` is no order: `list_delete_markers`, `undo_delete`. */
const LOOKS = oneOf("get list show search find describe preview check count validate plan undo restore can is");
/** Words that may follow the noun: `delete_bucket_by_name`, `drop_table_v2`. */
const TAIL = oneOf(String.raw`id ids name names permanently force now v?\d+ v many batch bulk cascade tool one`, "i");
/** Words behind which a thing is named that is not deleted: the team in `remove_user_from_team`. */
const JOINTS = oneOf("by from of in with and for on at to");

/**
 * Whether a name says that something with data is deleted. The deleted thing is the last word: `delete_project` and
 * `drop_database_table` lose much, `delete_project_comment` does not.
 * @param words the words of a tool's name or a mutation's, in lower case
 * @param owner a word for the whole from which something is deleted, such as the server's name, if `words` hold no noun
 */
export function losesMuch(words: readonly string[], owner = ""): boolean {
  if (LOOKS.test(words[0] ?? "")) return false;
  if (words.some((word) => /^flush(?:all|db)$/.test(word))) return true;
  const verb = words.findIndex((word) => DELETES.test(word));
  if (verb !== -1) return !LITTLE.test(nounOf(words, verb) ?? owner);
  return LOSSES.some(([verbs, nouns]) => {
    const at = words.findIndex((word) => verbs.test(word));
    return at !== -1 && nouns.test(nounOf(words, at) ?? owner);
  });
}

/** Whether a word is a verb that may delete something. */
export function isLossVerb(word: string): boolean {
  return DELETES.test(word) || LOSSES.some(([verbs]) => verbs.test(word));
}

/** The noun that a verb is about. If no noun follows the verb, it precedes the verb: `bucket_delete`. */
function nounOf(words: readonly string[], verb: number): string | undefined {
  const joint = words.findIndex((word, at) => at > verb && JOINTS.test(word));
  const behind = words.slice(verb + 1, joint === -1 ? undefined : joint).filter((word) => !TAIL.test(word));
  return (behind.length > 0 ? behind : words.slice(0, verb).filter((word) => !TAIL.test(word))).at(-1);
}
