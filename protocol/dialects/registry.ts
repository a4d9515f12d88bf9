import type { Dialect } from "../dialect.ts";

/** Every dialect, by the name that `--agent` takes; only the one that is spoken is loaded. */
export const DIALECTS = {
  "docker-agent": () => import("./docker-agent.ts"),
  "claude-code": () => import("./claude-code.ts"),
  "claude-like": () => import("./claude-like.ts"),
} as const satisfies Record<string, () => Promise<{ default: Dialect }>>;

export type DialectName = keyof typeof DIALECTS;

export function isDialectName(name: string): name is DialectName {
  return Object.hasOwn(DIALECTS, name);
}
