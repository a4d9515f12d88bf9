import { readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, afterAll, describe, expect, test } from "vitest";

import { agentMatrix } from "../../agents/codec/matrix.ts";
import { loadAgent } from "../../agents/registry.ts";
import { DEFAULT_SETTINGS } from "../../worktree/default-settings.ts";
import { runBash, runSnapveil } from "../support/run.ts";
import { installedAgents } from "./support/installed.ts";
import { play, type Played } from "./support/play.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { shows, token } from "./support/told.ts";

const rows = await agentMatrix();
const FORMATTER = [process.execPath, "-e", 'require("node:fs").appendFileSync(process.argv[1], "formatted\\n")'];
const DONE = { text: "done" };

/** Where a refusal ends the run, there is nothing to be seen behind the first one. */
const goingOn = installedAgents().filter(
  (real) => rows.find(({ agent }) => agent === real.dialect)!.degrees.block_tool !== "lever",
);

describe.each(goingOn)("$name with builtins of the user's choice", (real: RealAgent) => {
  const { degrees } = rows.find(({ agent }) => agent === real.dialect)!;
  const secret = token();
  let played: Played;
  beforeAll(async () => {
    played = await play(real, {
      prompt: "please do it",
      // Nothing of it is committed yet.
      setup: `echo key=${secret} >> file.txt`,
      settings: {
        builtins: {
          "*": ["log_events"],
          tool_response_transform: ["limit_large_tool_results"],
          post_tool_use: [["format_changed", ...FORMATTER]],
          turn_end: [["require_checks", "sh", "-c", "echo 2 tests failed; exit 1"]],
        },
      },
      steps: ({ cwd }) => [
        real.shell("git push --force origin main"),
        real.shell("git commit -qam second"),
        real.write(join(cwd, "new.txt"), "new\n"),
        real.shell("seq 1 3000"),
        DONE,
        DONE,
        DONE,
        DONE,
      ],
    });
  });
  afterAll(() => played?.world.remove());

  test("is refused what destroys a branch, and told what to do instead", () => {
    expect(shows(played.seen[1], "snapveil stopped `git push --force origin main`")).toBe(true);
  });

  test("is refused a commit of a secret, and told where it stands", async () => {
    expect(shows(played.seen[2], "file.txt:2")).toBe(true);
    expect(shows(played.all.join("\n"), secret)).toBe(false);
    const { env, cwd } = played.world;
    const { stdout } = await runBash("git log --oneline | wc -l", { env, cwd });
    expect(stdout.trim()).toBe("1");
  });

  test("has its file formatted before the checkpoint, so that one undo takes back both", async () => {
    const { env, cwd } = played.world;
    expect(readFileSync(join(cwd, "new.txt"), "utf8")).toBe("new\nformatted\n");
    const { stdout } = await runSnapveil(["checkpoints", "--json"], { env, cwd });
    const { checkpoints } = JSON.parse(stdout) as { checkpoints: { scope: string; files: { additions: number }[] }[] };
    expect(checkpoints.find(({ scope }) => scope === "tool")?.files[0]?.additions).toBe(2);
  });

  test("is shown the end of a long output, where a hook can change it", () => {
    const changes = degrees.rewrite_output !== "impossible";
    expect(shows(played.seen[4], "Showing the last 2000 lines")).toBe(changes);
  });

  test("goes on twice where the checks fail and it can go on", async () => {
    const agent = await loadAgent(real.dialect);
    const canGoOn = agent.events.some((event) => agent.carries(event, {}, DEFAULT_SETTINGS).resumes);
    expect(played.seen).toHaveLength(canGoOn ? 7 : 5);
    if (canGoOn) expect(shows(played.seen[5], "2 tests failed")).toBe(true);
  });

  test("has left a line for each event in the log, without the secret", async () => {
    const { env, cwd } = played.world;
    const { stdout } = await runSnapveil(["log", "--json"], { env, cwd });
    const { entries } = JSON.parse(stdout) as { entries: { agent: string; event: string; verdict?: string }[] };
    expect(entries.filter(({ verdict }) => verdict === "deny").length).toBeGreaterThanOrEqual(2);
    expect(new Set(entries.map(({ agent: name }) => name))).toEqual(new Set([real.dialect]));
    expect(stdout.includes(secret)).toBe(false);
  });
});

if (goingOn.length === 0) test.skip("no agent is installed that goes on after a refusal", () => {});
