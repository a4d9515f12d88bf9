import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { agentMatrix } from "../../../agents/codec/matrix.ts";
import type { ShadowStatus } from "../../../shadow-repo/look/status.ts";
import { describeAgents } from "../../../terminal/describe-agents.ts";
import { describeStatus } from "../../../terminal/describe-status.ts";
import { COLOURED, PLAIN } from "../../../terminal/display.ts";
import { widthOf } from "../../../terminal/text-width.ts";

const STATE = {
  worktree: "/work",
  shadow: "/data/shadow",
  exists: true,
  refused: "this folder holds more files than may be recorded, so nothing of it is: name those that are no source",
  bytes: 1,
  budget: { bytes: 2 },
  checkpoints: 0,
  sessions: 0,
  open: 0,
  set_aside: [],
  skipped: [],
  orphans: [],
} as unknown as ShadowStatus;

describe("the state of a shadow repository", () => {
  test("in a pipe has no colour and one line for each value", () => {
    const lines = describeStatus(STATE).split("\n");
    expect(lines.find((line) => line.startsWith("recording"))).toContain("that are no source");
    expect(lines.join("")).not.toContain("\u001b");
  });

  test("in a narrow terminal stays within it, and says the same", () => {
    const display = { columns: 50, rows: 24, style: COLOURED };
    const text = describeStatus(STATE, display);
    expect(text.split("\n").filter((line) => widthOf(line) > 50)).toEqual([]);
    expect(text).toContain("\u001b[33m");
    const words = (said: string) => stripVTControlCharacters(said).split(/\s+/).join(" ");
    expect(words(text)).toBe(words(describeStatus(STATE)));
    expect(describeStatus(STATE, { ...display, style: PLAIN })).not.toContain("\u001b");
  });
});

test.each([300, 140, 100, 80, 60, 40])("the table of agents fits %i columns under heads in words", async (columns) => {
  const text = stripVTControlCharacters(describeAgents(await agentMatrix(), { columns, style: COLOURED }));
  expect(text.split("\n").filter((line) => widthOf(line) > columns)).toEqual([]);
  const [head = "", ...lines] = text.split("\n");
  expect(head).toMatch(/^agent +(?:block|undo)\b/);
  expect(head).not.toMatch(/\d/);
  const cursor = lines.find((line) => line.startsWith("cursor "))!;
  expect(cursor.split(/ {2,}/).length).toBe(head.split(/ {2,}/).length);
  if (columns === 80) {
    expect(head.split(/ +/)).toEqual(["agent", "undo", "output", "arguments", "prompt", "refuse", "ask"]);
    expect(cursor).toMatch(/^cursor +yes +partly +yes +refused +yes +refused$/);
    expect(text).toMatch(/^vibe +prompt|^vibe +call/m);
    expect(text).toMatch(/^codebuddy\* /m);
  }
  expect(text).toMatch(columns > 140 ? /^opencode .*1\.18\.\d+; 1\.x only$/m : /^opencode(?: 1\.x)? /m);
  if (columns <= 80) expect(text).toMatch(/^opencode 1\.x /m);
});

test("the matrix of agents has the same words and columns with colours as without", async () => {
  const rows = await agentMatrix();
  const text = describeAgents(rows, { columns: Infinity, style: COLOURED });
  expect(text).toContain("\u001b[32myes\u001b[39m");
  expect(stripVTControlCharacters(text)).toBe(describeAgents(rows));
});
