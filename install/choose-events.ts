import { builtinNamed, isCarried, isGuarded, planned, type Builtin, type Leg } from "../builtins/doors/table.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import type { Agent } from "../agents/codec/agent.ts";
import type { Capabilities } from "../agents/codec/dialect.ts";
import { subjectOf } from "../agents/codec/events.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Installer } from "../agents/formats/installer.ts";
import { legOf } from "./legs.ts";

/** An event that is worth a process. */
export interface ChosenEvent {
  readonly name: string;
  readonly isTool: boolean;
  /**
   * Whether a session or a turn begins with the event: texts are gathered and a whole folder may be recorded for the
   * first time.
   */
  readonly isOpening: boolean;
  /**
   * Whether a failure of the event's hook refuses it: a guard runs there, and the agent lets a hook hold the event
   * back.
   */
  readonly isClosed: boolean;
  /** Whether a hook of the event talks to a server of the user's, perhaps over TLS with a certificate of their own. */
  readonly talks: boolean;
}

/**
 * The agent's events at which a builtin would run and be heard, in the order of the agent's table. Each costs the agent
 * a process, so an event to which the agent takes no answer is left out, unless a builtin records at it.
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

/** An end of a turn is not: there a refusal makes the agent go on. */
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
      return runsAt(builtin, leg, event, name) && isHeard(builtin, leg, capabilities);
    }),
  );
}

/** Whether a builtin of a canonical event has something to do at the agent's event. */
function runsAt(builtin: Builtin, leg: Leg | undefined, event: HookEvent, name: string): boolean {
  if (builtin.whereHooksChange && !event.readsHooksAnew) return false;
  // Recorders and guards have events of their own for an event that another one opens.
  if (builtin.events && (name !== event.name || !builtin.events.includes(event.name))) return false;
  // One of six hooks that docker-agent would start around each call.
  if (leg === "snapshot" && name === "turn_end" && event.endsWithNext) return false;
  if (!builtin.countsRounds) return true;
  return event.countsRound !== undefined || name === "before_llm_call" || event.sendsRounds === true;
}

/** Whether the agent takes a builtin's answer; a recorder, a counter and a builtin without a leg need none. */
function isHeard(builtin: Builtin, leg: Leg | undefined, capabilities: Capabilities): boolean {
  if (!isCarried(builtin, () => capabilities)) return false;
  if (builtin.countsRounds || leg === "snapshot" || leg === undefined) return true;
  return leg === "context" ? capabilities.context : takesAnswer(capabilities);
}

function takesAnswer({ refusal, rewrite, tries, context, notice, lost }: Capabilities): boolean {
  return lost !== "ignore" && (refusal || rewrite.length > 0 || tries !== undefined || context || notice);
}

/** Whether the model is told a text that it would miss after a summary. */
function isTelling(settings: Settings, legs: readonly Leg[]): boolean {
  if (legs.length > 0 && !legs.includes("context")) return false;
  return (["session_start", "turn_start"] as const).some((name) =>
    planned(name, settings).some((entry) => builtinNamed(entry.name)?.leg === "context"),
  );
}
