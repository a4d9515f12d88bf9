import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { dispatch } from "../../../hook/dispatch.ts";
import { isObject, type JsonObject } from "../../../kit/json.ts";
import { GITHUB as SECRET } from "../../support/made-up.ts";
import { ioWith } from "../../support/io-with.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "settled-"));
  writeFileSync(join(place, "config.jsonc"), '{"strict": true}');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

async function answer(event: JsonObject, env: Record<string, string> = {}): Promise<JsonObject> {
  const world = { SNAPVEIL_DATA_DIR: join(place, "data"), SNAPVEIL_CONFIG: join(place, "config.jsonc"), ...env };
  const stdin = JSON.stringify({ session_id: "s", ...event });
  const { stdout } = await dispatch(
    { ...ioWith(stdin, world), now: () => new Date() },
    { agent: "claude-code", builtin: "redact_secrets", args: [] },
  );
  const value: unknown = stdout === "" ? {} : JSON.parse(stdout);
  if (!isObject(value)) throw new Error("no object");
  return value;
}

const ended = (id: string, stdout: string): JsonObject => ({
  hook_event_name: "PostToolUse",
  tool_name: "Bash",
  tool_use_id: id,
  tool_input: {},
  tool_response: { stdout, stderr: "", interrupted: false },
});
const batch = (...calls: (readonly [id: string, output: string])[]): JsonObject => ({
  hook_event_name: "PostToolBatch",
  tool_calls: calls.map(([id, output]) => ({
    tool_name: "Bash",
    tool_input: {},
    tool_use_id: id,
    tool_response: output,
  })),
});

describe("with `strict`, the round after which Claude Code shows all outputs once more", () => {
  test("goes on where the secret was taken out of its call's own output, shown again or not", async () => {
    expect(await answer(ended("a", SECRET))).toMatchObject({
      hookSpecificOutput: { updatedToolOutput: { stdout: "[REDACTED]" } },
    });
    expect(await answer(batch(["a", SECRET], ["b", "clean"]))).toEqual({});
    expect(await answer(batch(["a", "[REDACTED]"]))).toEqual({});
  });

  test("ends the turn where another call, which failed, has one", async () => {
    await answer(ended("a", SECRET));
    expect(await answer(batch(["a", SECRET], ["b", `Exit code 3\n${SECRET}`]))).toEqual({
      continue: false,
      stopReason: expect.stringContaining("contains a secret"),
      systemMessage: expect.stringContaining("gh…o3 (40 characters) in item 2, line 2"),
    });
    expect(await answer(batch(["a", SECRET], ["", SECRET]))).toMatchObject({ continue: false });
  });

  test("ends the turn where the call is another session's", async () => {
    await answer(ended("a", SECRET));
    expect(await answer({ ...batch(["a", SECRET]), session_id: "other" })).toMatchObject({ continue: false });
  });

  test("ends the turn where nothing could be remembered", async () => {
    const env = { SNAPVEIL_DATA_DIR: join(place, "config.jsonc") };
    await answer(ended("a", SECRET), env);
    expect(await answer(batch(["a", SECRET]), env)).toMatchObject({ continue: false });
  });

  test("remembers the calls as empty files, for their owner alone", async () => {
    await answer(ended("a", SECRET));
    const [name, ...more] = readdirSync(join(place, "data/settled"));
    const stat = statSync(join(place, "data/settled", name!));
    expect({ size: stat.size, mode: stat.mode & 0o777, more }).toEqual({ size: 0, mode: 0o600, more: [] });
    await answer(ended("b", "clean"));
    expect(readdirSync(join(place, "data/settled"))).toEqual([name]);
  });
});

test("without `strict` nothing is remembered, and the turn goes on", async () => {
  writeFileSync(join(place, "config.jsonc"), "{}");
  await answer(ended("a", SECRET));
  expect(await answer(batch(["b", SECRET]))).toEqual({});
  expect(existsSync(join(place, "data/settled"))).toBe(false);
});
