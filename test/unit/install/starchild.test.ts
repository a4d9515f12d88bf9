import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";

import { installWorld, type InstallWorld } from "./install-world.ts";

let world: InstallWorld;
beforeEach(() => (world = installWorld()));
afterEach(() => world.remove());

test("Starchild wants an approval for each line that is written, word for word", async () => {
  const { plans } = await world.prepare(["starchild"], "project");
  await world.install(["starchild"], "project");
  const { hooks } = parse(readFileSync(join(world.cwd, "config/shell_hooks.yaml"), "utf8")) as {
    hooks: { event: string; command: string }[];
  };
  expect(hooks.map(({ event }) => event)).toEqual(
    expect.arrayContaining([
      "pre_llm_call",
      "pre_tool_call",
      "transform_tool_result",
      "on_outbound_message",
      "on_completion_claim",
    ]),
  );
  expect(plans[0]!.approvals).toEqual(
    hooks.map(({ event, command }) => `In Starchild type: /hooks approve ${event} ${command}`),
  );
});
