import { basename, join } from "node:path";

import { parse, stringify } from "yaml";

import { isObject, type JsonObject } from "../kit/json.ts";
import { PREEMPT } from "./docker-agent.ts";
import { ownerOf } from "./formats/own-line.ts";
import type { ConfigFile, Entry } from "./formats/config-file.ts";
import { ownYaml } from "./formats/own-file.ts";
import { defineInstaller, configPath, type Where } from "./formats/installer.ts";
import { byEvent } from "./formats/shapes.ts";

const CONFIG = "${DOCKER_AGENT_CONFIG_DIR:-${CAGENT_CONFIG_DIR:-~/.config/cagent}}";

/** The key of an event in the file: hooks of `preempt_yolo` are groups under `pre_tool_use`. */
const keyOf = (event: string) => (event === PREEMPT ? "pre_tool_use" : event);

/** A file for the events that docker-agent got in one release. A release loads such a file whole or skips it whole. */
interface DropIn {
  readonly name: string;
  /** The releases that load the file, in words. */
  readonly releases: string;
  readonly events: readonly string[];
  /**
   * The file is for releases before 1.137 only. Its negative timeout means 60 s to these releases and makes later
   * releases reject the file. Later releases must reject it: they have `tool_input_transform`, and snapveil's guard at
   * `pre_tool_use` would deny snapveil's own rewrite.
   */
  readonly isOlder?: true;
}

/**
 * docker-agent checks each file strictly: if a release does not know one event, or one list has the wrong form, it
 * skips the whole file and only logs a line.
 */
const DROP_INS: readonly DropIn[] = [
  {
    name: "snapveil.yaml",
    releases: "1.100 and later",
    events: [
      "session_start",
      "session_end",
      "user_prompt_submit",
      "user_followup_submit",
      "user_steering_messages_submit",
      "turn_start",
      "turn_end",
      "before_llm_call",
      "tool_response_transform",
      "post_tool_use",
      "on_agent_switch",
    ],
  },
  { name: "snapveil-before-1.137.yaml", releases: "1.100 to 1.136", events: ["pre_tool_use", PREEMPT], isOlder: true },
  { name: "snapveil-transform.yaml", releases: "1.137 and later", events: ["tool_input_transform"] },
  // Earlier versions of snapveil wrote this file. It has no events now, so it is deleted.
  { name: "snapveil-prompts.yaml", releases: "1.100 and later", events: [] },
];

/** Events whose value is a list of groups with a matcher. The value of every other event is a list of hooks. */
const TOOL_EVENTS = new Set([
  "pre_tool_use",
  "post_tool_use",
  "tool_response_transform",
  "tool_input_transform",
  "tool_guard",
  "permission_request",
]);

function item({ event, command, seconds, env, closing }: Entry, isOlder: boolean): JsonObject {
  const timeout = isOlder ? -1 : event === "on_agent_switch" ? 60 : seconds;
  const hook = {
    type: "command",
    command,
    timeout,
    ...(env && { env: { ...env } }),
    ...closing,
  };
  return TOOL_EVENTS.has(keyOf(event))
    ? { matcher: "*", ...(event === PREEMPT && { preempt_yolo: true }), hooks: [hook] }
    : hook;
}

function files(where: Where, events: readonly string[]): ConfigFile[] {
  return DROP_INS.map(({ name, events: held, isOlder = false }) => {
    const write = (entries: readonly Entry[]) => {
      // Hooks of `pre_tool_use` and `preempt_yolo` stand under the same key.
      const lists = Object.entries(byEvent(entries, (entry) => item(entry, isOlder))) as [string, JsonObject[]][];
      const byKey = new Map<string, JsonObject[]>();
      for (const [event, list] of lists) byKey.set(keyOf(event), [...(byKey.get(keyOf(event)) ?? []), ...list]);
      return (
        "# Written by snapveil install; snapveil uninstall takes it away.\n" +
        stringify(Object.fromEntries(byKey), { lineWidth: 0 })
      );
    };
    return {
      path: join(configPath(CONFIG, where), "hooks.d", name),
      format: ownYaml(events, write),
      holds: (event) => held.includes(event),
    };
  });
}

