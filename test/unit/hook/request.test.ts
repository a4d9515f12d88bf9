import { expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { canonicalOf } from "../../../hook/request.ts";

test("an event stands for those that its agent sends, not for those that are told with it", () => {
  const events = [
    { name: "session_start", isOpened: true },
    { name: "tool_input_transform" },
    { name: "pre_tool_use" },
    { name: "turn_start", isOpened: true, isAgain: true },
  ];
  expect(canonicalOf(events as HookEvent[])).toEqual(["tool_input_transform", "pre_tool_use"]);
});
