import { afterEach, beforeEach, expect, test } from "vitest";

import { runSnapveil } from "../../../support/run.ts";
import { GITHUB, STRIPE } from "../../../support/made-up.ts";
import { temporaryWorld, type TemporaryWorld } from "../../../support/temporary-world.ts";
import { ioWith } from "../../../support/io-with.ts";
import { redactionsView, withoutAsked } from "../../../../web/ui/redactions-view.ts";

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

const DAY = { day: "2026-01-01", place: "output" } as const;
const rows = (words: string) =>
  words.split(" ").map((word) => {
    const [rule = "", count] = word.split(":");
    return { ...DAY, rule, count: Number(count) };
  });

test.each([
  ["of the kind's own rule", "npm-token:3 x:1", "npm-token", 2, "npm-token:1 x:1"],
  ["of a rule that ends with the kind", "x:1 my-npm-token:2", "npm-token", 1, "x:1 my-npm-token:1"],
  ["of the kind's own rule before others", "my-npm-token:1 npm-token:1", "npm-token", 1, "my-npm-token:1"],
  ["of any rule where none fits", "x:2 y:1", "npm-token", 1, "x:1 y:1"],
  ["of the next where one is not enough", "npm-token:1 x:2", "npm-token", 2, "x:1"],
])("a secret that was asked about is none that was taken out %s", (_, counted, kind, count, left) => {
  const asked = [{ ...DAY, kind, verdict: "asked", count }] as const;
  expect(withoutAsked(rows(counted), asked)).toEqual(rows(left));
  for (const other of [{ day: "2026-01-02" }, { place: "prompt" }] as const)
    expect(withoutAsked(rows(counted), [{ ...asked[0], ...other }])).toEqual(rows(counted));
});
