import { expect, test } from "vitest";

import { randomFrom, SEED, times } from "../support/chance.ts";
import { startKillable, type Death } from "./support/start-killable.ts";
import { tortureWorld, type TortureWorld } from "./support/torture-world.ts";

const PROJECT = "git init -q -b main . && echo a > a.txt && git add . && git commit -qm start";
/** Calls of a hook or an undo that touch the disk or start git, and some more. */
const MOST_CALLS = 220;

const WORKS = ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "undo", "nothing"] as const;

async function event(world: TortureWorld, name: string, death?: Death): Promise<void> {
  const call = { tool_name: "Bash", tool_use_id: "t", tool_input: { command: "./clean-up" }, tool_response: {} };
  const more = name.endsWith("ToolUse") ? call : name === "UserPromptSubmit" ? { prompt: "go" } : {};
  const payload = { hook_event_name: name, session_id: "s", cwd: world.root, permission_mode: "default", ...more };
  await startKillable(world, ["hook", "--agent", "claude-code"], {
    input: JSON.stringify(payload),
    ...(death && { death }),
  });
}

test("a branch, a stash and a staged file come back after git forgot all three, whatever dies on the way", {
  timeout: 3_600_000,
}, async () => {
  const world = tortureWorld(PROJECT, "git");
  const random = randomFrom(SEED);
  const faults: string[] = [];
  for (let trial = 0; trial < times(24); trial += 1) {
    const work = WORKS[random(WORKS.length)]!;
    const death: Death =
      random(3) === 0 ? { milliseconds: 30 + random(200) } : { call: 1 + random(MOST_CALLS), half: random(2) === 0 };
    const at = (name: string) => (work === name ? death : undefined);
    world.sh(
      `git reset -q --hard; git checkout -qb b${trial}; echo ${trial} > b.txt; git add .; git commit -qm b${trial}; git checkout -q main; ` +
        `echo s${trial} > a.txt; git stash push -qm s${trial}; echo staged${trial} > a.txt; git add a.txt; echo work${trial} > a.txt`,
    );
    const look = () =>
      world.sh("git show-ref | grep -v stash; git stash list --format=%gs; git show :a.txt; cat a.txt");
    const before = look();
    await event(world, "UserPromptSubmit", at("UserPromptSubmit"));
    if (work === "UserPromptSubmit") await event(world, "UserPromptSubmit");
    await event(world, "PreToolUse", at("PreToolUse"));
    world.sh(
      `git branch -qD b${trial}; git stash clear; git reset -q --hard; git reflog expire --expire=now --all; git gc -q --prune=now`,
    );
    await event(world, "PostToolUse", at("PostToolUse"));
    await event(world, "Stop", at("Stop"));
    if (work === "undo") await startKillable(world, ["undo", "--yes"], { death });
    const said = await startKillable(world, ["undo", "--yes", "--json"], {});
    const { git = [] } = JSON.parse(said.stdout) as { git?: { command?: string }[] };
    world.sh(git.map(({ command }) => command ?? "").join("\n"));
    // An undo that was killed is taken back by the next one, so the one after it is the whole undo.
    if (look() !== before) await startKillable(world, ["undo", "--yes"], {});
    if (look() !== before) faults.push(`trial ${trial}: ${work}, ${JSON.stringify(death)}: ${look()}, not ${before}`);
    const locks = world.sh('find .git "$SHADOW/git-state" -name "*.lock"');
    if (world.fsck() + locks !== "") faults.push(`trial ${trial}: ${work}: ${world.fsck()}${locks}`);
  }
  expect(faults).toEqual([]);
});
