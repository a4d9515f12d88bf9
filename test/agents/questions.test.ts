import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { agentMatrix } from "../../agents/codec/matrix.ts";
import { missing } from "../support/pseudo-terminal.ts";
import { installedAgents } from "./support/installed.ts";
import { setStage } from "./support/stage.ts";
import { shows } from "./support/told.ts";

const rows = await agentMatrix();
/** A file that no checkpoint holds, so that its loss is asked about. */
const setup = 'mkdir -p "$HOME/Documents" && seq 400 > "$HOME/Documents/notes.txt"';
const FILE = "Documents/notes.txt";
const DONE = { text: "done" };

const agents = installedAgents();

describe.each(agents)("$name, where a call is to be asked about", (real) => {
  test("runs nothing without a person, and the model is told why", async () => {
    const { world, turn, close } = await setStage(real, { setup });
    const file = join(world.home, FILE);
    const { seen, all } = await turn({ prompt: "please do it", steps: [real.shell(`rm ${file}`), DONE, DONE] });
    expect(existsSync(file)).toBe(true);
    if (seen.length > 1) expect(shows(all.join("\n"), "what neither a checkpoint nor a kept copy holds")).toBe(true);
    close();
    world.remove();
  });

  const { isAsked } = real;
  const isTold = rows.find(({ agent }) => agent === real.dialect)!.degrees.ask === "native";
  if (isAsked)
    test.skipIf(missing !== undefined).each(["yes", "no"] as const)("does as the person says: %s", async (answer) => {
      expect(isTold).toBe(true);
      const { world, onPrompt, close } = await setStage(real, { setup });
      const file = join(world.home, FILE);
      await onPrompt(isAsked.words, [real.shell(`rm ${file}`), DONE, DONE], async (terminal, seen) => {
        await isAsked.type(terminal, "please do it");
        await terminal.shows("snapveil asks about");
        expect(existsSync(file)).toBe(true);
        terminal.press(isAsked[answer]);
        if (answer === "yes") await expect.poll(() => existsSync(file)).toBe(false);
        for (let left = 100; left > 0 && seen.length < 2; left -= 1) await setTimeout(200);
      });
      expect(existsSync(file)).toBe(answer === "no");
      close();
      world.remove();
    });
});

if (agents.length === 0) test.skip("no agent is installed", () => {});
