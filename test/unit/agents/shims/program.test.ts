import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { askProgram, runProgram } from "../../../../agents/shims/program.ts";
import { worldOfEachTest } from "../../../support/temporary-world.ts";

const world = worldOfEachTest();
const PATH = process.env["PATH"];
beforeEach(() => {
  process.env["PATH"] = `${world.tmp}:${PATH}`;
});
afterEach(() => {
  process.env["PATH"] = PATH;
  vi.useRealTimers();
});

/** Makes the program a script of these lines, which gets the words of a call. */
const program = (script: string) => world.write(`${world.tmp}/snapveil`, `#!/bin/sh\n${script}\n`, 0o755);
const ask = () => askProgram("some-agent", { event: "x\u2028y" }, world.cwd);
const because = (why: string) => `snapveil could not check this (${why}), so it was not let through.`;

test("gets the event as one line in the folder of the call, and its answer is taken", async () => {
  program(
    `read -r line; pwd > "${world.tmp}/folder"; printf '%s' "$*:$line" > "${world.tmp}/said"; echo '{"block":"no"}'`,
  );
  expect(await ask()).toEqual({ block: "no" });
  expect(world.read(`${world.tmp}/folder`)).toBe(`${world.cwd}\n`);
  expect(world.read(`${world.tmp}/said`)).toBe(`hook --lines --agent some-agent:{"event":"x\\u2028y"}`);
});

test.each([
  ["is no JSON", "read -r line; echo nothing", "its answer was not whole"],
  ["is a list", "read -r line; echo '[]'", "its answer was not whole"],
  ["is null", "read -r line; echo null", "its answer was not whole"],
  ["is missing", "read -r line", "its answer was not whole"],
  ["comes with a failure", "read -r line; printf '{}'; exit 3", "it ended with code 3"],
  ["comes with a failure, before the event is read", "exit 1", "it ended with code 1"],
  ["is cut off by a signal", "read -r line; printf '{'; kill -TERM $$", "it was ended by SIGTERM"],
])("an event whose answer %s is not let through", async (_what, script, why) => {
  program(script);
  await expect(ask()).rejects.toThrow(because(why));
});

test("an answer without a line end is one if the program ends well", async () => {
  program(`read -r line; printf '{"notice":"n"}'`);
  expect(await ask()).toEqual({ notice: "n" });
});

test("an event whose program is missing is not let through", async () => {
  process.env["PATH"] = world.tmp;
  await expect(ask()).rejects.toThrow(because("it could not be started"));
});

test.each(["", `printf '{"notice":"half"}';`])(
  "an event is not let through after twenty seconds, and the program is killed: %j",
  async (first) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const [ready, pid] = [join(world.tmp, "ready"), join(world.tmp, "pid")];
    program(`read -r line; ${first} echo $$ > "${pid}"; : > "${ready}"; exec sleep 600`);
    const asked = expect(ask()).rejects.toThrow(because("it took too long"));
    while (!existsSync(ready)) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(20_000);
    await asked;
    const isAlive = () => {
      try {
        return process.kill(Number(world.read(pid)), 0);
      } catch {
        return false;
      }
    };
    while (isAlive()) await new Promise((resolve) => setImmediate(resolve));
  },
);

test("a command's text is given with whether the command ended well", async () => {
  program(`echo "$* in $(pwd)"; echo more >&2; exit "\${CODE:-0}"`);
  expect(await runProgram(["undo", "--yes"], world.cwd)).toMatchObject({ isDone: true });
  expect((await runProgram(["undo", "--yes"], world.cwd)).text).toContain(`undo --yes in ${world.cwd}`);
  program("echo failed >&2; exit 2");
  expect(await runProgram(["undo"], world.cwd)).toEqual({ isDone: false, text: "failed" });
  process.env["PATH"] = world.cwd;
  expect(await runProgram(["undo"], world.cwd)).toEqual({ isDone: false, text: "snapveil could not be started." });
});
