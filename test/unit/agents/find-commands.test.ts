import { expect, test } from "vitest";

import { findHooks } from "../../../agents/formats/find-commands.ts";

const EVENTS = new Set(["PreToolUse", "Stop"]);
const OURS = "/data/runtime/snapveil-hook --agent x";

test("what a group says of all its hooks holds for each, unless one says otherwise", () => {
  const hooks = {
    PreToolUse: [
      { matcher: "Bash", timeout: 5, enabled: false, hooks: [{ command: OURS }, { command: "true", timeout: 7 }] },
    ],
    Stop: [{ command: "true", disabled: true }, { command: OURS }],
  };
  expect(findHooks({ hooks }, EVENTS)).toMatchObject([
    { event: "PreToolUse", command: OURS, timeout: 5, matcher: "Bash", isOff: true },
    { event: "PreToolUse", command: "true", timeout: 7, matcher: "Bash", isOff: true },
    { event: "Stop", command: "true", isOff: true },
    { event: "Stop", command: OURS },
  ]);
});

test("a command below no event is a hook only where it is ours", () => {
  const value = { statusLine: { command: "date" }, odd: [{ command: OURS }] };
  expect(findHooks(value, EVENTS)).toMatchObject([{ event: "", command: OURS }]);
});
