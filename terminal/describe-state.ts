import { localTime } from "../kit/local-time.ts";
import { counted, printable } from "../kit/text.ts";
import type { RecordedHere } from "../shadow-repo/doors/look.ts";
import { offInWords, type Off } from "../worktree/doors/switch.ts";
import { undoInWords, type GuardCounts } from "./session-summary.ts";

/** The answer to the question whether snapveil works here, and for whom. */
export interface State {
  /** The newest checkpoint of the folder; absent if there is none. It is told where no agent is known to start snapveil. */
  readonly newest?: RecordedHere["newest"];
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
  const { is, but } = answerOf(state);
  return [is, ...but].join("; ");
}

/** The answer in short, and a sentence for each agent, or group of agents, of which it does not hold. */
function answerOf({ off, starters, newest }: State): { readonly is: string; readonly but: readonly string[] } {
  if (off === "variable")
    return { is: "off by SNAPVEIL_DISABLE=1, so no hook does anything. Unset the variable", but: [] };
  if (off) return { is: `off ${offInWords(off)}, so no hook does anything. Switch it on: snapveil on`, but: [] };
  if (starters.length === 0) return { is: withoutStarter(newest), but: [] };
  const names = (some: State["starters"]) => new Intl.ListFormat("en").format(some.map(({ title }) => title));
  const [working, idle] = [names(starters.filter(works)), names(starters.filter(({ isIdle }) => isIdle))];
  const waiting = starters.flatMap((one) =>
    one.awaits === undefined || one.isIdle ? [] : [`${one.title} waits for your trust (${one.awaits})`],
  );
  if (working === "" && waiting.length === 0)
    return { is: `not on: the hooks of ${idle} do not run. See why: snapveil doctor`, but: [] };
  const others = idle === "" ? [] : [`not for ${idle} (\`snapveil doctor\` says why)`];
  if (working === "") return { is: `not on yet: ${waiting.join("; ")}`, but: others };
  return { is: `on, for ${working}`, but: [...waiting, ...others] };
}

/**
 * The sentence for a machine on which no agent's file names snapveil. An agent with hooks in a file of its own, such as
 * docker-agent, may start snapveil all the same, so the newest checkpoint is told.
 */
function withoutStarter(newest: State["newest"]): string {
  if (!newest) return "not on yet: no agent starts it. Begin with: snapveil install";
  const whose = newest.agent === undefined ? "" : ` of ${printable(newest.agent)}`;
  return (
    `not registered with an agent of this machine; the newest checkpoint here${whose} is from ` +
    `${localTime(newest.createdAt)}. Register: snapveil install`
  );
}

/** Whether an agent runs snapveil's hooks, as far as files tell. */
export function works({ isIdle, awaits }: State["starters"][number]): boolean {
  return !isIdle && awaits === undefined;
}

/**
 * One line that tells a person the state of snapveil in a folder, and what happened today; below it a line for each
 * agent of which it does not hold.
 */
export function stateLines(state: State, here: RecordedHere, today: GuardCounts): string {
  const is = `snapveil is ${stateInWords(state)}`;
  if (isOn(state)) {
    const { is: on, but } = answerOf(state);
    return [[`snapveil is ${on}`, ...todayInWords(today, here), ...undoHere(here)].join(" · "), ...but].join("\n");
  }
  return ["ready", "going on", "all undone"].includes(here.undo) ? `${is}\n${undoInWords(here).join(" · ")}` : is;
}

/** Whether an undo is ready and what is still open; in a folder that is not recorded, the reason and the way. */
function undoHere(here: RecordedHere): readonly string[] {
  const [undo, ...open] = undoInWords(here);
  return [`${undo}${here.undo === "not here" ? ": not a git folder; `snapveil track .`" : ""}`, ...open];
}

/** `2 turns today`, `3 secrets hidden today`, `1 call refused today`; what did not happen is left out. */
function todayInWords({ refused, asked, redactions }: GuardCounts, { turns = 0 }: RecordedHere): string[] {
  const secrets = Object.values(redactions).reduce((sum, count) => sum + count, 0);
  return [
    ...(turns > 0 ? [`${counted(turns, "turn")} today`] : []),
    ...(secrets > 0 ? [`${counted(secrets, "secret")} hidden today`] : []),
    ...(refused > 0 ? [`${counted(refused, "call")} refused today`] : []),
    ...(asked > 0 ? [`${counted(asked, "call")} asked about today`] : []),
  ];
}
