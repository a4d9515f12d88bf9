import { localTime } from "../kit/local-time.ts";
import { counted, printable } from "../kit/text.ts";
import type { OverBudget, RepositoryStatus, ShadowStatus, StatusOfAll } from "../shadow-repo/doors/look.ts";
import { offInWords } from "../worktree/doors/switch.ts";
import { PLAIN, type Display, UNBOUND } from "./display.ts";
import { countFiles, humanSize } from "./in-words.ts";
import { alignColumns, fitMiddle, inLines, pad, widest, withTilde, wrapped } from "./text-width.ts";

/** The most skipped paths that are listed. */
const SHOWN = 20;

/** The ids of the processes that stay between two events; absent if unknown. */
interface WithResidents {
  readonly residents?: readonly number[];
  /** The variable or setting by which no process stays; absent if none does. */
  readonly residentOff?: string;
}

/** The answer to the question whether snapveil is on; absent if it was not asked. */
interface WithAnswer {
  readonly answer?: string;
}

/** The state of a shadow repository as text. @param display absent if no person reads it */
export function describeStatus(state: ShadowStatus & WithResidents & WithAnswer, display?: Display): string {
  const orphans = state.orphans.map(({ shadow }) => printable(shadow));
  const lines = [
    ...aboutSwitch(state, display),
    ...inRows(
      [
        ...answerRow(state),
        ["worktree", printable(state.worktree)],
        ...rowsOf(state, state.budget.bytes),
        ...residentRows(state),
      ],
      display,
    ),
    ...notRecorded(state),
    ...notKept(state),
    ...list("checkpoints of folders that are gone or untracked (`snapveil prune --orphans` removes these)", orphans),
  ];
  return `${lines.join("\n")}\n`;
}

/** The state of a folder that contains several repositories and is none itself. */
export function describeFolder(
  { worktree, torn, repositories }: StatusOfAll["folder"],
  state: Pick<ShadowStatus, "switched_off"> & WithAnswer,
  display?: Display,
): string {
  const rows: [string, string][] = [
    ...answerRow(state),
    ["folder", printable(worktree)],
    [
      "recording",
      `in ${counted(repositories.length, "repository", "repositories")}; files of the folder that are in none of ` +
        "them are not recorded",
    ],
    ...tornRows("undo", torn),
  ];
  return `${[...aboutSwitch(state, display), ...inRows(rows, display)].join("\n")}\n`;
}

/** The state of a repository that sessions recorded together with another one. */
export function describeRepository(state: RepositoryStatus, display?: Display): string {
  const rows: [string, string][] = [["recorded together", printable(state.name)], ...rowsOf(state)];
  return `${[...inRows(rows, display), ...notRecorded(state)].join("\n")}\n`;
}

function aboutSwitch({ switched_off: off }: Pick<ShadowStatus, "switched_off">, display?: Display): string[] {
  if (!off) return [];
  const { style } = display ?? { style: PLAIN };
  const said = `SNAPVEIL IS OFF ${offInWords(off)}: no hook does anything. Switch it on: snapveil on`;
  return [inLines(said, 0, display ?? UNBOUND), ""].map(style.yellow);
}

function answerRow({ answer }: WithAnswer): [string, string][] {
  return answer === undefined ? [] : [["snapveil", answer]];
}

function rowsOf(state: Omit<RepositoryStatus, "name">, budget?: number): [string, string][] {
  const { oldest, newest, sessions } = state;
  return [
    ["shadow repository", state.exists ? printable(state.shadow) : "not there yet: nothing was recorded"],
    ["recording", recordingOf(state)],
    ["size", humanSize(state.bytes) + (budget === undefined ? "" : ` of ${humanSize(budget)}`)],
    ...(state.over_budget ? [["budget", overBudgetInWords(state.over_budget)] as [string, string]] : []),
    [
      "checkpoints",
      `${state.checkpoints} in ${counted(sessions, "session")}` +
        (state.undone > 0 ? `, and ${state.undone} undone` : "") +
        (oldest && newest ? `, from ${localTime(oldest)} to ${localTime(newest)}` : ""),
    ],
    ...(state.kept
      ? [["ignored files", `${countFiles(state.kept.files)} kept, ${humanSize(state.kept.bytes)}`] as [string, string]]
      : []),
    ...(state.git ? [["git", gitInWords(state.git)] as [string, string]] : []),
    ...(state.open > 0 ? [["open", openInWords(state.open)] as [string, string]] : []),
    ...tornRows(state.torn_kind ?? "restore", state.torn),
    ...state.set_aside.map((one): [string, string] => ["set aside", `${printable(one)} (damaged)`]),
  ];
}

