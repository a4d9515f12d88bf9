import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import type { TemporaryWorld } from "../support/temporary-world.ts";
import { installedAgents } from "./support/installed.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { setStage, type Stage } from "./support/stage.ts";

const DONE = { text: "done" };
/** Work of the person's that no commit has: a changed file, a new one, and bytes that no text has. */
const SETUP = [
  "mkdir sub && echo below > sub/below.txt && echo gone > gone.txt && git add . && git commit -qm second",
  "echo 'one and a half' > file.txt",
  String.raw`printf 'new\r\n\377\000' > new.bin`,
].join(" && ");

interface Checkpoint {
  readonly session_id: string;
}

const resumable = installedAgents().filter(({ again }) => again !== undefined);

describe.each(resumable)("$name", (real: RealAgent) => {
  let stage: Stage;
  const begin = async () => (stage = await setStage(real, { setup: SETUP }));
  afterEach(() => {
    stage.close();
    stage.world.remove();
  });
  const undo = (...words: string[]) => stage.world.json(["undo", "--yes", ...words]);
  const checkpoints = async () =>
    (await stage.world.json<{ checkpoints: readonly Checkpoint[] }>(["checkpoints"])).checkpoints;

  test("has a turn of two commands taken back at once, byte for byte", async () => {
    const { world, turn } = await begin();
    const before = filesOf(world);
    const { agent } = await turn({
      prompt: "change the files\nand nothing else",
      steps: [
        real.shell("echo two > file.txt; rm gone.txt"),
        real.shell("mkdir made; echo made > made/made.txt; echo changed > new.bin; chmod 755 sub/below.txt"),
        DONE,
      ],
    });
    expect(agent, agent.stderr).toMatchObject({ exitCode: 0 });
    expect(Object.keys(filesOf(world))).toContain("made/made.txt");
    expect(await undo()).toMatchObject({ restored: true });
    expect(filesOf(world)).toEqual(before);
  });

  test("goes on after it was killed between two calls, and each of both turns is a step", async () => {
    const { world, turn } = await begin();
    const before = filesOf(world);
    await turn({ prompt: "begin", steps: [real.shell("echo two > file.txt; rm gone.txt"), "silence"] });
    const between = filesOf(world);
    await turn({ prompt: "go on", again: true, steps: [real.shell("echo three > file.txt"), DONE] });
    expect(world.read("file.txt")).toBe("three\n");
    const sessions = new Set((await checkpoints()).map(({ session_id: session }) => session));
    expect(sessions.size).toBe(1);
    await undo();
    expect(filesOf(world)).toEqual(between);
    await undo();
    expect(filesOf(world)).toEqual(before);
  });
});

if (resumable.length === 0) test.skip("no agent is installed that goes on with a session", () => {});

/** Every file of the project with its mode, and every folder, but for git's own. */
function filesOf({ cwd }: TemporaryWorld): Record<string, string> {
  const paths = readdirSync(cwd, { recursive: true, encoding: "utf8" })
    .filter((path) => !/^\.git(\/|$)/.test(path))
    .sort();
  return Object.fromEntries(
    paths.map((path) => {
      const found = statSync(join(cwd, path));
      return [path, `${found.mode.toString(8)} ${found.isFile() ? readFileSync(join(cwd, path), "latin1") : ""}`];
    }),
  );
}