/** The reason why the releases for which a file is written would skip it; `undefined` if they load it. */
function refuses(path: string, text: string): string | undefined {
  const name = basename(path);
  const dropIn = DROP_INS.find((one) => one.name === name);
  const root = parse(text) as unknown;
  if (!dropIn || !isObject(root as JsonObject)) return undefined;
  const skipped = (what: string) =>
    `docker-agent ${dropIn.releases} skips ${name} as a whole, and with it every hook in it: ${what}.`;
  const known = new Set(dropIn.events.map(keyOf));
  for (const [event, list] of Object.entries(root as JsonObject)) {
    if (!known.has(event)) return skipped(`not all of these releases know "${event}", or it stands in another file`);
    const items = Array.isArray(list) ? list : [list];
    const hasGroups = items.every((one) => isObject(one) && Array.isArray(one["hooks"]));
    if (TOOL_EVENTS.has(event) && !hasGroups) return skipped(`"${event}" has to be a list of matchers with hooks`);
    const isFlat = items.every(
      (one) => isObject(one) && one["hooks"] === undefined && typeof one["command"] === "string",
    );
    if (!TOOL_EVENTS.has(event) && !isFlat) return skipped(`"${event}" has to be a list of hooks`);
    if (!dropIn.isOlder && hasNegativeTimeout(items)) return skipped(`a timeout of "${event}" is negative`);
  }
  return dropIn.isOlder ? lacksLane(name, dropIn.releases, root as JsonObject) : undefined;
}

/**
 * The reason why calls that docker-agent approves by itself are not guarded; `undefined` if they are guarded. The
 * payload does not say whether it belongs to `preempt_yolo`, so a command without `--event preempt_yolo` would answer
 * with a rewrite, which docker-agent ignores at `preempt_yolo`.
 */
function lacksLane(name: string, releases: string, { pre_tool_use: list }: JsonObject): string | undefined {
  const groups = Array.isArray(list) ? list.filter(isObject) : [];
  const commands = (isLane: boolean) =>
    groups
      .filter((group) => (group["preempt_yolo"] === true) === isLane)
      .flatMap(({ hooks }) => (Array.isArray(hooks) ? hooks.filter(isObject) : []))
      .flatMap(({ command }) => (typeof command === "string" && ownerOf(command) ? [command] : []));
  const lane = commands(true);
  const calls = `calls that docker-agent ${releases} approves by itself`;
  if (lane.length === 0 && commands(false).length > 0)
    return `${name} is not asked about ${calls}: no entry in it has "preempt_yolo: true".`;
  return lane.every((command) => command.includes(PREEMPT))
    ? undefined
    : `What ${name} answers about ${calls} is ignored: a line below "preempt_yolo: true" lacks --event ${PREEMPT}.`;
}

function hasNegativeTimeout(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNegativeTimeout);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) =>
    key === "timeout" ? Number(inner) < 0 : hasNegativeTimeout(inner),
  );
}

export default defineInstaller({
  agent: "docker-agent",
  files: { user: files },
  without: {
    project:
      "docker-agent reads a project's hooks from the agent's own YAML, which is yours to write. For all agents: " +
      "snapveil install docker-agent",
  },
  folders: [CONFIG, "~/.cagent"],
  sessions: ["${DOCKER_AGENT_DATA_DIR:-~/.cagent}/session*"],
  shell: "user",
  takesEnv: true,
  // At this event snapveil would see its own rewrite and deny the call.
  leavesOut: (event) => event === "tool_guard",
  namesEvent: (event) => event === PREEMPT,
  // An answer with a long conversation can be too long for newer releases. Without the key `on_error` these releases
  // would send the unredacted conversation.
  closing: { on_error: "block" },
  // At `pre_tool_use` a failed hook refuses the call anyway, and an output cannot be refused at all.
  isSettled: (event) => keyOf(event) === "pre_tool_use" || event === "tool_response_transform",
  refuses,
  toDo: [
    "The drop-ins are read by `run` and `--exec` of docker-agent 1.100 and later; `serve` does not read them. " +
      "1.97 to 1.99 read only `settings.hooks` in config.yaml, older ones only the agent's own YAML: copy the " +
      "hooks there by hand.",
  ],
  shown: { user: "`~/.config/cagent/hooks.d/snapveil.yaml` and two more beside it" },
  toKnow:
    "one file for each set of releases, for a release skips a file whole that it does not read: `snapveil.yaml` " +
    "from 1.100 on, `snapveil-before-1.137.yaml` up to 1.136, `snapveil-transform.yaml` from 1.137 on; 1.97 to " +
    "1.99 read only `settings.hooks` in `config.yaml`, older ones only the agent's own YAML",
});
