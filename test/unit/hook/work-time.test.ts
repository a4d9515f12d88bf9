import { expect, test } from "vitest";

import claudeCode from "../../../agents/claude-code.ts";
import codex from "../../../agents/codex.ts";
import { dueIn, withTimeout } from "../../../hook/deadline.ts";
import { runInTime, TooSlow } from "../../../kit/run-within.ts";
import { noteWait, timeWaited, watchLoop } from "../../../kit/time-waited.ts";
import { ioWith } from "../../support/io-with.ts";

/** A world after so many milliseconds by the clock, of which the process has worked so many. */
function after(elapsed: number, cpuTime: number) {
  const due = dueIn({ ...ioWith(""), elapsed: () => elapsed, cpuTime: () => cpuTime });
  due.set(12, claudeCode, "PreToolUse");
  return due.io;
}

test.each([
  ["on a machine that does nothing else, the clock and the work say the same", 2000, 2000, 10_000, 10_000],
  ["on a busy machine the work counts, and may take longer by the clock", 2000, 1000, 11_000, 15_000],
  ["work that has had its time is over", 13_000, 12_000, 0, 0],
  ["the clock is the end before the agent stops waiting", 17_000, 700, 0, 0],
])("%s", (_what, elapsed, cpuTime, timeLeft, workLeft) => {
  const io = after(elapsed, cpuTime);
  // The test's own process has waited a little meanwhile.
  expect(Math.round(io.timeLeft!() / 1000)).toBe(timeLeft / 1000);
  expect(Math.round(io.workLeft!() / 1000)).toBe(workLeft / 1000);
});

test("waiting for another program counts beside the work", () => {
  const io = after(5000, 1000);
  const before = io.timeLeft!();
  noteWait(3000);
  expect(Math.round((before - io.timeLeft!()) / 1000)).toBe(3);
});

test("waiting for anything to happen counts, too", async () => {
  watchLoop();
  const before = timeWaited();
  // On a busy machine a timer may be due at once, so that the loop does not wait for it.
  await expect.poll(timeWaited, { interval: 20 }).toBeGreaterThan(before);
});

test("an agent that waits for a shorter time is answered before that, whatever the machine does", () => {
  const due = dueIn({ ...ioWith(""), elapsed: () => 1500, cpuTime: () => 100 });
  due.set(12, codex, "SessionEnd");
  expect(Math.round(due.io.workLeft!())).toBe(300);
});

test("the timeout of an entry is time of work, too", () => {
  const io = withTimeout(after(2000, 1000), 1);
  expect(Math.round(io.timeLeft!() / 100)).toBe(10);
  expect(io.workLeft!()).toBeGreaterThan(io.timeLeft!());
});

test("work that the clock ended begins anew while it has time of its own", () => {
  let runs = 0;
  let left = 1000;
  const done = runInTime({ timeLeft: () => (left -= 1), workLeft: () => 20 }, () => {
    runs += 1;
    if (runs === 1) for (;;);
    return runs;
  });
  // On a busy machine the clock may end a quick one, too.
  expect(done).toBe(runs);
  expect(done).toBeGreaterThan(1);
});

test("work in the last moments, which are the same for each asker, does not", () => {
  const forever = () => {
    for (;;);
  };
  expect(() => runInTime({ timeLeft: () => 500, workLeft: () => 20 }, forever)).toThrow(TooSlow);
});

test("work that has had its own time does not", () => {
  let left = 1000;
  const work = () => {
    left = 0;
    for (;;);
  };
  expect(() => runInTime({ timeLeft: () => left, workLeft: () => 20 }, work)).toThrow(TooSlow);
});
