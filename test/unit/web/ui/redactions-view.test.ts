import { afterEach, beforeEach, expect, test } from "vitest";

import { runSnapveil } from "../../../support/run.ts";
import { GITHUB, STRIPE } from "../../../support/made-up.ts";
import { temporaryWorld, type TemporaryWorld } from "../../../support/temporary-world.ts";
import { ioWith } from "../../../support/io-with.ts";
import { redactionsView } from "../../../../web/ui/redactions-view.ts";

let world: TemporaryWorld;
beforeEach(() => {
  world = temporaryWorld();
});
afterEach(() => world.remove());

const hook = (event: object) =>
  runSnapveil(["hook"], { env: world.env, cwd: world.cwd, input: JSON.stringify({ cwd: world.cwd, ...event }) });

test("what was asked or refused is told apart from what was taken out", async () => {
  await hook({
    session_id: "a",
    hook_event_name: "tool_response_transform",
    tool_name: "Read",
    tool_use_id: "1",
    tool_response: `key ${STRIPE}`,
  });
  // Claude Code lets no hook change a prompt: one with a secret is refused.
  await runSnapveil(["hook", "--agent", "claude-code"], {
    env: world.env,
    cwd: world.cwd,
    input: JSON.stringify({
      session_id: "a",
      hook_event_name: "UserPromptSubmit",
      prompt: `use ${GITHUB}`,
      cwd: world.cwd,
    }),
  });
  const view = redactionsView(ioWith("", world.env));
  expect(view.rows.map(({ place, count }) => [place, count])).toEqual([["output", 1]]);
  expect(view.asked.map(({ place, kind, verdict, count }) => [place, kind, verdict, count])).toEqual([
    ["prompt", expect.stringMatching(/^github/), "refused", 1],
  ]);
});
