import { expect, test } from "vitest";

import { localTime } from "../../../kit/local-time.ts";
import type { Checkpoint } from "../../../shadow-repo/journal/checkpoint.ts";
import type { LogEntry } from "../../../builtins/event-log/entry.ts";
import { countGuards, describeSummary, statusLine, summarize } from "../../../terminal/session-summary.ts";

const entry = (more: Partial<LogEntry>): LogEntry =>
  ({ time: "2026-11-27T10:00:00.000Z", agent: "codex", event: "e", canonical: [], ...more }) as LogEntry;
const token = { guard: "redact_secrets", kind: "github-token", excerpt: "gh…o3" };
const CLOSED = { prompts: 0, calls: 0 };
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
  expect(statusLine({ undo: "ready", open: CLOSED }, counts)).toBe(
    "undo ready · 2 secrets hidden · 3 refused · 1 asked",
  );
  expect(statusLine({ undo: "damaged", open: CLOSED }, countGuards([]))).toBe("undo damaged: snapveil verify");
});

test.each([
  ["nothing yet", "nothing to undo yet"],
  ["all undone", "all undone: redo ready"],
  ["not here", "no undo here"],
  ["not recorded", "not recorded"],
] as const)("where the state is %j the line says so", (undo, line) => {
  expect(statusLine({ undo, open: CLOSED }, countGuards([]))).toBe(line);
});

test.each([
  ["ready", { prompts: 2, calls: 1 }, "undo ready · 2 turns still open"],
  ["going on", { prompts: 1, calls: 0 }, "1 turn still open"],
  ["going on", { prompts: 0, calls: 1 }, "1 call still open"],
] as const)("where the state is %j and %j are open, the line tells what is open", (undo, open, line) => {
  expect(statusLine({ undo, open }, countGuards([]))).toBe(line);
});

test("a summary counts turns and calls, and each file once", () => {
  const step = (scope: string, at: string, ...paths: string[]) =>
    ({ scope, created_at: at, agent: "codex", files: paths.map((path) => ({ path })) }) as unknown as Checkpoint;
  const steps = [step("tool", "2026-01-01T08:00:00Z", "b", "a"), step("turn", "2026-01-01T09:00:00Z", "a")];
  const answers = [entry({ verdict: "deny", found: [harm] }), entry({ rewrites: ["prompt"], found: [token] })];
  expect(describeSummary(summarize("s", steps, answers))).toBe(
    "Session  s of codex\n" +
      `When     ${localTime("2026-01-01T08:00:00Z")} to ${localTime("2026-11-27T10:00:00Z")}\n` +
      "Turns    1 turn and 1 call that changed 2 files\n" +
      "Guards   1 refused, 0 asked about: block_destructive 1\n" +
      "Secrets  1 taken out: github-token 1\n",
  );
  expect(describeSummary(summarize("s", [steps[0]!], []))).toContain(
    `When     ${localTime("2026-01-01T08:00:00Z")}\nTurns`,
  );
  const undone = [...steps, { ...step("turn", "2026-01-01T09:30:00Z", "c"), undone: true as const }];
  expect(describeSummary(summarize("s", undone, []))).toContain(
    "Turns    2 turns and 1 call that changed 3 files; 1 turn undone\n",
  );
  // A refusal before the first checkpoint, or after the last one, is a part of the session.
  expect(summarize("s", [], answers)).toMatchObject({ from: answers[0]!.time, to: answers[0]!.time });
  expect(describeSummary(summarize(null, [], []))).toBe("There is no session here yet.\n");
});
