import { basename } from "node:path";

import { expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { tellRestored } from "../../../hook/tell-restored.ts";
import { findPlace } from "../../../shadow-repo/place.ts";
import { keepRestoredNote } from "../../../session/restored-notes.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { GITHUB } from "../../support/made-up.ts";
import { silentIo } from "../../support/silent-io.ts";
import { COMMITTED, worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED);

test.each([
  ["are searched", Infinity, `- docs/[REDACTED]`],
  ["are not told if there is no time to search", 0, "- (a file)"],
])("names of files that were put back %s", async (_, left, told) => {
  const io = { ...silentIo(world.cwd, world.env), timeLeft: () => left };
  const worktree = basename(findPlace(io, world.cwd)!.shadow);
  const files = [{ path: `docs/${GITHUB}`, status: "modified" }] as const;
  const state = { side: "before", id: "3f2a", at: "2026-01-01T00:00:00Z", title: GITHUB, files, more: 0 } as const;
  keepRestoredNote(io, { session: "s", worktree }, state);
  const event = { sessionId: "s", cwd: world.cwd } as HookEvent;
  const { context = [] } = await tellRestored(io, event, DEFAULT_SETTINGS, undefined);
  const text = context.join("\n");
  expect(text).toContain(told);
  expect(text).not.toContain(GITHUB);
});
