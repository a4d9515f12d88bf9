import type { ShadowStatus } from "../shadow-repo/look/status.ts";
import { humanSize } from "./human-size.ts";
import { printable } from "../kit/printable.ts";

/** Skipped paths that are shown one by one. */
const SHOWN = 20;

/** The state of a shadow repository in words. */
export function describeStatus(state: ShadowStatus): string {
  const rows: [string, string][] = [
    ["worktree", printable(state.worktree)],
    ["shadow repository", state.exists ? printable(state.shadow) : "not there yet: nothing was recorded"],
    [
      "recording",
      state.refused === null ? `yes${state.engine ? `, with ${state.engine}` : ""}` : `no: ${state.refused}`,
    ],
    ["size", `${humanSize(state.bytes)} of ${humanSize(state.budget.bytes)}`],
    [
      "checkpoints",
      `${state.checkpoints} in ${state.sessions} ${state.sessions === 1 ? "session" : "sessions"}` +
        (state.oldest ? `, from ${state.oldest} to ${state.newest}` : ""),
    ],
    ["open", `${state.open} turns or tool calls that began and did not end`],
  ];
  if (state.torn)
    rows.push(["torn", `restore ${state.torn} died on the way: snapveil undo brings back the state before it`]);
  for (const one of state.set_aside) rows.push(["set aside", `${printable(one)} (damaged)`]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
  return `${[
    ...lines,
    ...list(
      "not recorded",
      state.skipped.map(({ path, why }) => `${printable(path)}: ${why}`),
    ),
    ...list(
      "of worktrees that are no more (snapveil prune --orphans removes them)",
      state.orphans.map(({ shadow }) => printable(shadow)),
    ),
  ].join("\n")}\n`;
}

function list(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length > SHOWN ? [`  … and ${items.length - SHOWN} more`] : [];
  return ["", `${title}:`, ...items.slice(0, SHOWN).map((item) => `  ${item}`), ...more];
}
