import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { AGENT_NAMES, loadAgent } from "../../agents/registry.ts";
import { inShell } from "../../kit/in-shell.ts";
import { installedAgents } from "./support/installed.ts";
import { play, type Played } from "./support/play.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { shows } from "./support/told.ts";

const PROGRAM = `${inShell(process.execPath)} ${inShell(join(import.meta.dirname, "../../dist/snapveil.cjs"))}`;
/** The variables that the agent sets for its commands are taken away, and a terminal is made where there is none. */
const SET = (await Promise.all(AGENT_NAMES.map(loadAgent))).flatMap(({ traces }) => traces?.variables ?? []);
const OFF = `env ${SET.map((name) => `-u ${name}`).join(" ")} script -qec "${PROGRAM} off" /dev/null < /dev/null`;
const DONE = { text: "done" };

const agents = installedAgents();

describe.each(agents)("$name", (real: RealAgent) => {
  let played: Played;
  beforeAll(async () => {
    played = await play(real, {
      prompt: "please do it",
      // A variable out of a file of the project's, which Gemini CLI hands to its hooks.
      setup: "mkdir -p .gemini; echo SNAPVEIL_DISABLE=1 | tee .env > .gemini/.env",
      // It would refuse the call before the command is asked.
      settings: { protect_snapveil: false },
      steps: () => [real.shell(OFF), real.shell("git push --force origin main"), DONE, DONE],
    });
  });
  afterAll(() => played?.world.remove());

  test("cannot switch snapveil off on a terminal of its own", () => {
    expect(shows(played.seen[1], "an agent started this")).toBe(true);
    expect(existsSync(join(played.world.home, ".config/snapveil/switch.json"))).toBe(false);
  });

  test("is guarded though a file of the project says otherwise", () => {
    expect(shows(played.seen[2], "snapveil stopped `git push --force origin main`")).toBe(true);
  });
});

if (agents.length === 0) test.skip("no agent is installed", () => {});
