import type { Reporter } from "./reporter.ts";

/** Format → reporter. */
export const REPORTERS = {
  pretty: () => import("./pretty.ts"),
  json: () => import("./json.ts"),
  sarif: () => import("./sarif.ts"),
  github: () => import("./github.ts"),
  markdown: () => import("./markdown.ts"),
} as const satisfies Record<string, () => Promise<{ default: Reporter }>>;
