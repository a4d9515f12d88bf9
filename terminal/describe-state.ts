import { counted } from "../kit/text.ts";
import type { undoState } from "../shadow-repo/doors/look.ts";
import { offInWords, type Off } from "../worktree/doors/switch.ts";
import { undoInWords, type GuardCounts } from "./session-summary.ts";

/** The answer to the question whether snapveil works here, and for whom. */
export interface State {
  /** Set if a person or a variable has switched snapveil off. */
  readonly off?: Off;
  /** The agents that start snapveil; `isIdle` if an agent runs no hooks at present. */
  readonly starters: readonly { readonly title: string; readonly isIdle: boolean }[];
}

/** Whether any agent's events reach snapveil. */
export function isOn({ off, starters }: State): boolean {
  return off === undefined && starters.some(({ isIdle }) => !isIdle);
}

/**
 * The answer as the rest of a sentence: `on, for Claude Code and Codex`; or why not, and the command that changes that.
 */
export function stateInWords(state: State): string {
  const { off, starters } = state;
  if (off === "variable") return "off by SNAPVEIL_DISABLE=1, so no hook does anything. Unset the variable";
  if (off) return `off ${offInWords(off)}, so no hook does anything. Switch it on: snapveil on`;
  const names = (idle: boolean) => starters.flatMap(({ title, isIdle }) => (isIdle === idle ? title : []));
  const [working, idle] = [names(false), names(true)].map((some) => new Intl.ListFormat("en").format(some));
  if (starters.length === 0) return "not on yet: no agent starts it. Begin with: snapveil install";
  if (working === "") return `not on: the hooks of ${idle} do not run. See why: snapveil doctor`;
  const but = idle === "" ? "" : `; not for ${idle} (\`snapveil doctor\` says why)`;
  return `on, for ${working}${but}`;
}

/** One line that tells a person the state of snapveil in a folder, and what happened today. */
export function stateLine(state: State, undo: ReturnType<typeof undoState>, today: GuardCounts): string {
  if (!isOn(state)) return `snapveil is ${stateInWords(state)}`;
  return [`snapveil is ${stateInWords(state)}`, ...todayInWords(today), undoInWords(undo)].join(" · ");
}

/** `3 secrets hidden today`, `1 call refused today`; what did not happen is left out. */
function todayInWords({ refused, asked, redactions }: GuardCounts): string[] {
  const secrets = Object.values(redactions).reduce((sum, count) => sum + count, 0);
  return [
    ...(secrets > 0 ? [`${counted(secrets, "secret")} hidden today`] : []),
    ...(refused > 0 ? [`${counted(refused, "call")} refused today`] : []),
    ...(asked > 0 ? [`${counted(asked, "call")} asked about today`] : []),
  ];
}
