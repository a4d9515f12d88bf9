import type { Dialect } from "./dialect.ts";
import type { DialectName } from "./dialect-name.ts";
import dockerAgent from "../docker-agent.ts";

/**
 * A dialect: docker-agent's, which is the form of hand-written events too, is always here, and most events are of the
 * first two.
 */
export async function loadDialect(name: DialectName): Promise<Dialect> {
  if (name === "docker-agent") return dockerAgent;
  if (name === "claude-code") return (await import("../claude-code.ts")).default;
  const { DIALECTS } = await import("../registry.ts");
  return (await DIALECTS[name]()).default;
}

/** Tells the many agents apart. Most events do not need it: `--agent` names their agent, or the payload is plain. */
export const loadRecogniseAgent = () => import("./recognise-agent.ts");
