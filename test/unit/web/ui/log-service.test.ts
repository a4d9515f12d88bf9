import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { LogService } from "../../../../web/ui/log-service.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "log-service-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, "events.jsonl");
const write = (id: string, more: object) =>
  appendFileSync(
    file(),
    `${JSON.stringify({ id, time: `2026-01-0${id}T10:00:00Z`, agent: "codex", event: "Stop", canonical: [], ...more })}\n`,
  );

const EVENTS = [
  { agent: "claude-code", event: "PreToolUse", verdict: "deny", tool: "Bash", command: "RM x", session: "s1" },
  { verdict: "ask" },
  { verdict: "allow" },
  { event: "PostToolUse", rewrites: ["toolResponse"] },
  { rewrites: [] },
];

test.each([
  ["", "54321"],
  ["event=Stop", "532"],
  ["agent=claude-code", "1"],
  ["answer=refused", "21"],
  ["answer=changed", "4"],
  ["text=bash", "1"],
  ["text=rm%20X", "1"],
  ["text=S1", "1"],
  ["text=Stop", ""],
  ["day=2026-01-02", "2"],
  ["agent=codex&answer=refused", "2"],
])("the log of the page holds what was asked for, newest first: %s", (query, ids) => {
  for (const [at, more] of EVENTS.entries()) write(String(at + 1), more);
  const view = new LogService([file()]).view(new URLSearchParams(query));
  expect(view.rows.map(({ time }) => time[9]).join("")).toBe(ids);
  expect(view.count).toBe(ids.length);
  expect([view.events, view.agents]).toEqual([
    ["PostToolUse", "PreToolUse", "Stop"],
    ["claude-code", "codex"],
  ]);
});

test("its days count all that fits, whatever day is looked at, and it grows with the file", () => {
  const service = new LogService([file()]);
  for (const [at, more] of EVENTS.slice(0, 2).entries()) write(String(at + 1), more);
  service.view(new URLSearchParams());
  write("2", { id: "x", verdict: "allow", time: "2026-01-02T11:00:00Z" });
  expect(service.view(new URLSearchParams("day=2026-01-01"))).toMatchObject({
    count: 1,
    days: [
      { day: "2026-01-01", events: 1, refused: 1 },
      { day: "2026-01-02", events: 2, refused: 1 },
    ],
  });
});

test("a long log is sent in part, and counted whole", () => {
  for (let n = 0; n < 301; n += 1) write("1", { id: `n${n}`, tool: `n${n}` });
  const { rows, count } = new LogService([file()]).view(new URLSearchParams());
  expect([rows.length, count, rows[0]!.tool]).toEqual([300, 301, "n300"]);
});
