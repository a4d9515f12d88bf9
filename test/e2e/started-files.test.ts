import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { askSnapveil } from "../support/run.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q && git config user.email a@b.test && git config user.name a", askSnapveil);

const write = (name: string, text: string) => writeFileSync(join(world.cwd, name), text);

/** The verdict on a command of the shell; `undefined` if it passes. */
async function verdictOn(command: string): Promise<string | undefined> {
  const { stdout } = await world.hook(["--agent", "claude-code", "block_destructive", "unrecorded"], {
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
    cwd: world.cwd,
  });
  const { hookSpecificOutput: said } = JSON.parse(stdout || "{}") as {
    hookSpecificOutput?: { permissionDecision?: string };
  };
  return said?.permissionDecision;
}

test.each([
  "sh wipe.sh",
  "./wipe.sh",
  "bash -e ./wipe.sh now",
  ". ./wipe.sh",
  "cd sub && sh ../wipe.sh",
  "ls; sh wipe.sh",
])("%s is refused for what stands in the file", async (command) => {
  mkdirSync(join(world.cwd, "sub"));
  write("wipe.sh", "set -e\nrm -rf ~\n");
  expect(await verdictOn(command)).toBe("deny");
});

test("code in a file is read, too", async () => {
  write("wipe.py", 'import os\nos.system("rm -rf /")\n');
  expect(await verdictOn("python3 wipe.py")).toBe("deny");
});

test("a script that is committed as it is was meant, and one that was changed since is read", async () => {
  write("wipe.sh", "rm -rf ~\n");
  execFileSync("/bin/sh", ["-ec", "git add -A && git commit -qm x"], { cwd: world.cwd, env: world.env });
  expect(await verdictOn("sh wipe.sh")).toBeUndefined();
  write("wipe.sh", "rm -rf ~ /tmp/x\n");
  expect(await verdictOn("sh wipe.sh")).toBe("deny");
});

test("of a file only what nobody means counts: a project's own scripts go on to run", async () => {
  write("clean.sh", 'rm -rf dist\npsql -c "DELETE FROM sessions"\ndocker compose down -v\n');
  expect(await verdictOn("sh clean.sh")).toBeUndefined();
});

test("a file that cannot be read, is none or is binary passes", async () => {
  write("bytes.sh", "rm -rf ~\0");
  mkdirSync(join(world.cwd, "folder.sh"));
  for (const name of ["bytes.sh", "folder.sh", "absent.sh"]) expect(await verdictOn(`sh ${name}`)).toBeUndefined();
});
