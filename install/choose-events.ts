import { builtinNamed } from "../builtins/registry.ts";
import { planned } from "../hook/plan.ts";
import type { Dialect } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Settings } from "../worktree/settings.ts";
import type { Installer } from "../agents/formats/installer.ts";
import { legOf, type Leg } from "./legs.ts";

/** An event that is worth a process. */
export interface ChosenEvent {
  readonly name: string;
  readonly isTool: boolean;
  /**
   * Whether a session or a turn begins with it: texts are gathered and a whole folder may be recorded for the first
   * time.
   */
  readonly isOpening: boolean;
  /** Whether a hook of it talks to a server of the user's, perhaps over TLS with a certificate of their own. */
  readonly talks: boolean;
}

/**
 * The agent's events at which something of ours would run and be heard, in the dialect's order. Each costs the agent a
 * process, so what the agent takes no answer to is left out, unless there is something to be recorded.
 */
export function chooseEvents(
  dialect: Dialect,
  { leavesOut }: Pick<Installer, "leavesOut">,
  settings: Settings,
  legs: readonly Leg[],
): ChosenEvent[] {
  return dialect.events.flatMap((name) => {
    if (leavesOut?.(name)) return [];
    const events = dialect.decode({}, name);
    const used = events.filter((event) => isUsed(event, name, dialect, settings, legs));
    if (used.length === 0) return [];
    const names = new Set(events.map((event) => event.name));
    const isTool =
      [
        "pre_tool_use",
        "post_tool_use",
        "tool_input_transform",
        "tool_response_transform",
        "tool_guard",
        "permission_request",
      ].some((tool) => names.has(tool as HookEvent["name"])) && !/batch$/i.test(name);
    return [
      {
        name,
        isTool,
        isOpening: names.has("session_start") || names.has("turn_start"),
        talks: names.has("on_agent_switch"),
      },
    ];
  });
}

function isUsed(
  event: HookEvent,
  wireName: string,
  dialect: Dialect,
  settings: Settings,
  legs: readonly Leg[],
): boolean {
  const carriage = dialect.carries(wireName, {}, settings);
  const isHeard =
    (carriage.refusal || carriage.rewrite.length > 0 || carriage.context || carriage.notice) &&
    carriage.lost !== "ignore";
  const canonical = [event.name, ...(event.opens ?? [])];
  return canonical.some((name) =>
    planned(name, settings).some((entry) => {
      const builtin = builtinNamed(entry.name);
      const leg = builtin && legOf(builtin.name, name);
      if (!builtin || (legs.length > 0 && (leg === undefined || !legs.includes(leg)))) return false;
      const isOpened = name !== event.name;
      if (isOpened && builtin.events) return false; // what records or guards has events of its own for that
      if (builtin.events && !builtin.events.includes(event.name)) return false;
      if (builtin.name === "max_iterations")
        return event.countsRound !== undefined || name === "before_llm_call" || dialect.name === "cline";
      if (leg === "context") return carriage.context;
      return leg === "snapshot" || leg === undefined || isHeard;
    }),
  );
}
