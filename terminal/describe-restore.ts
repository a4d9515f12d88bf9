import { changeRows, nameOfRow, pathsOf, sharesInWords, type ChangeRow } from "../shadow-repo/doors/checkpoint.ts";
import type { RestoreResult, UndoneStep, WantedState } from "../shadow-repo/doors/restore.ts";
import { localTime } from "../kit/local-time.ts";
import { printable, shortened } from "../kit/text.ts";
import { UNBOUND, type Display } from "./display.ts";
import { countFiles } from "./in-words.ts";
import { lineCounts } from "./describe-stat.ts";
import { alignColumns, fit, fitPath, inLines, widest } from "./text-width.ts";

/**
 * Kind of a change → the action of a restore on the file, in words for a sentence, a column and a count, and its
 * colour.
 */
const VERBS = {
  added: { preview: "would create", done: "created", column: "create", counted: "created", colour: "green" },
  modified: {
    preview: "would overwrite",
    done: "overwrote",
    column: "overwrite",
    counted: "overwritten",
    colour: "yellow",
  },
  mode: {
    preview: "would change the mode of",
    done: "changed the mode of",
    column: "change mode",
    counted: "with another mode",
    colour: "yellow",
  },
  renamed: { preview: "would rename", done: "renamed", column: "rename", counted: "renamed", colour: "yellow" },
  deleted: { preview: "would delete", done: "deleted", column: "delete", counted: "deleted", colour: "red" },
} as const;

/** What a checkpoint or an operation is called in a sentence. */
const KINDS: Readonly<Record<WantedState["kind"], string>> = {
  turn: "turn",
  tool: "call",
  manual: "checkpoint",
  restore: "restore",
  undo: "undo",
  redo: "redo",
  recover: "recovery",
};

/** The most files that are listed after a restore. The preview lists all. */
const SHOWN = 20;

/** A restore as text, one file on each line; on a display with columns and colours. */
export function describeRestore(result: RestoreResult, when: "preview" | "done", display?: Display): string {
  const mark = display ? display.style.yellow("!") : "!";
  const width = display ?? UNBOUND;
  // The further lines of a wrapped sentence are indented below the mark in front of it.
  const notes = result.notes.map((note) => `  ${mark} ${inLines(note, 4, width)}`);
  if (result.files === 0 && result.skipped.length === 0)
    return `${[result.isRedo ? "There is nothing to redo." : "There is nothing to put back.", ...notes].join("\n")}\n`;
  const isShort = display !== undefined;
  const about = [
    ...(result.recovers === undefined ? [] : [result.recovers]),
    ...(result.wanted ? [describeState(result.wanted, result, when, isShort)] : []),
    ...result.undone.map((step) => describeStep(step, result, when, isShort)),
  ];
  const edits = new Map(result.conflicts.map(({ path, why }) => [path, why]));
  const rows = changeRows(result.changes);
  const lines = display
    ? tableOf(rows, edits, when, display)
    : rows.map((change) => `  ${VERBS[change.status][when]} ${nameOf(change)}`);
  const conflicts = result.conflicts.map(
    ({ path, why }) => `  ${mark} ${inLines(`${printable(path)}: ${why}`, 4, width)}`,
  );
  const skipped = result.skipped.map(
    ({ path, why }) => `  - ${inLines(`left alone: ${printable(path)}: ${printable(why)}`, 4, width)}`,
  );
  const undoHint =
    when === "done" && result.wayBack !== undefined
      ? [inLines(`The state before this is kept. To bring it back: snapveil ${result.wayBack}`, 2, width)]
      : [];
  const steps = about.map((line) => inLines(line, 2, width));
  const text = [...steps, headlineOf(result, when), ...lines, ...conflicts, ...skipped, ...notes, ...undoHint];
  return `${text.join("\n")}\n`;
}

/** The checkpoint that is undone, with everything by which a person may recognize it. */
function describeStep(
  step: UndoneStep,
  { restored, complete, isRedo, changes, shares }: RestoreResult,
  when: "preview" | "done",
  isShort: boolean,
): string {
  const { id, created_at, scope, open } = step;
  const [would, did, not] = isRedo
    ? ["Would redo", "Redid", "Did not redo"]
    : changes.length === 0
      ? [complete ? "Would count as undone:" : "Would not take back", "Counts as undone now:", "Did not take back"]
      : ["Would take back", "Took back", "Did not take back"];
  const verb = when === "preview" ? would : restored ? did : not;
  // The time of an open checkpoint is not shown: it would be the present time.
  const moment = open ? ", which has not ended" : ` of ${localTime(created_at)}`;
  const share = shares?.get(id);
  const part = share && `${share.isLast ? "the last " : ""}${sharesInWords(share.shares)}, from `;
  return `${verb} ${part ?? ""}${KINDS[scope]} ${id}${moment}` + whose(step, isShort);
}

