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

/** The event's key in the file; that lane of `pre_tool_use` stands under the event's own. */
const keyOf = (event: string) => (event === PREEMPT ? "pre_tool_use" : event);

/** A set of events that docker-agent got in one release: each release takes its file whole, or skips it whole. */
interface DropIn {
  readonly name: string;
  /** The releases that read the file, in words. */
  readonly releases: string;
  readonly events: readonly string[];
  /**
   * The file is for releases before 1.137 only: these take a negative timeout for 60 s, later ones refuse the file.
   * Later ones have `tool_input_transform`, and would deny snapveil's own rewrite at `pre_tool_use`.
   */
  readonly isOlder?: true;
}

/**
 * docker-agent reads a drop-in strictly: one event that a release does not know, or one list of the wrong shape, and it
 * skips the whole file with a line in its log.
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
  // Earlier versions of snapveil wrote this file; it is deleted.
  { name: "snapveil-prompts.yaml", releases: "1.100 and later", events: [] },
];

/** Lists of groups with a matcher; every other event is a list of hooks. */
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
      // Both lanes stand under one key.
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

/** The reason why releases that are to read a drop-in of snapveil's would skip it. */
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
 * A fault that leaves the lane for unattended calls unguarded. Its payload is that of the other lane, so a line that
 * does not name its lane answers with a rewrite, which is ignored there.
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
  // The guard sees snapveil's own rewrite, and would deny it.
  leavesOut: (event) => event === "tool_guard",
  namesEvent: (event) => event === PREEMPT,
  // A long conversation can make an answer that newer releases refuse; they would then send the conversation unchanged.
  closing: { on_error: "block" },
  // A failed hook refuses a call anyway, and nothing refuses an output.
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
