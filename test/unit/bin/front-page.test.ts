import { expect, test } from "vitest";

import { frontPage } from "../../../bin/front-page.ts";
import { placeOf } from "../../../shadow-repo/place.ts";
import { completeCheckpoint } from "../../../shadow-repo/record/complete-checkpoint.ts";
import { recordBefore } from "../../../shadow-repo/record/record-before.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

/** The first line at half past six in the evening, after refusals at these times. */
async function firstLine(...times: readonly Date[]): Promise<string> {
  const program = world.write(`${world.home}/bin/snapveil`, "#!/bin/sh\n", 0o755);
  const hook = { type: "command", command: `"${program}" hook --agent claude-code` };
  world.write("~/.claude/settings.json", JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }));
  const entries = times.map((time) => ({
    id: `${time.getTime()}`,
    time: time.toISOString(),
    agent: "claude-code",
    event: "PreToolUse",
    canonical: ["pre_tool_use"],
    verdict: "deny",
    found: [{ kind: "rule", guard: "block_destructive" }],
  }));
  world.write(`${world.data}/log/refusals.jsonl`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  let said = "";
  const now = new Date(2031, 4, 20, 18, 30);
  await frontPage({ ...silentIo(world.cwd, world.env), now: () => now, writeStdout: (text) => void (said += text) });
  return said.split("\n")[0]!;
}

test("the first line counts the turns that changed files since midnight", async () => {
  world.sh("git init -q . && git commit -q --allow-empty -m x");
  const at = (now: Date) => ({ ...silentIo(world.cwd, world.env), now: () => now });
  const turns = [new Date(2031, 4, 19, 23), new Date(2031, 4, 20, 9), new Date(2031, 4, 20, 12)];
  for (const [number, time] of turns.entries()) {
    const place = placeOf(at(time), world.cwd);
    const key = { kind: "turn", session: "s" } as const;
    await recordBefore(at(time), place, "", key);
    world.write("a.txt", `${number}`);
    await completeCheckpoint(at(time), place, key);
  }
  expect(await firstLine()).toContain(" · 2 turns today · ");
});

test("the first line counts what was refused since midnight of this place", async () => {
  const [before, midnight, noon] = [
    new Date(2031, 4, 19, 23, 59, 59, 999),
    new Date(2031, 4, 20, 0, 0, 0, 0),
    new Date(2031, 4, 20, 12),
  ];
  expect(await firstLine(before, midnight, noon)).toContain("2 calls refused today");
  expect(await firstLine(before)).not.toContain("today");
});
