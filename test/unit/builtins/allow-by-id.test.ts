import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { MODEL_ALLOWS } from "../../../agents/codec/list-found.ts";
import { entryOf } from "../../../builtins/event-log/entry.ts";
import { LogReader } from "../../../builtins/event-log/read-log.ts";
import { describeRefusal } from "../../../terminal/describe-log.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const REASON = `snapveil stopped it. ${MODEL_ALLOWS}`;

test("a refusal is written down with its own id in the place of the last one's", async () => {
  const event = { dialect: "claude-code", name: "pre_tool_use", wireName: "PreToolUse", cwd: world.cwd, raw: {} };
  const outcome = { verdict: { kind: "deny", reason: REASON } } as const;
  const call = { args: [], origin: "user", io: silentIo(world.cwd, world.env), settings: DEFAULT_SETTINGS } as const;
  const answered = { outcome, id: "3f2a0001", canonical: ["pre_tool_use"] } as const;
  const { reason } = await entryOf(event as never, { ...call, answered } as never);
  expect(reason).toContain("`snapveil allow 3f2a0001`");
  expect(reason).not.toContain("--last");
});

test("one that an earlier version wrote down is shown with its own id", () => {
  const entry = { id: "3f2a0001", time: "2026-01-01T00:00:00Z", agent: "a", event: "e", canonical: [], reason: REASON };
  const file = join(world.cwd, "log.jsonl");
  writeFileSync(file, `${JSON.stringify(entry)}\n`);
  const [shown] = new LogReader([file]).read();
  expect(shown!.reason).toContain("snapveil allow 3f2a0001");
  // A person reads the way on below the entry, once.
  expect(describeRefusal(shown!, "now")).not.toContain("snapveil allow");
  expect(JSON.stringify(shown)).not.toContain("--last");
});
