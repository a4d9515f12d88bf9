import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { ListedHook } from "../../doctor/list-hooks.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const SECRET = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

let world: TemporaryWorld;
beforeEach(() => void (world = temporaryWorld()));
afterEach(() => world.remove());

const listed = async (env = {}) =>
  (await world.json<{ hooks: ListedHook[] }>(["hooks"], { env: { ...world.env, ...env } })).hooks;
const claude = () => world.at("~/.claude/settings.json");

test("others' hooks are listed beside ours, without their secrets and without what is no hook", async () => {
  const command = `curl -H 'Authorization: Bearer ${SECRET}' http://127.0.0.1`;
  world.write(
    claude(),
    JSON.stringify({
      statusLine: { type: "command", command: "line.sh" },
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] },
    }),
  );
  await world.snapveil(["install", "claude-code", "--yes"]);
  const [other, ...ours] = await listed();
  expect(other).toEqual({
    agent: "claude-code",
    file: claude(),
    event: "PreToolUse",
    matcher: "Bash",
    command: "curl -H 'Authorization: Bearer [REDACTED]' http://127.0.0.1",
    ours: false,
    trusted: null,
    changed: null,
    enabled: true,
  });
  expect(ours.length).toBeGreaterThan(5);
  for (const hook of ours) expect(hook).toMatchObject({ ours: true, trusted: null, changed: false, enabled: true });
});

test("a line that was changed since install, and an agent that runs none", async () => {
  await world.snapveil(["install", "claude-code", "--yes"]);
  const text = world.read(claude());
  world.write(claude(), text.replace("--agent claude-code", "--agent claude-code add_date"));
  expect((await listed()).map(({ changed }) => changed).filter(Boolean)).toHaveLength(1);
  world.write(claude(), text.replace("{", '{ "disableAllHooks": true,'));
  expect((await listed()).some(({ enabled }) => enabled)).toBe(false);
  expect((await world.snapveil(["hooks"])).stdout).toMatch(/^claude-code: .*settings\.json\n {2}OFF +ours +/);
});

test("a broken file is named, and the others are listed", async () => {
  await world.snapveil(["install", "claude-code", "--yes"]);
  world.write("~/.gemini/settings.json", `{ "${SECRET}`);
  const { stdout, stderr } = await world.snapveil(["hooks"]);
  expect(stderr).toMatch(/^snapveil: .*\.gemini\/settings\.json cannot be used: /);
  expect(stderr).not.toContain(SECRET);
  expect(stdout).toContain("claude-code: ");
});

test.each([
  ["trusted", { trusted: true, changed: false }],
  ["untrusted", { trusted: false, changed: null }],
  ["modified", { trusted: false, changed: true }],
])("Codex says that a hook is %s", async (trustStatus, state) => {
  await world.snapveil(["install", "codex", "--yes"]);
  const folder = join(world.tmp, "bin");
  mkdirSync(folder);
  const command = `${join(world.data, "runtime/snapveil-hook")} --agent codex`;
  const data = [{ hooks: [{ command, eventName: "preToolUse", enabled: trustStatus !== "modified", trustStatus }] }];
  writeFileSync(
    join(folder, "codex"),
    `#!${process.execPath}
process.stdin.on("data", (text) => {
  if (String(text).includes("hooks/list")) console.log(${JSON.stringify(JSON.stringify({ id: 2, result: { data } }))});
});`,
    { mode: 0o755 },
  );
  const hooks = await listed({ PATH: `${folder}:${world.env["PATH"]}` });
  expect(hooks.find(({ event }) => event === "PreToolUse")).toMatchObject({
    ...state,
    enabled: trustStatus !== "modified",
  });
  expect(hooks.find(({ event }) => event === "Stop")).toMatchObject({ trusted: null });
});
