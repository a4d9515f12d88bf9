import { join } from "node:path";

import { stringify } from "yaml";

import type { JsonObject } from "../../kit/json.ts";
import type { ConfigFile, Entry } from "../config-file.ts";
import { ownYaml } from "../formats/own-file.ts";
import type { Installer, Where } from "../installer.ts";
import { byEvent, SECONDS } from "../shapes.ts";

const configHome = ({ env, home }: Where): string => env["DOCKER_AGENT_CONFIG_DIR"] || env["CAGENT_CONFIG_DIR"] || join(home, ".config", "cagent");

/** A drop-in with one event that a release does not know is left out as a whole, so newer events have files of their own. */
const NEWER: Readonly<Record<string, string>> = {
  user_followup_submit: "-prompts",
  user_steering_messages_submit: "-prompts",
  tool_input_transform: "-transform",
};

/** A long conversation can make an answer that newer releases refuse; without `on_error` they would then send it as it was. */
function item({ event, command, seconds, isTool, env }: Entry): JsonObject {
  const guards = event === "before_llm_call" && { on_error: "block" };
  const hook = { type: "command", command, timeout: event === "on_agent_switch" ? 60 : seconds, ...(env && { env: { ...env } }), ...guards };
  return isTool ? { matcher: "*", hooks: [hook] } : hook;
}

function files(where: Where, events: readonly string[]): ConfigFile[] {
  const write = (entries: readonly Entry[]) => `# Written by snapveil install; snapveil uninstall takes it away.\n${stringify(byEvent(entries, item), { lineWidth: 0 })}`;
  return ["", "-prompts", "-transform"].map((ending) => ({
    path: join(configHome(where), "hooks.d", `snapveil${ending}.yaml`),
    format: ownYaml(events, write),
    holds: (event) => (NEWER[event] ?? "") === ending,
  }));
}

const dockerAgent: Installer = {
  agent: "docker-agent",
  files: { user: files },
  without: { project: "docker-agent reads a project's hooks from the agent's own YAML, which is yours to write. For all agents: snapveil install docker-agent" },
  folders: (where) => [configHome(where), join(where.home, ".cagent")],
  shell: "user",
  takesEnv: true,
  unit: SECONDS,
  toDo: ["The drop-ins are read by `run` and `--exec`; `serve` does not read them."],
};
export default dockerAgent;
