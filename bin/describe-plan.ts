import { dirname } from "node:path";

import type { ExcludeChange } from "../install/exclude-lines.ts";
import type { AgentPlan } from "../install/agent-plan.ts";
import { counted, printable } from "../kit/text.ts";

/** The command whose plan is described. */
export type Verb = "install" | "uninstall";

/** Sentences on the changes of `info/exclude`, one for each file and action. */
export function excludeLines(changes: readonly ExcludeChange[]): string[] {
  const groups = new Map<string, [ExcludeChange, ...ExcludeChange[]]>();
  for (const change of changes) {
    const key = `${change.action} ${change.exclude}`;
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.values()].map((group) => {
    const [{ exclude, action }, ...more] = group;
    const [shown, place] = [group.map(({ line }) => printable(line)).join(", "), printable(exclude)];
    const [lines, keep] = more.length === 0 ? ["The line", "keeps it"] : ["The lines", "keep the files"];
    if (action === "remove")
      return more.length === 0
        ? `The line ${shown} is taken out of ${place}, unless another worktree needs it.`
        : `The lines ${shown} are taken out of ${place}, unless another worktree needs them.`;
    return action === "add"
      ? `${more.length === 0 ? "One line" : `${group.length} lines`} in ${place} ${keep} out of your commits: ${shown}`
      : `${lines} ${shown} in ${place} ${keep} out of your commits already.`;
  });
}

/** A sentence on what install or uninstall will do for an agent. */
export function summaryOf({ events, changes, hasStatusLine }: AgentPlan, verb: Verb): string {
  const files = changes.filter(({ isProgram }) => !isProgram).map(({ found }) => printable(found.path));
  const programs = changes.length - files.length;
  const folders = [...new Set(changes.map(({ found }) => printable(dirname(found.path))))];
  const where = (files.length > 0 ? files : folders).join(", ");
  if (verb === "uninstall") {
    const deleted = changes.flatMap(({ isProgram, after, found }) =>
      isProgram || after !== undefined ? [] : printable(found.path),
    );
    const edited = files.filter((file) => !deleted.includes(file));
    const parts = [
      ...(deleted.length > 0 ? [`deletes ${deleted.join(", ")}, which install made`] : []),
      ...(edited.length > 0 || deleted.length === 0
        ? [`takes what install put in out of ${edited.length > 0 ? edited.join(", ") : where}`]
        : []),
    ];
    return `${parts.join("; ")}; nothing else changes.`;
  }
  const started = programs > 1 ? counted(programs, "program") : "one program";
  const line = hasStatusLine === true ? ", the status line" : "";
  return `will register ${counted(events.length, "event")}, ${started}${line}, in ${where}; nothing else changes.`;
}

/** Two lines on the files of an agent: the hooks that install writes into them, and how much else is in them. */
export function detailsOf({ changes, events, hasStatusLine }: AgentPlan): string[] {
  const settings = changes.filter(({ isProgram }) => !isProgram);
  const files = (settings.length > 0 ? settings : changes).filter(({ after }) => after !== undefined);
  if (files.length === 0) return [];
  const lines = files.reduce((sum, { original }) => sum + linesIn(original?.toString("utf8") ?? ""), 0);
  const those = files.length === 1 ? "the file" : `the ${files.length} files`;
  const isNew = files.every(({ found }) => found.text === undefined);
  const nothing = `nothing: ${those} ${isNew ? (files.length === 1 ? "is new" : "are new") : "held snapveil's hooks alone"}`;
  return [
    `added  ${[...events, ...(hasStatusLine ? ["the status line"] : [])].join(", ")}`,
    `kept   ${lines > 0 ? `all of ${those} that is not snapveil's, ${counted(lines, "line")}` : nothing}`,
  ];
}

function linesIn(text: string): number {
  return text.trim() === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}
