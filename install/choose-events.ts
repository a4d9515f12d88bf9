import { builtinNamed, isCarried, isGuarded, planned, type Builtin, type Leg } from "../builtins/doors/table.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import type { Agent } from "../agents/codec/agent.ts";
import type { Capabilities } from "../agents/codec/dialect.ts";
import { subjectOf } from "../agents/codec/events.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Installer } from "../agents/formats/installer.ts";
import { legOf } from "./legs.ts";

/** An event at which the agent should start a hook. */
export interface ChosenEvent {
  readonly name: string;
  readonly isTool: boolean;
  /**
   * Whether a session or a turn begins with the event. Its hook gets a longer timeout, since it gathers texts and may
   * record a whole folder for the first time.
   */
  readonly isOpening: boolean;
  /**
   * Whether the event has to be refused if its hook fails: true if a guard runs at the event and the agent lets a hook
   * stop the event.
   */
  readonly isClosed: boolean;
  /**
   * Whether a builtin at the event sends requests to a server of the user, perhaps with the user's own TLS
   * certificates.
   */
  readonly talks: boolean;
}

/**
 * The agent's events at which a builtin has work and the agent uses its answer, in the order of the agent's table. Each
 * hook costs a process, so an event whose answer the agent ignores is left out, unless a builtin makes a record at the
 * event.
 * @param legs the legs to register; empty for all
 */
export function chooseEvents(
  agent: Agent,
  { leavesOut }: Pick<Installer, "leavesOut">,
  settings: Settings,
  legs: readonly Leg[],
): ChosenEvent[] {
  return agent.events.flatMap((name) => {
    if (leavesOut?.(name)) return [];
    const events = agent.decode({}, name);
    const used = events.filter((event) => isUsed(event, name, agent, settings, legs));
    if (used.length === 0) return [];
    const names = new Set(events.map((event) => event.name));
    const subjects = new Set([...names].map(subjectOf));
    const isTool = (subjects.has("call") || subjects.has("result")) && !/batch$/i.test(name);
    return [
      {
        name,
        isTool,
        isOpening: names.has("session_start") || names.has("turn_start"),
        isClosed: [...names].some((one) => isGuarded(one, settings)) && canHoldBack(agent.carries(name, {}, settings)),
        talks: [...names].some((event) => planned(event, settings).some((entry) => builtinNamed(entry.name)?.talks)),
      },
    ];
  });
}

/** Whether a hook can stop the event. False for the end of a turn, where a refusal makes the agent go on. */
function canHoldBack({ refusal, rewrite, lost }: Capabilities): boolean {
  return (refusal && lost !== "ignore") || rewrite.includes("toolResponse");
}

function isUsed(event: HookEvent, wireName: string, agent: Agent, settings: Settings, legs: readonly Leg[]): boolean {
  if (event.losesContext && isTelling(settings, legs)) return true;
  const capabilities = agent.carries(wireName, {}, settings);
  return [event.name, ...(event.opens ?? [])].some((name) =>
    planned(name, settings).some((entry) => {
      const builtin = builtinNamed(entry.name);
      const leg = builtin && legOf(builtin, name);
      if (!builtin || (legs.length > 0 && (leg === undefined || !legs.includes(leg)))) return false;
      return runsAt(builtin, leg, event, name) && isHeard(builtin, leg, name, capabilities);
    }),
  );
}

/** Whether a builtin for a canonical event has work at the agent's event. */
function runsAt(builtin: Builtin, leg: Leg | undefined, event: HookEvent, name: string): boolean {
  if (builtin.whereHooksChange && !event.readsHooksAnew) return false;
  // If the event stands in for the start of a session or turn, recorders and guards do not run: they run at the start
  // itself.
  if (builtin.events && (name !== event.name || !builtin.events.includes(event.name))) return false;
  // Omitting this hook saves docker-agent one of six processes around each call.
  if (leg === "snapshot" && name === "turn_end" && event.endsWithNext) return false;
  if (!builtin.countsRounds) return true;
  return event.countsRound !== undefined || name === "before_llm_call" || event.sendsRounds === true;
}

/**
 * Whether the agent uses a builtin's answer. True for recorders, counters and builtins without a leg, which have work
 * even if the agent ignores their answer.
 */
function isHeard(builtin: Builtin, leg: Leg | undefined, name: string, capabilities: Capabilities): boolean {
  if (!isCarried(builtin, name, () => capabilities)) return false;
  if (builtin.countsRounds || leg === "snapshot" || leg === undefined) return true;
  return leg === "context" ? capabilities.context : takesAnswer(capabilities);
}

function takesAnswer({ refusal, rewrite, tries, context, notice, lost }: Capabilities): boolean {
  return lost !== "ignore" && (refusal || rewrite.length > 0 || tries !== undefined || context || notice);
}

/** Whether a builtin tells the model texts that a summary of the conversation would remove. */
function isTelling(settings: Settings, legs: readonly Leg[]): boolean {
  if (legs.length > 0 && !legs.includes("context")) return false;
  return (["session_start", "turn_start"] as const).some((name) =>
    planned(name, settings).some((entry) => builtinNamed(entry.name)?.leg === "context"),
  );
}
