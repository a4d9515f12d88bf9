import { counted } from "../kit/text.ts";
import type { undoState } from "../shadow-repo/doors/look.ts";
import { offInWords, type Off } from "../worktree/doors/switch.ts";
import { undoInWords, type GuardCounts } from "./session-summary.ts";

/** The answer to the question whether snapveil works here, and for whom. */
export interface State {
  /** Set if a person or a variable has switched snapveil off. */
  readonly off?: Off;
  /**
   * The agents that start snapveil. `isIdle`: the agent runs no hooks at present. `awaits`: the step by which the
   * person lets the agent run them.
   */
  readonly starters: readonly { readonly title: string; readonly isIdle: boolean; readonly awaits?: string }[];
}

/** Whether any agent's events reach snapveil. */
export function isOn({ off, starters }: State): boolean {
  return off === undefined && starters.some(works);
}

/**
 * The answer as the rest of a sentence: `on, for Claude Code and Codex`; or why not, and the command that changes that.
 */
export function stateInWords(state: State): string {
  const { off, starters } = state;
  if (off === "variable") return "off by SNAPVEIL_DISABLE=1, so no hook does anything. Unset the variable";
  if (off) return `off ${offInWords(off)}, so no hook does anything. Switch it on: snapveil on`;
  if (starters.length === 0) return "not on yet: no agent starts it. Begin with: snapveil install";
  const names = (some: State["starters"]) => new Intl.ListFormat("en").format(some.map(({ title }) => title));
  const [working, idle] = [names(starters.filter(works)), names(starters.filter(({ isIdle }) => isIdle))];
  const waiting = starters
    .flatMap((one) =>
      one.awaits === undefined || one.isIdle ? [] : `${one.title} waits for your trust (${one.awaits})`,
    )
    .join("; ");
  if (working === "" && waiting === "") return `not on: the hooks of ${idle} do not run. See why: snapveil doctor`;
  const but = idle === "" ? "" : `; not for ${idle} (\`snapveil doctor\` says why)`;
  if (working === "") return `not on yet: ${waiting}${but}`;
  return `on, for ${working}${waiting === "" ? "" : `; ${waiting}`}${but}`;
}

/** Whether an agent runs snapveil's hooks, as far as files tell. */
export function works({ isIdle, awaits }: State["starters"][number]): boolean {
  return !isIdle && awaits === undefined;
}

/** One line that tells a person the state of snapveil in a folder, and what happened today. */
export function stateLine(state: State, undo: ReturnType<typeof undoState>, today: GuardCounts): string {
  if (!isOn(state)) return `snapveil is ${stateInWords(state)}`;
  return [`snapveil is ${stateInWords(state)}`, ...todayInWords(today), undoHere(undo)].join(" · ");
}

/** Whether an undo is ready, and in a folder that is not recorded the reason and the way. */
function undoHere(undo: ReturnType<typeof undoState>): string {
  return `${undoInWords(undo)}${undo === "not here" ? ": not a git folder; `snapveil track .`" : ""}`;
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
