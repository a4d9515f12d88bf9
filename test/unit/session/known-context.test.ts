import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  forgetKnownContext,
  loseKnownContext,
  openKnownContext,
  resumeKnownContext,
} from "../../../session/known-context.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const SESSION = { dialect: "claude-code", sessionId: "s" };
const io = () => ({ ...ioWith("", world.env), now: () => new Date() });
const open = (session = SESSION) => openKnownContext(io(), session)!;
const LONG = "a long text, of which a digest is kept ".repeat(9);

function tell(key: string, text: string): void {
  const told = open();
  told.note(key, text);
  told.keep();
}

/** As if nobody had gone on with the conversation for so long. */
function rest(hours: number): void {
  const time = new Date(Date.now() - hours * 3_600_000);
  const folder = join(world.data, "conversations");
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), time, time);
}

test.each([["short"], [LONG]])("a text is known as the last one until another is told: %s", (text) => {
  expect([open().has("git"), open().isLast("git", text)]).toEqual([false, false]);
  tell("git", text);
  expect([open().has("git"), open().isLast("git", text), open().isLast("git", `${text}.`)]).toEqual([
    true,
    true,
    false,
  ]);
  tell("git", "another");
  expect(open().isLast("git", text)).toBe(false);
});

test("what was not kept counts as not told, and one session's as no other's", () => {
  open().note("git", "text");
  expect(open().has("git")).toBe(false);
  tell("git", "text");
  for (const other of [{ dialect: "codex" }, { sessionId: "t" }])
    expect(open({ ...SESSION, ...other }).has("git")).toBe(false);
});

test.each([
  [11, true],
  [13, false],
])("a conversation that rested for %i hours is gone on with: %s", (hours, isKnown) => {
  tell("git", "text");
  rest(hours);
  expect(open().has("git")).toBe(isKnown);
});

test("a summary takes all of it away, and is over once something is told again", () => {
  tell("git", "text");
  loseKnownContext(io(), SESSION);
  expect([open().has("git"), open().isLost]).toEqual([false, true]);
  tell("date", "text");
  expect([open().has("date"), open().isLost]).toEqual([true, false]);
});

test("a conversation that began without us counts as told, unless something of it is known", () => {
  resumeKnownContext(io(), SESSION);
  expect(open().isResumed).toBe(true);
  forgetKnownContext(io(), "s");
  expect(open().isResumed).toBe(false);
  tell("git", "text");
  resumeKnownContext(io(), SESSION);
  expect([open().isResumed, open().has("git")]).toEqual([false, true]);
});

test.each(["", "{", "[]", "null", '{"keys":null}', '{"keys":[]}', '{"keys":"git"}'])(
  "notes that are damaged tell of nothing: %j",
  (text) => {
    tell("git", "text");
    const folder = join(world.data, "conversations");
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), text);
    expect([open().has("git"), open().isLast("git", "text"), open().isLost]).toEqual([false, false, false]);
    tell("git", "text");
    expect(open().isLast("git", "text")).toBe(true);
  },
);
