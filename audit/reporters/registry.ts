import type { AuditReport } from "../audit-report.ts";

/** Turns a report into text that ends with a newline. It never holds a secret. `color` where a terminal reads it. */
export type Reporter = (report: AuditReport, context: ReporterContext) => string;

interface ReporterContext {
  readonly version: string;
  readonly color: boolean;
}

/** Format → reporter. */
export const REPORTERS = {
  pretty: () => import("./pretty.ts"),
  json: () => import("./json.ts"),
  sarif: () => import("./sarif.ts"),
  github: () => import("./github.ts"),
  markdown: () => import("./markdown.ts"),
} as const satisfies Record<string, () => Promise<{ default: Reporter }>>;
