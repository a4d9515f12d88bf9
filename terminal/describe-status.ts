import { counted, printable } from "../kit/text.ts";
import type { ShadowStatus } from "../shadow-repo/look/status.ts";
import { offInWords } from "../worktree/turn-switch.ts";
import { humanSize } from "./in-words.ts";
import { alignColumns } from "./text-width.ts";

/** Skipped paths that are shown one by one. */
const SHOWN = 20;

/** The state of a shadow repository in words. */
export function describeStatus(state: ShadowStatus): string {
  const { oldest, newest, sessions } = state;
  const rows: [string, string][] = [
    ["worktree", printable(state.worktree)],
    ["shadow repository", state.exists ? printable(state.shadow) : "not there yet: nothing was recorded"],
    ["recording", recordingOf(state)],
    ["size", `${humanSize(state.bytes)} of ${humanSize(state.budget.bytes)}`],
    [
      "checkpoints",
      `${state.checkpoints} in ${counted(sessions, "session")}` + (oldest ? `, from ${oldest} to ${newest}` : ""),
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
      ? [`SNAPVEIL IS OFF ${offInWords(state.switched_off)}: no hook does anything. Switch it on: snapveil on`, ""]
      : []),
    ...alignColumns(rows),
    ...list("not recorded", skipped),
    ...list("of worktrees that are no more (snapveil prune --orphans removes them)", orphans),
  ];
  return `${lines.join("\n")}\n`;
}

function recordingOf({ refused, switched_off, engine }: ShadowStatus): string {
  if (refused !== null) return `no: ${refused}`;
  if (switched_off) return "no: snapveil is switched off";
  return engine ? `yes, with ${engine}` : "yes";
}

function list(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length > SHOWN ? [`  … and ${items.length - SHOWN} more`] : [];
  return ["", `${title}:`, ...items.slice(0, SHOWN).map((item) => `  ${item}`), ...more];
}
