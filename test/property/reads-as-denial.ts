import { isObject, type Json } from "../../kit/json.ts";
import type { Reply } from "../../agents/codec/dialect.ts";
import type { AgentName } from "../../agents/registry.ts";

/** Agents that may take any exit code but 0 for a denial, some of them only where a person has set that. */
const ANY_FAILURE: ReadonlySet<AgentName> = new Set([
  "docker-agent",
  "copilot-cli",
  "cursor",
  "generic",
  "hermes",
  "junie",
  "antigravity",
  "opencode",
  "kilo",
  "claude-mod",
  "pi",
]);
/** Agents to which no exit code is a denial. */
const NO_FAILURE: ReadonlySet<AgentName> = new Set(["cline", "cline-vscode", "vibe"]);
/** Further codes that stop something. */
const MORE: Partial<Record<AgentName, readonly number[]>> = { crush: [49], droid: [3], "gemini-cli": [3, 127] };

/**
 * Whether an agent would refuse, stop or withhold something because of a reply. Written down apart from the dialects,
 * from what is known of the agents' exit codes and of the words of their answers.
 */
export function readsAsDenial(agent: AgentName, { stdout, exitCode }: Reply): boolean {
  if (exitCode !== 0 && ANY_FAILURE.has(agent)) return true;
  if (exitCode === 2 && !NO_FAILURE.has(agent)) return true;
  return (MORE[agent] ?? []).includes(exitCode) || (stdout.startsWith("{") && saysNo(JSON.parse(stdout) as Json));
}

function saysNo(answer: Json): boolean {
  if (!isObject(answer)) return false;
  return Object.entries(answer).some(([key, value]) => {
    if (/^(decision|permission_?decision|permission|behavior|action)$/i.test(key) && typeof value === "string")
      return /^(deny|block|reject)$/.test(value);
    if (key === "continue") return value === false;
    if (key === "cancel") return value === true;
    return key === "block" || saysNo(value);
  });
}
