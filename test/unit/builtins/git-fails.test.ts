import { chmodSync } from "node:fs";

import { expect, test } from "vitest";

import type { CallEvent } from "../../../agents/codec/hook-event.ts";
import blockDestructive from "../../../builtins/block-destructive.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest(
  "git init -q .; printf 'data/\\ndist/\\n' > .gitignore; mkdir data dist; touch data/a dist/a new",
);

async function judge(command: string): Promise<string | undefined> {
  const event = {
    name: "pre_tool_use",
    wireName: "PreToolUse",
    dialect: "claude-code",
    cwd: world.cwd,
    raw: {},
    sessionId: "s",
    toolUseId: "t",
    toolName: "Bash",
    toolInput: { command },
  } as CallEvent;
  const call = { args: ["unrecorded"], settings: DEFAULT_SETTINGS, origin: "user", isRecorded: true } as const;
  const env = { ...world.env, PATH: `${world.home}/bin:${world.env["PATH"]}` };
  const { verdict } = await blockDestructive(event, { ...call, io: silentIo(world.cwd, env) });
  return verdict?.kind;
}

test.each([
  ["rm -rf data", "ask"],
  ["rm new", "ask"],
  ["rm -rf dist absent", undefined],
])("where git dies, nothing is recorded, so of %s the verdict is %s", async (command, verdict) => {
  expect(await judge(command)).toBeUndefined();
  world.write(`${world.home}/bin/git`, "#!/bin/sh\nkill -9 $$\n");
  chmodSync(`${world.home}/bin/git`, 0o755);
  expect(await judge(command)).toBe(verdict);
});
