import type { Dialect } from "../dialect.ts";
import dockerAgent from "./docker-agent.ts";

/** Every dialect, by the name that `--agent` takes; only the one that is spoken is loaded, beside docker-agent's, which is the form of hand-written events too. */
export const DIALECTS = {
  "docker-agent": async () => ({ default: dockerAgent }),
  "claude-code": () => import("./claude-code.ts"),
  "claude-like": () => import("./claude-like.ts"),
} as const satisfies Record<string, () => Promise<{ default: Dialect }>>;

export type DialectName = keyof typeof DIALECTS;

export function isDialectName(name: string): name is DialectName {
  return Object.hasOwn(DIALECTS, name);
}
