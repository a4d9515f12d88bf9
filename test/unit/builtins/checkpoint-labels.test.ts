import { expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { commandOf, firstLine } from "../../../builtins/checkpoint-labels.ts";
import { notePrompt } from "../../../builtins/searched-prompts.ts";
import type { Json } from "../../../kit/json.ts";
import type { Settings } from "../../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { silentIo } from "../../support/silent-io.ts";

const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
const io = silentIo("/p", { HOME: "/h" });
const lineOf = (text: string, settings: Settings = DEFAULT_SETTINGS) => firstLine(text, "/p", { io, settings });

test.each([
  ["\n  \n Fix the login \nand more", "Fix the login"],
  ["one\r\ntwo", "one"],
  ["tab\there", "tab here"],
  ["\u001b[31mred\u001b[0m \u0007bell", "red bell"],
  ["a\u202eb\u2066c\u200bd\u200de\u00adf\ufeffg\u{e0041}h", "abcdefgh"],
  ["Grüße 👍 日本語", "Grüße 👍 日本語"],
  [`use ${TOKEN} for it`, "use [REDACTED] for it"],
  ["\u200b\n\u202e \n", undefined],
])("of %j the first line is %j", async (text, expected) => {
  expect(await lineOf(text)).toBe(expected);
});

test("a token with letters in it that nobody sees is found", async () => {
  const hidden = `${TOKEN.slice(0, 12)}\u200b${TOKEN.slice(12, 20)}\u001b[1m${TOKEN.slice(20)}`;
  expect(await lineOf(`use ${hidden}`)).toBe("use [REDACTED]");
});

test("the line has 200 characters at the most, none of them halved", async () => {
  expect(await lineOf("👍".repeat(300))).toBe("👍".repeat(200));
});

test("the user's own values go, too", async () => {
  const value = "mikeq7x9z2";
  const own = silentIo("/p", { HOME: "/h", APP_PASSWORD: value });
  const text = `log in with ${value} now`;
  expect(await lineOf(text)).toBe(text);
  expect(await firstLine(text, "/p", { io: own, settings: DEFAULT_SETTINGS })).toBe("log in with [REDACTED] now");
});

test("a prompt that was searched for the same event is not searched again, but where a token was hidden", async () => {
  const own = silentIo("/p", { HOME: "/h" });
  const call = { io: own, settings: DEFAULT_SETTINGS };
  notePrompt(call, "Fix it\nsoon", "Fix [that]\nsoon");
  expect(await firstLine("Fix it\nsoon", "/p", call)).toBe("Fix [that]");
  expect(await firstLine("Fix [that]\nsoon", "/p", call)).toBe("Fix [that]");
  const hidden = `use ${TOKEN.slice(0, 12)}\u200b${TOKEN.slice(12)}`;
  notePrompt(call, hidden, hidden);
  expect(await firstLine(hidden, "/p", call)).toBe("use [REDACTED]");
});

test("a text whose search fails is not kept", async () => {
  const late = { ...io, timeLeft: () => 0 };
  expect(await firstLine("Fix the login", "/p", { io: late, settings: DEFAULT_SETTINGS })).toBeUndefined();
});

test.each<[string, Json, string | undefined]>([
  ["Bash", { command: "npm test\nnpm run lint", description: "Run" }, "npm test\nnpm run lint"],
  ["execute", { description: "List", cwd: "/p", line: "ls" }, "ls"],
  ["execute", { env: { A: "b" }, line: "ls" }, "ls"],
  ["shell", { cmd: ["bash", "-lc", "cat a"] }, "bash -lc 'cat a'"],
  ["Edit", { file_path: "/p/src/a.ts", old_string: "a", new_string: "b" }, "src/a.ts"],
  ["Write", { file_path: "/elsewhere/a.ts", content: "b" }, "/elsewhere/a.ts"],
  ["write_file", { path: "src/a.ts", content: "b" }, "src/a.ts"],
  ["apply_patch", { input: "*** Begin Patch\n*** Update File: src/b.ts\n@@\n-a\n+b\n*** End Patch" }, "src/b.ts"],
  ["WebSearch", { query: "weather" }, undefined],
])("of a call to %s with %j the command is %j", async (toolName, toolInput, expected) => {
  const event = { name: "pre_tool_use", toolName, toolInput, cwd: "/p", raw: {} } as unknown as HookEvent;
  expect(await commandOf(event, "/p", io)).toBe(expected);
});