/** The state that a restore brings back. */
function describeState(
  wanted: WantedState,
  { restored }: RestoreResult,
  when: "preview" | "done",
  isShort: boolean,
): string {
  const { id, kind, side, created_at } = wanted;
  const verb = when === "preview" ? "Would go back" : restored ? "Went back" : "Did not go back";
  const state = `the state ${side ?? "of"} ${KINDS[kind]} ${id} of ${localTime(created_at)}`;
  return `${verb} to ${state}${whose(wanted, isShort)}`;
}

/** The width in columns of a session's id on a display, as in the table of checkpoints: a command needs no more of it. */
const SESSION = 12;

/**
 * The agent, the session and the title of a checkpoint, to be put after its id and its time.
 * @param isShort whether the id of the session is shortened
 */
function whose(
  { agent, session_id, title, command }: Omit<UndoneStep, "scope" | "created_at">,
  isShort: boolean,
): string {
  const session = session_id === null ? [] : [`session ${isShort ? fit(session_id, SESSION) : session_id}`];
  const who = [...(agent === undefined ? [] : [agent]), ...session];
  const said = title ?? command;
  return `${who.length > 0 ? `, ${printable(who.join(", "))}` : ""}${said === undefined ? "" : `: ${printable(said)}`}`;
}

/** The headline above the listed files. Files that need no change are counted separately. */
function headlineOf({ files, changes: all, already: names, isRedo }: RestoreResult, when: "preview" | "done"): string {
  const changes = changeRows(all);
  if (files === 0) return when === "done" ? "Nothing was put back." : "Nothing would be put back:";
  const already = files - all.length;
  const isSo = `${already === 1 ? "is" : "are"} as asked for already`;
  // Nothing comes back where the agent's change is made again, or files that the agent made are removed.
  const isBack = !isRedo && changes.some(({ status }) => status !== "deleted");
  if (changes.length === 0 && already > 0)
    return `No file ${when === "done" ? "had" : "would have"} to change: ${countFiles(already)} ${isSo}.`;
  const which = names.length === already ? ` (${shortened(names.map(printable))})` : "";
  const apart = already > 0 ? `; ${already} more ${isSo}${which}` : "";
  return when === "done"
    ? `${isBack ? "Put back" : "Changed"} ${countFiles(changes.length)}${apart}.`
    : `Would ${isBack ? "put back" : "change"} ${countFiles(changes.length)}${apart}:`;
}

/** `3 created, 1 overwritten, 2 deleted`. */
export function sumChanges(changes: readonly ChangeRow[]): string {
  return Object.entries(VERBS)
    .map(([kind, { counted }]) => [changes.filter(({ status }) => status === kind).length, counted] as const)
    .flatMap(([count, words]) => (count > 0 ? `${count} ${words}` : []))
    .join(", ");
}

function tableOf(
  changes: readonly ChangeRow[],
  edits: ReadonlyMap<string, string>,
  when: "preview" | "done",
  display: Display,
): string[] {
  const shown = when === "done" ? changes.slice(0, SHOWN) : changes;
  const lines = changeTable(shown, edits, when, { ...display, columns: display.columns - 2 }).map(
    (line) => `  ${line}`,
  );
  return shown.length < changes.length
    ? [...lines, display.style.dim(`  … and ${changes.length - shown.length} more: ${sumChanges(changes)}`)]
    : lines;
}

/** The path of a changed file, marked if its content comes from the store of ignored files. */
function nameOf(row: ChangeRow): string {
  return nameOfRow(row, printable) + (row.kept && !row.path.endsWith("/") ? " (kept)" : "");
}

/** Changed files in columns: action, path, numbers of lines, and `!` if the file was edited since. */
export function changeTable(
  changes: readonly ChangeRow[],
  edits: ReadonlyMap<string, string>,
  when: "preview" | "done",
  { columns, style }: Pick<Display, "columns" | "style">,
): string[] {
  const verbs = changes.map(({ status }) => {
    if (when === "preview") return VERBS[status].column;
    return status === "mode" ? "mode" : VERBS[status].done;
  });
  const counts = lineCounts(
    changes.map(({ additions = 0, deletions = 0 }) => [additions, deletions]),
    { style },
  );
  const room = columns - widest(verbs) - 6 - widest(counts);
  const rows = changes.map((change, at) => [
    style[VERBS[change.status].colour](verbs[at]!),
    fitPath(nameOf(change), room),
    `${counts[at]} ${pathsOf(change).some((path) => edits.has(path)) ? style.yellow("!") : ""}`,
  ]);
  return alignColumns(rows);
}
