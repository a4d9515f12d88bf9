import { localTime } from "../kit/local-time.ts";
import { counted, printable } from "../kit/text.ts";
import type { ShadowStatus } from "../shadow-repo/look/status.ts";
import type { OverBudget } from "../shadow-repo/maintenance/retention.ts";
import { offInWords } from "../worktree/turn-switch.ts";
import { PLAIN, type Display } from "./display.ts";
import { humanSize } from "./in-words.ts";
import { alignColumns, pad, widest, wrapped } from "./text-width.ts";

/** Skipped paths that are shown one by one. */
const SHOWN = 20;

/** The state of a shadow repository in words; within the columns of a terminal, where one reads it. */
export function describeStatus(state: ShadowStatus, display?: Display): string {
  const { style } = display ?? { style: PLAIN };
  const { oldest, newest, sessions } = state;
  const rows: [string, string][] = [
    ["worktree", printable(state.worktree)],
    ["shadow repository", state.exists ? printable(state.shadow) : "not there yet: nothing was recorded"],
    ["recording", recordingOf(state)],
    ["size", `${humanSize(state.bytes)} of ${humanSize(state.budget.bytes)}`],
    ...(state.over_budget ? [["budget", overBudgetInWords(state.over_budget)] as [string, string]] : []),
    [
      "checkpoints",
      `${state.checkpoints} in ${counted(sessions, "session")}` +
        (oldest && newest ? `, from ${localTime(oldest)} to ${localTime(newest)}` : ""),
    ],
    ["open", `${counted(state.open, "turn or tool call", "turns or tool calls")} that began and did not end`],
  ];
  if (state.torn)
    rows.push(["torn", `restore ${state.torn} died on the way: snapveil undo brings back the state before it`]);
  for (const one of state.set_aside) rows.push(["set aside", `${printable(one)} (damaged)`]);
  const skipped = state.skipped.map(({ path, why }) => `${printable(path)}: ${why}`);
  const orphans = state.orphans.map(({ shadow }) => printable(shadow));
  const lines = [
    ...(state.switched_off
      ? [`SNAPVEIL IS OFF ${offInWords(state.switched_off)}: no hook does anything. Switch it on: snapveil on`, ""].map(
          style.yellow,
        )
      : []),
    ...(display ? shown(rows, display) : alignColumns(rows)),
    ...list("not recorded", skipped),
    ...list("of worktrees that are no more (snapveil prune --orphans removes them)", orphans),
  ];
  return `${lines.join("\n")}\n`;
}

/** A value that is too long goes on below itself; what keeps from recording and what broke stands out. */
function shown(rows: readonly (readonly [string, string])[], { columns, style }: Display): string[] {
  const width = widest(rows.map(([name]) => name));
  return rows.flatMap(([name, value]) => {
    const isBad = /^(?:torn|set aside|budget)$/.test(name) || /^(?:no:|rests)/.test(value);
    return wrapped(value, Math.max(20, columns - width - 2)).map(
      (line, at) => `${style.bold(pad(at === 0 ? name : "", width))}  ${isBad ? style.yellow(line) : line}`,
    );
  });
}

/** The fate of a repository that exceeds its budget. */
export function overBudgetInWords({ bytes, next, checkpoints }: OverBudget): string {
  const over = `${humanSize(bytes)} over the budget`;
  if (next === "nothing") return `${over}: nothing more of it is forgotten, the newest step and pinned ones stay`;
  const whose = next === "newest session" ? "the newest session, whose newest step stays" : "older sessions";
  const more = '"budget" under "checkpoints" in your settings gives it more';
  return `${over}: snapveil prune forgets the oldest of ${checkpoints} of ${whose}, as far as it must; ${more}`;
}

function recordingOf({ refused, switched_off, engine, resting }: ShadowStatus): string {
  if (refused !== null) return `no: ${refused}`;
  if (switched_off) return "no: snapveil is switched off";
  if (resting?.pace === "nothing") return `rests until ${localTime(resting.until)}: ${resting.why}`;
  if (resting) return `yes, without large changed files until ${localTime(resting.until)}: ${resting.why}`;
  return engine ? `yes, with ${engine}` : "yes";
}

function list(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length > SHOWN ? [`  … and ${items.length - SHOWN} more`] : [];
  return ["", `${title}:`, ...items.slice(0, SHOWN).map((item) => `  ${item}`), ...more];
}
