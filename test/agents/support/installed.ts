import { REAL_AGENTS } from "../agents/registry.ts";
import type { RealAgent } from "./real-agent.ts";

/** Names of agents that `run.ts` installed, for the tests that it starts. */
export const VARIABLE = "SNAPVEIL_TEST_AGENTS";

export function installedAgents(): readonly RealAgent[] {
  const names = (process.env[VARIABLE] ?? "").split(",");
  return REAL_AGENTS.filter(({ name }) => names.includes(name));
}
