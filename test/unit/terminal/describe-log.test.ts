import { describe, expect, test } from "vitest";

import type { LogEntry } from "../../../builtins/event-log/entry.ts";
import { describeLog } from "../../../terminal/describe-log.ts";
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
