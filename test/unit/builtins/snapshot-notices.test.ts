import { describe, expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import type { Call } from "../../../builtins/call.ts";
import snapshot from "../../../builtins/snapshot.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { COMMITTED, makeWorld, type World } from "../shadow-repo/world.ts";

type Name = Parameters<typeof snapshot>[0]["name"];

/** What is told at an event of Claude Code's kind, with a call as given. */
async function told(world: World, name: Name, { cwd = world.root, ...call }: Partial<Call> & { cwd?: string } = {}) {
  const event = { name, wireName: name, sessionId: "s", cwd, raw: {} } as unknown as HookEvent<Name>;
  const outcome = await snapshot(event, {
    io: world.io,
    args: [],
    origin: "user",
    settings: { ...DEFAULT_SETTINGS, titles: false },
    ...call,
  } as unknown as Call);
  return (outcome.notice ?? []).join("\n");
}

describe("what is said once a session", () => {
  test.each([
    ["a folder without git", "true", "turn_start", "git init"],
    ["a home folder", `cd ~; ${COMMITTED}`, "turn_start", "home folder"],
  ] as const)("%s: not where the agent shows nothing, but at the next event", async (_name, setup, event, words) => {
    const world = makeWorld(setup);
    const cwd = words === "git init" ? world.root : world.home;
    expect(await told(world, "session_start", { cwd, dropsNotices: true })).toBe("");
    expect(await told(world, event, { cwd })).toContain(words);
    expect(await told(world, event, { cwd })).toBe("");
  });

  test("files that were not recorded: not where the agent shows nothing, but when they change again", async () => {
    const world = makeWorld();
    const turn = async (call: Partial<Call> = {}) => {
      await told(world, "turn_start");
      world.sh("head -c 3000000 /dev/urandom > big");
      return told(world, "turn_end", call);
    };
    expect(await turn({ dropsNotices: true })).toBe("");
    expect(await turn()).toContain("big (");
    expect(await turn()).toBe("");
  });

  test("not what the settings leave out", async () => {
    const world = makeWorld(
      `${COMMITTED}; mkdir -p ~/.config/snapveil; echo '{"checkpoints": {"exclude": ["*.log"]}}' > ~/.config/snapveil/config.jsonc`,
      { SNAPVEIL_CONFIG: "" },
    );
    await told(world, "turn_start");
    world.sh("echo 1 | tee new.log base.txt; head -c 3000000 /dev/zero > big");
    expect(await told(world, "turn_end")).toMatch(/^snapveil did not record big \([^,]*$/);
  });

  test("where nothing can remember it, only when a session begins", async () => {
    const world = makeWorld("true");
    const io = { ...world.io, env: {} };
    expect(await told(world, "session_start", { io })).toContain("neither HOME nor SNAPVEIL_DATA_DIR is set");
    expect(await told(world, "turn_start", { io })).toBe("");
  });

  test("that the next prune forgets turns of this session: not as a session ends, but as the next one begins", async () => {
    const world = makeWorld();
    await told(world, "session_start");
    world.sh('touch "$SHADOW/over-budget"');
    expect(await told(world, "session_end")).toBe("");
    expect(await told(world, "session_start")).toMatch(
      /^snapveil: the checkpoints of .* take more space than they may/,
    );
    expect(await told(world, "turn_start")).toBe("");
  });

  test("a place for checkpoints that is lost while a session is at work", async () => {
    const world = makeWorld();
    expect(await told(world, "session_start")).toBe("");
    world.sh('rm -r "$DATA/snapshot"; touch "$DATA/snapshot"');
    expect(await told(world, "turn_start")).toMatch(/^snapveil records no checkpoints: /);
    expect(await told(world, "turn_start")).toBe("");
    expect(await told(world, "session_start")).toMatch(/^snapveil records no checkpoints: /);
  });
});

describe("a turn whose end comes from elsewhere", () => {
  test("names what it made and no checkpoint holds", async () => {
    const world = makeWorld();
    await told(world, "turn_start");
    world.sh("head -c 3000000 /dev/zero > big");
    expect(await told(world, "turn_end", { cwd: world.home })).toContain("big (");
  });

  test("says that it made no checkpoint", async () => {
    const world = makeWorld();
    await told(world, "turn_start");
    world.sh('echo beta > base.txt; rm -r "$SHADOW"/objects/*');
    expect(await told(world, "turn_end", { cwd: world.home })).toMatch(/^snapveil made no checkpoint: /);
  });
});
