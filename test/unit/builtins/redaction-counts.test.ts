import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import redactSecrets from "../../../builtins/redact-secrets.ts";
import { countRedactions, readRedactionCounts } from "../../../builtins/redaction-counts.ts";
import type { Io } from "../../../kit/io.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { RULES } from "../../../redactors/rules/rules.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { ioWith } from "../../support/io-with.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

let world: TemporaryWorld;
let folder: string;
beforeEach(() => {
  world = temporaryWorld();
  folder = join(world.data, "redactions");
});
afterEach(() => world.remove());

function ioAt(day: string, data = world.data): Io {
  return { ...ioWith("", { SNAPVEIL_DATA_DIR: data }), now: () => new Date(`${day}T12:00:00Z`) };
}

function seen(
  io: Io,
  name: "tool_response_transform" | "pre_tool_use" | "user_prompt_submit" | "before_llm_call",
  text: string,
): Promise<unknown> {
  const fields = {
    tool_response_transform: { toolResponse: text },
    pre_tool_use: { toolInput: { command: text } },
    user_prompt_submit: { prompt: text },
    before_llm_call: { messages: [{ role: "user", content: text }] },
  }[name];
  const event = {
    name,
    wireName: name,
    dialect: "docker-agent",
    raw: {},
    ...fields,
  } as unknown as HookEvent<"tool_response_transform">;
  return Promise.resolve(redactSecrets(event, { io, args: [], settings: DEFAULT_SETTINGS, origin: "user" }));
}

test("every leg is counted by rule and day, and no text is kept", async () => {
  await seen(ioAt("2026-03-01"), "tool_response_transform", `a ${TOKEN} b ${TOKEN.replace("xgqo3", "xgqo4")}`);
  await seen(ioAt("2026-03-01"), "pre_tool_use", `curl -H "Authorization: Bearer ${TOKEN}" x`);
  await seen(ioAt("2026-03-02"), "user_prompt_submit", TOKEN);
  await seen(ioAt("2026-03-02"), "before_llm_call", TOKEN);
  const counts = readRedactionCounts(ioAt("2026-03-02"));
  expect(counts.map(({ day, place }) => `${day} ${place}`)).toEqual([
    "2026-03-01 output",
    "2026-03-01 arguments",
    "2026-03-02 prompt",
    "2026-03-02 messages",
  ]);
  expect(counts[0]).toMatchObject({ rule: "github-token", count: 2 });
  for (const day of readdirSync(folder))
    expect(readFileSync(join(folder, day), "utf8")).not.toContain(TOKEN.slice(4, 16));
});

test("nothing found leaves no trace, and without a place for data nothing fails", async () => {
  await seen(ioAt("2026-03-01"), "tool_response_transform", "nothing to see here");
  expect(existsSync(folder)).toBe(false);
  countRedactions({ ...ioWith("", {}), now: () => new Date(0) }, "output", [{ rule: "x" }]);
  writeFileSync(join(world.tmp, "file"), "");
  countRedactions(ioAt("2026-03-01", join(world.tmp, "file")), "output", [{ rule: "x" }]);
  expect(readRedactionCounts(ioAt("2026-03-01", join(world.tmp, "file")))).toEqual([]);
});

test("the files are the owner's alone", () => {
  countRedactions(ioAt("2026-03-01"), "output", [{ rule: "x" }]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "2026-03-01")).mode & 0o777).toBe(0o600);
});

test("a day's file stays small and loses no count", () => {
  for (let n = 0; n < 9000; n += 1)
    countRedactions(ioAt("2026-03-01"), "output", [{ rule: "github-pat" }, { rule: "github-pat" }, { rule: "jwt" }]);
  expect(statSync(join(folder, "2026-03-01")).size).toBeLessThan(70_000);
  expect(readRedactionCounts(ioAt("2026-03-01")).map(({ rule, count }) => [rule, count])).toEqual([
    ["github-pat", 18_000],
    ["jwt", 9000],
  ]);
});

test("a day is kept for ninety days", () => {
  mkdirSync(folder, { recursive: true });
  for (const day of ["2026-01-30", "2026-01-31"]) countRedactions(ioAt(day), "output", [{ rule: "x" }]);
  countRedactions(ioAt("2026-05-01"), "output", [{ rule: "x" }]);
  expect(readdirSync(folder).sort()).toEqual(["2026-01-31", "2026-05-01"]);
});

test("a line that was cut off or written by somebody else is passed over", () => {
  countRedactions(ioAt("2026-03-01"), "output", [{ rule: "x" }]);
  writeFileSync(join(folder, "2026-03-01"), "output x:1\n<script> y:2\noutput z:\noutput x:2", { flag: "w" });
  expect(readRedactionCounts(ioAt("2026-03-01"))).toEqual([
    { day: "2026-03-01", place: "output", rule: "x", count: 3 },
  ]);
});

test("every rule has a name that such a line can hold", () => {
  for (const [kind] of RULES) expect(kind).toMatch(/^[a-z0-9-]+$/);
});
