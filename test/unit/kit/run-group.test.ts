import childProcess from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { runGroup } from "../../../kit/run-group.ts";
import { withMoreTime } from "../../support/more-time.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const run = (script: string, timeout = 100_000) =>
  runGroup("bash", ["-c", script], { env: world.env, cwd: world.cwd, io: { platform: process.platform }, timeout });

const isAlive = (pid: number) => {
  try {
    return /^\d+ \(.*\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
};

test("both streams and the exit code come back", async () => {
  expect(await run("echo one; echo two >&2; exit 3")).toEqual({
    status: 3,
    output: expect.stringMatching(/^(?:one\ntwo|two\none)\n$/),
  });
});

test.runIf(existsSync("/proc/self/stat"))("where its time is over, all that it started ends with it", async () => {
  const pids = join(world.tmp, "pids");
  const script = `echo $$ >${pids}; (trap '' TERM; echo $BASHPID >>${pids}; sleep 60; :) & sleep 60; :`;
  let started: number[] = [];
  await withMoreTime({ from: 500, most: 30_000 }, async (timeout) => {
    expect(await run(script, timeout)).toEqual({ status: -1, output: "", isLate: true });
    started = readFileSync(pids, "utf8").trim().split("\n").map(Number);
    expect(started).toHaveLength(2);
  });
  await expect.poll(() => started.filter(isAlive)).toEqual([]);
});

test("what a signal ends is known before the program starts, which may send one at once", async () => {
  const order: string[] = [];
  const { spawn } = childProcess;
  vi.spyOn(childProcess, "spawn").mockImplementation(((...words: Parameters<typeof spawn>) => {
    order.push("start");
    return spawn(...words);
  }) as typeof spawn);
  onTestFinished(() => void vi.restoreAllMocks());
  const onSignal = () => {
    order.push("handler");
    return () => void order.push("no handler");
  };
  await runGroup("true", [], { env: world.env, cwd: world.cwd, io: { platform: "linux", onSignal }, timeout: 100_000 });
  expect(order).toEqual(["handler", "start", "no handler"]);
});

test("on Windows, which has no groups, its own program ends the tree", async () => {
  const told = join(world.tmp, "told");
  world.write("~/bin/taskkill", `#!/bin/sh\necho "$@" >${told}\n`, 0o755);
  const env = { ...world.env, PATH: `${world.at("~/bin")}:${world.env["PATH"]!}` };
  const options = { env, cwd: world.cwd, io: { platform: "win32" } as const, timeout: 300 };
  expect(await runGroup("bash", ["-c", "echo $$; exec sleep 60"], options)).toMatchObject({ isLate: true });
  expect(readFileSync(told, "utf8")).toMatch(/^\/PID \d+ \/T \/F\n$/);
});

test("what stays behind and holds the output open is not waited for", async () => {
  // Waited for, it would be called late.
  const result = await run("sleep 300 & echo $!");
  expect(result).toEqual({ status: 0, output: expect.stringMatching(/^\d+\n$/) });
  process.kill(Number(result.output));
});

test("of much output the beginning and the end stay, cut at line ends", async () => {
  const { output } = await run("seq 1 200000");
  expect(output.length).toBeLessThan(400_000);
  expect(output).toMatch(/^1\n2\n3\n/);
  expect(output).toMatch(/\n199999\n200000\n$/);
  const numbers = output.split("\n").filter((line) => line !== "" && line !== "…");
  expect(numbers.filter((line, index) => index > 0 && Number(line) <= Number(numbers[index - 1]))).toEqual([]);
});

test("a program that is not there", async () => {
  const nowhere = { env: world.env, cwd: world.cwd, io: { platform: process.platform }, timeout: 1000 };
  expect(await runGroup("no-such-program", [], nowhere)).toEqual({ status: -1, output: "", error: "ENOENT" });
});
