import { expect, test } from "vitest";

import { mayGoOn } from "../../../builtins/block-destructive/kept-before.ts";
import type { CallEvent } from "../../../agents/codec/hook-event.ts";

const goesOn = (toolName: string, toolInput: object) =>
  mayGoOn({ name: "pre_tool_use", cwd: "/w", toolName, toolInput } as unknown as CallEvent);

test.each([
  ["Bash", { command: "make", run_in_background: true }],
  ["shell", { cmd: "make", isBackground: true }],
  ["run_background_job", { cmd: "make" }],
  ["Bash", { command: "make &" }],
  ["Bash", { command: "(sleep 5; rm x) & echo started" }],
  ["Bash", { command: "nohup make" }],
  ["Bash", { command: "echo 'rm x' | at now" }],
  ["Bash", { command: "tmux new -d 'make'" }],
])("a call of %s with %o may go on after the turn", (toolName, toolInput) => {
  expect(goesOn(toolName, toolInput)).toBe(true);
});

test.each([
  ["Bash", { command: "make", run_in_background: false }],
  ["Bash", { command: "make", background_color: "true" }],
  ["Bash", { command: "make && make install" }],
  ["Bash", { command: "make > log 2>&1" }],
  ["Bash", { command: "make &> log" }],
  ["Bash", { command: "cat format.txt" }],
])("a call of %s with %o ends with the turn", (toolName, toolInput) => {
  expect(goesOn(toolName, toolInput)).toBe(false);
});
