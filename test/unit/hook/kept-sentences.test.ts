import { expect, test } from "vitest";

import { dispatch } from "../../../hook/dispatch.ts";
import { forPerson, tellLater } from "../../../session/said.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

test.each([
  ["the person", forPerson("claude-code", "s")],
  ["the model", ["claude-code", "s"]],
])("a sentence for %s waits for an event whose answer is read, and is told once", async (_, words) => {
  const said = async (name: string, more: object = {}) => {
    const event = { hook_event_name: name, session_id: "s", cwd: world.cwd, ...more };
    const io = { ...ioWith(JSON.stringify(event), world.env), cwd: world.cwd, now: () => new Date() };
    return (await dispatch(io, { agent: "claude-code", args: [] })).stdout;
  };
  tellLater({ ...ioWith("", world.env), now: () => new Date() }, words, ["a kept sentence"]);
  // Claude Code ignores the answer to this event.
  expect(await said("StopFailure", { error: "rate_limit" })).not.toContain("a kept sentence");
  expect(await said("UserPromptSubmit", { prompt: "Go on" })).toContain("a kept sentence");
  expect(await said("UserPromptSubmit", { prompt: "Go on" })).not.toContain("a kept sentence");
});
