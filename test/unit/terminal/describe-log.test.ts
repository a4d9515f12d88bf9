import { describe, expect, test } from "vitest";

import type { LogEntry } from "../../../builtins/event-log/entry.ts";
import { describeLog, describeRefusal } from "../../../terminal/describe-log.ts";
import { PLAIN } from "../../../terminal/display.ts";
import { widthOf } from "../../../terminal/text-width.ts";

const entry = (more: Partial<LogEntry>): LogEntry =>
  ({
    time: "2026-11-27T10:00:00.000Z",
    agent: "claude-code",
    session: "0a1b2c3d-0000-4000-8000-000000000000",
    event: "PreToolUse",
    ...more,
  }) as LogEntry;
const LONG = entry({
  tool: "Bash",
  verdict: "deny",
  command: "rm -rf ~/projects/one ~/projects/two",
  reason: "snapveil stopped this command, since it deletes what no checkpoint holds.",
});
const SHORT = entry({ event: "Stop" });
const shown = (columns: number) =>
  describeLog([LONG, SHORT], { columns, rows: 24, style: PLAIN }).trimEnd().split("\n");

describe("the log", () => {
  test.each([40, 80, 132, 300])("fits a terminal of %i columns, and says all of it", (columns) => {
    const lines = shown(columns);
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    const words = lines.join(" ").split(/\s+/);
    for (const word of [LONG.command!, LONG.reason!].join(" ").split(" ")) expect(words).toContain(word);
    expect(words).toContain("0a1b2c3d");
  });

  test("says below the head of an entry what has no room beside it", () => {
    const lines = shown(80);
    expect(lines[0]).toMatch(/claude-code {2}0a1b2c3d {2}PreToolUse {2}Bash {2}deny$/);
    expect(lines[1]).toMatch(/^ {4}rm -rf /);
    expect(lines.at(-1)).toMatch(/ {2}Stop {8}- {5}-$/);
  });

  test("is a line for each entry in a pipe, with the whole id of the session", () => {
    const lines = describeLog([LONG, SHORT]).trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`${LONG.session}  PreToolUse  Bash  deny  ${LONG.command}  → ${LONG.reason}`);
  });
});

test.each<[more: Partial<LogEntry>, said: string]>([
  [{ id: "3f2a", command: "ls" }, "[3f2a]  ls"],
  [{ rewrites: ["toolInput", "prompt"] }, "[given back changed: toolInput, prompt]"],
  [
    { rewrites: ["toolInput"], ran: true },
    "[given back changed: toolInput]  [ran as it was: another hook's arguments counted]",
  ],
  [{ error: true }, "[failed]"],
  [{ approval: "once" }, "[once]"],
  [{ usage: { input: 3, output: 4 }, cost: 0.5 }, "input 3, output 4  cost 0.5"],
  [{ reason: "why", found: [{ kind: "npm-token" }] }, "→ why"],
  [{ found: [{ kind: "npm-token" }] }, "→ npm-token"],
  [{}, ""],
])("an entry in a pipe says all that is known of it: %j", (more, said) => {
  const [line = ""] = describeLog([entry(more)]).split("\n");
  expect(line.slice(line.indexOf("PreToolUse"))).toBe(`PreToolUse  -  -${said === "" ? "" : `  ${said}`}`);
});

test.each<[what: string, more: Partial<LogEntry>, said: RegExp]>([
  ["a denial", { verdict: "deny" }, /^It was refused\.$/m],
  ["a blocked prompt", { verdict: "block" }, /^It was refused\.$/m],
  ["a question", { verdict: "ask" }, /^The person was asked about it\.$/m],
  ["an approval", { verdict: "allow" }, /^It was allowed\.$/m],
  ["a redaction", { rewrites: ["toolResponse"] }, /^A secret was taken out of toolResponse\.$/m],
  ["a warning", {}, /^It was let through, and said\.$/m],
  ["a call that ran as it was", { rewrites: ["toolInput"], ran: true }, /^A secret was taken out .* it ran as it was/m],
  [
    "a guard with its finding",
    { found: [{ guard: "scan_commit", kind: "npm-token" }] },
    /^ {2}scan_commit: npm-token/m,
  ],
])("of one refusal it says what came of it: %s", (_, more, said) => {
  const text = describeRefusal(
    entry({ id: "3f2a", reason: "Why \u001b[1m", folder: "/work", ...more }),
    "a minute ago",
  );
  expect(text).toMatch(said);
  expect(text).toMatch(/^3f2a: claude-code, PreToolUse.*\(a minute ago\)\n {2}in \/work\n/);
  expect(text).toContain("→ Why \\u001b[1m");
});
