import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  forgetRewrittenCalls,
  keepRewrittenCall,
  mayHaveRewritten,
  takeRewrittenCall,
} from "../../../session/rewritten-calls.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
let clock = Date.now();
const io = () => ({ ...ioWith("", world.env), now: () => new Date((clock += 1)) });
const NAMED = { sessionId: "s", toolUseId: "1", toolName: "Bash" };
const UNNAMED = { sessionId: "s", toolName: "Bash" };
const keep = (given: string, call: typeof UNNAMED) => keepRewrittenCall(io(), call, { given, taken: [], found: [] });
const taken = (call: typeof UNNAMED) => takeRewrittenCall(io(), call).map(({ given }) => given);

function rest(hours: number): void {
  const time = new Date(Date.now() - hours * 3_600_000);
  const folder = join(world.data, "rewritten");
  for (const session of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, session))) utimesSync(join(folder, session, name), time, time);
    utimesSync(join(folder, session), time, time);
  }
}

test("what was taken out of a call is asked for once, and by that call alone", () => {
  keep("a", NAMED);
  for (const other of [UNNAMED, { ...NAMED, toolUseId: "2" }, { ...NAMED, sessionId: "t" }])
    expect(taken(other)).toEqual([]);
  expect([
    mayHaveRewritten(world.data, "s"),
    mayHaveRewritten(world.data, "t"),
    mayHaveRewritten(world.data, undefined),
  ]).toEqual([true, false, false]);
  expect(taken(NAMED)).toEqual(["a"]);
  expect(taken(NAMED)).toEqual([]);
  expect(mayHaveRewritten(world.data, "s")).toBe(false);
});

test("a call with an id gets all that two hooks took out of it", () => {
  keep("a", NAMED);
  keep("b", NAMED);
  expect(taken(NAMED)).toEqual(["a", "b"]);
});

test("calls without an id get theirs one after another, in the order in which they began", () => {
  keep("a", UNNAMED);
  keep("b", UNNAMED);
  keep("c", { ...UNNAMED, toolName: "Read" });
  expect([taken(UNNAMED), taken(UNNAMED), taken(UNNAMED)]).toEqual([["a"], ["b"], []]);
});

test("a call that ran for a day is not asked about, and one behind it is", () => {
  keep("a", UNNAMED);
  rest(25);
  keep("b", UNNAMED);
  expect(taken(UNNAMED)).toEqual(["b"]);
});

test("a session that has ended leaves nothing, nor does one that nobody came back to", () => {
  keep("a", NAMED);
  forgetRewrittenCalls(io(), "s");
  expect(mayHaveRewritten(world.data, "s")).toBe(false);
  keep("a", NAMED);
  rest(25);
  keep("b", { ...UNNAMED, sessionId: "t" });
  expect([mayHaveRewritten(world.data, "s"), mayHaveRewritten(world.data, "t")]).toEqual([false, true]);
});
