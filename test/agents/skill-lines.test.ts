import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { installedAgents } from "./support/installed.ts";
import { play } from "./support/play.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { shows } from "./support/told.ts";
import { writeFile } from "./support/write-file.ts";

const claude = installedAgents().filter(({ name }) => name === "claude-code");

describe.each(claude)("a line of a slash command of $name", (real: RealAgent) => {
  test("is refused where it destroys what nobody means, and runs else", async () => {
    const { world, seen } = await play(real, {
      prompt: "/look",
      change: ({ cwd }) =>
        writeFile(
          join(cwd, ".claude/commands/look.md"),
          "---\nallowed-tools: Bash(git:*), Bash(touch:*)\n---\nA: !`touch made`\n\nB: !`git push --force origin main`\n",
        ),
      steps: () => [{ text: "done" }],
    });
    expect(existsSync(join(world.cwd, "made"))).toBe(true);
    expect(shows(seen[0], "not run: blocked by hook: snapveil stopped `git push --force origin main`")).toBe(true);
    world.remove();
  });
});

if (claude.length === 0) test.skip("Claude Code is not installed", () => {});
