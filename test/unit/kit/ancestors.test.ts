import { expect, test } from "vitest";

import { ancestorIdsOf, ancestorsOf, tableOf } from "../../../kit/ancestors.ts";

test.skipIf(process.platform === "win32")("the processes above this one begin with its parent", () => {
  const found = ancestorsOf(process.pid, process.platform);
  expect(found[0]?.pid).toBe(process.ppid);
  expect(found.map(({ pid }) => pid)).not.toContain(1);
  expect(new Set(found.map(({ pid }) => pid)).size).toBe(found.length);
});

test.runIf(process.platform === "linux")("the ids alone are those of the processes above, in this order", () => {
  expect(ancestorIdsOf(process.pid)).toEqual(ancestorsOf(process.pid, "linux").map(({ pid }) => pid));
  expect(ancestorIdsOf(process.pid)[0]).toBe(process.ppid);
});

test("a table of ps has a process, its parent and its command line in each row", () => {
  const row = tableOf("    1     0 /sbin/launchd\n  412     1 -zsh\n 9001   412 node /opt/lib/gemini.js --yolo\n");
  expect(row(9001)).toEqual({ pid: 9001, parent: 412, words: ["node", "/opt/lib/gemini.js", "--yolo"] });
  expect(row(412)?.words).toEqual(["-zsh"]);
  expect(row(7)).toBeUndefined();
});

test("Windows tells of no parents", () => {
  expect(ancestorsOf(process.pid, "win32")).toEqual([]);
});
