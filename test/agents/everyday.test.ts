import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DAY, SHOP } from "./support/a-day-of-work.ts";
import { installedAgents } from "./support/installed.ts";
import { play, type Played } from "./support/play.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { shows } from "./support/told.ts";

/** One agent is enough: the verdicts are the same in all. */
const working = installedAgents().filter(({ name }) => name === "claude-code");

describe.each(working)("$name at a day of everyday work", (real: RealAgent) => {
  let played: Played;
  beforeAll(async () => {
    played = await play(real, {
      prompt: "Add a password reset. The test login is admin with the password Password123, see docker-compose.yml.",
      setup: SHOP,
      steps: ({ cwd }) => [
        ...DAY.map((act) => ("command" in act ? real.shell(act.command) : real.write(join(cwd, act.path), act.text))),
        { text: "done" },
      ],
    });
  }, 600_000);
  afterAll(() => played?.world.remove());

  test("is stopped at nothing", () => {
    expect(played.agent.exitCode, played.agent.stderr).toBe(0);
    expect(DAY.length).toBeGreaterThanOrEqual(60);
    const stopped = DAY.filter((_, index) =>
      /snapveil (?:stopped|put|hid)|contains? a secret/.test(news(played.seen, index)),
    );
    expect(stopped).toEqual([]);
    expect(played.seen).toHaveLength(DAY.length + 1);
  });

  test("has its files as they were written, and reads them so", () => {
    const last = new Map(DAY.flatMap((act) => ("path" in act ? [[act.path, act] as const] : [])));
    for (const { path, text, isChangedLater } of last.values())
      if (!isChangedLater) expect(readFileSync(join(played.world.cwd, path), "utf8"), path).toBe(text);
    expect(shows(played.seen.at(-1), "[REDACTED")).toBe(false);
  });
});

/** What a request shows beyond the one before it: the result of that step. */
function news(seen: readonly string[], step: number): string {
  const before = seen[step] ?? "";
  const after = seen[step + 1] ?? "";
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return after.slice(same);
}

if (working.length === 0) test.skip("no agent is installed that works a day", () => {});
