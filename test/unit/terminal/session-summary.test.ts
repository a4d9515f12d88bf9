import { expect, test } from "vitest";

import type { LogEntry } from "../../../builtins/event-log/entry.ts";
import { countGuards, statusLine } from "../../../terminal/session-summary.ts";

const entry = (more: Partial<LogEntry>): LogEntry =>
  ({ time: "2026-11-27T10:00:00.000Z", agent: "codex", event: "e", canonical: [], ...more }) as LogEntry;
const token = { guard: "redact_secrets", kind: "github-token", excerpt: "gh…o3" };
const harm = { guard: "block_destructive", kind: "home" };

test("a session's numbers count each answer once, and a secret that is taken out again and again as one", () => {
  const counts = countGuards([
    entry({ verdict: "deny", found: [harm, harm] }),
    entry({ verdict: "block", found: [token] }),
    entry({ verdict: "ask", found: [harm] }),
    entry({ verdict: "allow", found: [harm] }),
    entry({ verdict: "deny", found: [{ kind: "x" }] }),
    entry({ rewrites: ["toolResponse"], found: [token] }),
    entry({ rewrites: ["messages"], found: [token, { ...token, excerpt: "gh…9z" }] }),
    entry({ found: [token] }),
  ]);
  expect(counts).toEqual({
    refused: 3,
    asked: 1,
    guards: { block_destructive: 2, redact_secrets: 1, another: 1 },
    redactions: { "github-token": 2 },
  });
  expect(statusLine("ready", counts)).toBe("undo ready · 2 secrets hidden · 3 refused · 1 asked");
  expect(statusLine("damaged", countGuards([]))).toBe("undo damaged: snapveil verify");
});
