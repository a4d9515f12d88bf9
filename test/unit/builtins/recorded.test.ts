import { rmSync } from "node:fs";

import { expect, test } from "vitest";

import type { CallEvent } from "../../../agents/codec/hook-event.ts";
import { recordingFails } from "../../../builtins/block-destructive/recorded.ts";
import type { Call } from "../../../builtins/call.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest("git init -q .");

test("whether recording fails is asked once an event, however many findings it has", () => {
  const asked = (event: CallEvent) =>
    recordingFails(event, { io: silentIo(world.cwd, world.env), isRecorded: true } as unknown as Call);
  const event = () => ({ name: "pre_tool_use", sessionId: "s", cwd: world.cwd }) as unknown as CallEvent;
  const first = event();
  expect(asked(first)).toBe(false);
  rmSync(world.data, { recursive: true, force: true });
  world.write(world.data, "no folder");
  expect(asked(first)).toBe(false);
  expect(asked(event())).toBe(true);
});
