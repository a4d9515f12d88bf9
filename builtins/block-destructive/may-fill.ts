import { gitVerb, parseGit } from "../../shell/doors/git.ts";
import { isOnlyPrinting, kindOf, rowsOf, type Program } from "../../shell/doors/programs.ts";
import type { CommandView } from "./rule.ts";

/** Columns of programs whose effects on files follow from their arguments. */
const KNOWN: readonly (keyof Program)[] = [
  ...(["deletes", "empties", "writes", "carries", "rights", "moves", "leavesFiles"] as const),
  ...(["sets", "saves", "reads"] as const),
];
/** Columns of programs that run other programs. */
const RUNS: readonly (keyof Program)[] = [
  ...(["runs", "isShell", "runsText", "recipes", "tasks", "types"] as const),
  ...(["readsCommands", "runsLine", "runsWord", "wordsAreCode"] as const),
];
const OF_GRAMMAR = /^(?:[!(){}]|if|elif|then|else|fi|for|while|until|select|do|done|case|esac|in|function|time|\[\[?)$/;

/**
 * Whether a command may move files to any path, since its effect does not follow from its arguments: a script that was
 * not read, code, an unknown program.
 */
export function mayFillAny({ name, own, isFunction }: CommandView): boolean {
  if (name === "" || isFunction || OF_GRAMMAR.test(name) || isOnlyPrinting(name, own)) return false;
  // The commands that `find` runs are judged by themselves.
  if (name === "find") return false;
  if (name === "git") return gitVerb(parseGit(own).verb) === undefined;
  const rows = rowsOf(name);
  const has = (columns: readonly (keyof Program)[]) =>
    rows.some((row) => columns.some((column) => row[column] !== undefined));
  if (kindOf(name) === "code" || has(RUNS)) return true;
  return kindOf(name) === undefined && !has(KNOWN);
}
