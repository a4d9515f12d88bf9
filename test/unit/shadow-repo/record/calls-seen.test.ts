import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import {
  beyondOf,
  callsWereSeen,
  forgetCalls,
  lastCall,
  lastState,
  noteBeyond,
  noteCall,
  noteMissedCall,
  passCallsOn,
} from "../../../../shadow-repo/record/calls-seen.ts";

test("all that is noted of a turn's calls goes on under the turn's next id, and is forgotten with it", () => {
  const shadow = mkdtempSync(join(tmpdir(), "snapveil-calls-"));
  onTestFinished(() => rmSync(shadow, { recursive: true }));
  noteCall(shadow, "former", [6, 1], "tree");
  noteCall(shadow, "former", [7, 1]); // a call that only reads has no state
  expect(callsWereSeen(shadow, "former")).toBe(true);
  const beyond = { background: true, outside: ["/etc/hosts"] } as const;
  noteBeyond(shadow, "former", beyond);
  noteMissedCall(shadow, "former");
  expect(callsWereSeen(shadow, "former")).toBe(false);

  passCallsOn(shadow, "former", "next");
  expect([lastCall(shadow, "next"), lastState(shadow, "next")]).toEqual([[7, 1], "tree"]);
  expect(beyondOf(shadow, "next")).toEqual(beyond);
  expect(callsWereSeen(shadow, "next")).toBe(false);
  expect(readdirSync(join(shadow, "calls")).filter((name) => name.startsWith("former"))).toEqual([]);

  forgetCalls(shadow, "next");
  expect(readdirSync(join(shadow, "calls"))).toEqual([]);
});