function openInWords(open: number): string {
  const verb = open === 1 ? "has" : "have";
  return `${counted(open, "turn or tool call", "turns or tool calls")} ${verb} not ended: running, or interrupted`;
}

function residentRows({ residents = [], residentOff }: WithResidents): [string, string][] {
  if (residents.length === 0)
    return residentOff === undefined
      ? []
      : [["helper", `switched off by ${residentOff}: each hook runs in a process of its own`]];
  const count = counted(residents.length, "process", "processes");
  return [["helper", `${count} between events, so that hooks answer sooner: ${residents.join(", ")}`]];
}

function gitInWords({ refs, stashes, bytes, not_kept: why }: NonNullable<ShadowStatus["git"]>): string {
  const noted = [
    counted(refs, "branch or tag", "branches and tags"),
    ...(stashes > 0 ? [counted(stashes, "stash", "stashes")] : []),
  ].join(" and ");
  const copied = `${humanSize(bytes)} of commits copied${why === null ? "" : `, not all: ${printable(why)}`}`;
  return `${noted} noted, ${copied}; what an agent deletes of these can be named and found`;
}

function tornRows(kind: string, torn: string | null): [string, string][] {
  return torn === null
    ? []
    : [["torn", `${kind} ${torn} died on the way. To bring back the state before it: snapveil undo`]];
}

function notRecorded({ skipped }: Pick<ShadowStatus, "skipped">): string[] {
  return list(
    "not recorded",
    skipped.map(({ path, why }) => `${printable(path)}: ${why}`),
  );
}

/** Ignored files that are not kept. An entry without a path is a sentence about older files. */
function notKept({ kept }: Pick<ShadowStatus, "kept">): string[] {
  const lines = (kept?.not_kept ?? []).map(({ path, why }) => (path === "" ? why : `${printable(path)}: ${why}`));
  return list("ignored files that are not kept", lines);
}

function inRows(rows: readonly (readonly [string, string])[], display: Display | undefined): string[] {
  return display ? shown(rows, display) : alignColumns(rows);
}

/** A value that is a path and no sentence. */
const PATH = /^(?:~|\/)\S*$/;

/** The rows as wrapped lines. Damage, and reasons why nothing is recorded, are coloured. */
function shown(rows: readonly (readonly [string, string])[], { columns, style, home }: Display): string[] {
  const width = widest(rows.map(([name]) => name));
  const room = Math.max(20, columns - width - 2);
  return rows.flatMap(([name, whole]) => {
    const isBad = /^(?:torn|set aside|budget)$/.test(name) || /^(?:no:|not on|off )/.test(whole);
    const value = withTilde(whole, home);
    return (PATH.test(value) ? [fitMiddle(value, room)] : wrapped(value, room)).map(
      (line, at) => `${style.bold(pad(at === 0 ? name : "", width))}  ${isBad ? style.yellow(line) : line}`,
    );
  });
}

/** The consequences for a shadow repository that exceeds its budget, in words. */
export function overBudgetInWords({ bytes, next, checkpoints }: OverBudget): string {
  const over = `${humanSize(bytes)} over the budget`;
  if (next === "nothing")
    return `${over}: nothing more of it is forgotten, the newest turn and pinned checkpoints stay`;
  const whose = next === "newest session" ? "the newest session, whose newest turn stays" : "older sessions";
  const more = '"budget" under "checkpoints" in your settings gives it more';
  return `${over}. \`snapveil prune\` forgets the oldest of ${checkpoints} of ${whose}, as far as it must; ${more}`;
}

function recordingOf({
  refused,
  switched_off,
  engine,
  late,
}: Omit<RepositoryStatus, "name"> & Partial<Pick<ShadowStatus, "switched_off">>): string {
  if (refused !== null) return `no: ${refused}`;
  if (switched_off) return "no: snapveil is switched off";
  const how = engine ? `yes, with ${engine}` : "yes";
  if (late?.since)
    return `${how}; a state that did not fit into its hook is being recorded since ${localTime(late.since)}`;
  return late?.failed ? `${how}; the last state that did not fit into its hook failed: ${late.failed}` : how;
}

function list(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length > SHOWN ? [`  … and ${items.length - SHOWN} more`] : [];
  return ["", `${title}:`, ...items.slice(0, SHOWN).map((item) => `  ${item}`), ...more];
}
