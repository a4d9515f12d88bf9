import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";

import { expect, onTestFinished, test } from "vitest";

import { lifeOf } from "../../../kit/process-life.ts";

test.runIf(existsSync("/proc/self/stat"))("a process that ended and that nobody waited for does not live", async () => {
  // `sleep` takes the shell's place, and waits for no child of it; the child ends with our end of its pipe.
  const script = "exec 3<&0; cat <&3 & echo $!; exec sleep 60";
  const parent = spawn("sh", ["-c", script], { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const child = Number(line.toString());
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8")).toBe("sleep\n");
  expect(lifeOf(child, "linux")).toMatchObject({ born: expect.stringMatching(/\/\d+$/) });
  parent.stdin.end();
  await expect.poll(() => lifeOf(child, "linux")).toBeUndefined();
  expect(() => process.kill(child, 0)).not.toThrow();
});
