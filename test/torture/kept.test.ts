import { expect, test } from "vitest";

import { randomFrom, SEED, times } from "../support/chance.ts";
import { startKillable, type Death } from "./support/start-killable.ts";
import { ENGINES, tortureWorld, type TortureWorld } from "./support/torture-world.ts";

const PROJECT =
  "git init -q -b main . && printf 'data/\\n.env\\n' > .gitignore && echo a > a.txt && git add . && git commit -qm start";
/** Calls of a hook or an undo that touch the disk, and some more. */
const MOST_CALLS = 220;
/** An undo that was killed is taken back by the next one, so the one after it is the whole undo. */
const UNDOS = 3;

const WORKS = ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "undo", "undo", "nothing"] as const;

async function event(world: TortureWorld, name: string, death?: Death): Promise<void> {
  const call = { tool_name: "Bash", tool_use_id: "t", tool_input: { command: "./clean-up" }, tool_response: {} };
  const more = name.endsWith("ToolUse") ? call : name === "UserPromptSubmit" ? { prompt: "go" } : {};
  const payload = { hook_event_name: name, session_id: "s", cwd: world.root, permission_mode: "default", ...more };
  await startKillable(world, ["hook", "--agent", "claude-code"], {
    input: JSON.stringify(payload),
    ...(death && { death }),
  });
}

test.each(ENGINES)(
  "ignored files come back byte for byte, whatever dies on the way, with %s",
  { timeout: 3_600_000 },
  async (engine) => {
    const world = tortureWorld(PROJECT, engine);
    const random = randomFrom(SEED);
    const contents = () =>
      world.sh("cat .env data/*.csv data/deep/x 2>/dev/null | sha256sum; ls data 2>/dev/null || true");
    const faults: string[] = [];
    for (let trial = 0; trial < times(engine === "git" ? 24 : 8); trial += 1) {
      const work = WORKS[random(WORKS.length)]!;
      const death: Death =
        random(3) === 0 ? { milliseconds: 30 + random(200) } : { call: 1 + random(MOST_CALLS), half: random(2) === 0 };
      const at = (name: string) => (work === name ? death : undefined);
      world.sh(
        `mkdir -p data/deep; echo K=${trial} > .env; seq ${trial} 900 > data/a.csv; seq 5 > data/b.csv; echo ${trial} > data/deep/x`,
      );
      const before = contents();
      await event(world, "UserPromptSubmit", at("UserPromptSubmit"));
      if (work === "UserPromptSubmit") await event(world, "UserPromptSubmit");
      await event(world, "PreToolUse", at("PreToolUse"));
      world.sh(`rm -rf data .env; echo ${trial} > a.txt`);
      await event(world, "PostToolUse", at("PostToolUse"));
      await event(world, "Stop", at("Stop"));
      if (work === "undo") await startKillable(world, ["undo", "--yes"], { death });
      for (let undos = 0; undos < UNDOS && contents() !== before; undos += 1)
        await startKillable(world, ["undo", "--yes"], {});
      if (contents() !== before) faults.push(`trial ${trial}: ${work}, ${JSON.stringify(death)}`);
      if (world.fsck() !== "") faults.push(`trial ${trial}: ${work}: ${world.fsck()}`);
    }
    expect(faults).toEqual([]);
  },
);
