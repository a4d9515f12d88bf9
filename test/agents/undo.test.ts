import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import { installedAgents } from "./support/installed.ts";
import type { RealAgent } from "./support/real-agent.ts";
import { setStage, type Stage } from "./support/stage.ts";
import { shows } from "./support/told.ts";

const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");
const DONE = { text: "done" };
/** Work of the person's that no commit has: a changed file, a new one, and bytes that no text has. */
const SETUP = [
  "mkdir sub && echo below > sub/below.txt && echo gone > gone.txt && git add . && git commit -qm second",
  "echo 'one and a half' > file.txt",
  String.raw`printf 'new\r\n\377' > new.bin`,
].join(" && ");

interface Checkpoint {
  readonly scope: string;
  readonly open?: boolean;
  readonly title?: string;
  readonly command?: string;
  readonly agent?: string;
  readonly files: readonly { readonly path: string }[];
}

interface Undone {
  readonly restored: boolean;
  readonly complete: boolean;
  readonly undone: readonly { readonly title?: string }[];
}

/** Those that go on with a session; of a dialect's two kinds of tools one is enough. */
const resumable = installedAgents().filter(({ name, dialect, again }) => again !== undefined && name === dialect);

describe.each(resumable)("$name", (real: RealAgent) => {
  let stage: Stage;
  const begin = async () => (stage = await setStage(real, { setup: SETUP }));
  afterEach(() => {
    stage.close();
    stage.world.remove();
  });
  const undo = (...words: string[]) => stage.world.json<Undone>(["undo", "--yes", ...words]);
  const checkpoints = async () =>
    (await stage.world.json<{ checkpoints: readonly Checkpoint[] }>(["checkpoints"])).checkpoints;

  test("has a turn of two commands taken back at once, byte for byte", async () => {
    const { world, turn } = await begin();
    const before = filesOf(world.cwd);
    const { agent } = await turn({
      prompt: "change the files\nand nothing else",
      steps: [
        real.shell("echo two > file.txt; rm gone.txt"),
        real.shell("mkdir made; echo made > made/made.txt; echo changed > new.bin; chmod 755 sub/below.txt"),
        DONE,
      ],
    });
    expect(agent, agent.stderr).toMatchObject({ exitCode: 0 });
    expect(Object.keys(filesOf(world.cwd))).toContain("made/made.txt");
    expect(await undo()).toMatchObject({ restored: true, complete: true });
    expect(filesOf(world.cwd)).toEqual(before);
  });

  test("has its turns and calls named by the prompt and the command", async () => {
    const { turn } = await begin();
    const command = "echo two > file.txt";
    await turn({ prompt: "change the files\nand nothing else", steps: [real.shell(command), DONE] });
    const all = await checkpoints();
    expect(all.find(({ scope }) => scope === "turn")).toMatchObject({ title: "change the files", agent: real.dialect });
    expect(all.find(({ scope }) => scope === "tool")).toMatchObject({ command, agent: real.dialect });
    expect((await undo()).undone).toMatchObject([{ title: "change the files" }]);
  });

  test("has a turn taken back in which it was killed", async () => {
    const { world, turn } = await begin();
    const before = filesOf(world.cwd);
    await turn({ prompt: "begin", steps: [real.shell("echo two > file.txt; rm gone.txt"), "silence"] });
    // What came after its last call is taken for the person's.
    world.write("late.txt", "late\n");
    expect((await checkpoints()).filter(({ open }) => open)).toMatchObject([{ scope: "turn" }]);
    expect(await undo()).toMatchObject({ restored: true, complete: true });
    expect(filesOf(world.cwd)).toEqual({ ...before, "late.txt": "100644 late\n" });
    expect((await checkpoints()).filter(({ open }) => open)).toEqual([]);
  });

  test("has a call taken back in which it was killed", async () => {
    const { world, turn } = await begin();
    const before = filesOf(world.cwd);
    const { agent } = await turn({
      prompt: "begin",
      steps: [real.shell("echo two > file.txt; rm gone.txt; kill -9 $PPID"), "silence"],
    });
    expect(agent.exitCode).not.toBe(0);
    expect(world.read("file.txt")).toBe("two\n");
    expect(await undo()).toMatchObject({ restored: true, complete: true });
    expect(filesOf(world.cwd)).toEqual(before);
  });

  test.each([
    ["between two calls", ""],
    ["in a call", "; kill -9 $PPID"],
  ])("goes on after it was killed %s, and each of both turns is a step", async (_, end) => {
    const { world, turn } = await begin();
    const before = filesOf(world.cwd);
    await turn({ prompt: "begin", steps: [real.shell(`echo two > file.txt; rm gone.txt${end}`), "silence"] });
    const between = filesOf(world.cwd);
    await turn({ prompt: "go on", again: true, steps: [real.shell("echo three > file.txt"), DONE] });
    expect(world.read("file.txt")).toBe("three\n");
    await undo();
    expect(filesOf(world.cwd)).toEqual(between);
    await undo();
    expect(filesOf(world.cwd)).toEqual(before);
  });

  test("has a turn taken back that an error of the model's server ended", async () => {
    const { world, turn } = await begin();
    const before = filesOf(world.cwd);
    const errors = Array.from({ length: 50 }, () => ({ status: 400 }));
    await turn({ prompt: "begin", steps: [real.shell("echo two > file.txt; rm gone.txt"), ...errors] });
    const between = filesOf(world.cwd);
    const turns = (await checkpoints()).filter(({ scope }) => scope === "turn");
    expect(turns.map((one) => [pathsOf(one), one.open ?? false])).toEqual([[["file.txt", "gone.txt"], false]]);
    await turn({ prompt: "go on", again: true, steps: [real.shell("echo three > file.txt"), DONE] });
    await undo();
    expect(filesOf(world.cwd)).toEqual(between);
    await undo();
    expect(filesOf(world.cwd)).toEqual(before);
  });

  test("has an edit recorded above the folder that it went to", async () => {
    const { world, turn } = await begin();
    const before = filesOf(world.cwd);
    await turn({
      prompt: "go there",
      // The second call is in the folder that the first one went to, where the agent's shell goes on there.
      steps: [
        real.shell("cd sub && echo two > below.txt"),
        real.write(join(world.cwd, "above.txt"), "above\n"),
        real.shell(`echo two > '${join(world.cwd, "file.txt")}'`),
        DONE,
      ],
    });
    expect(world.read("above.txt")).toBe("above\n");
    const all = await checkpoints();
    const pathsIn = (wanted: string) => all.filter(({ scope }) => scope === wanted).map(pathsOf);
    expect(pathsIn("turn")).toEqual([["above.txt", "file.txt", "sub/below.txt"]]);
    expect(pathsIn("tool")).toEqual([["sub/below.txt"], ["above.txt"], ["file.txt"]]);
    await undo();
    expect(filesOf(world.cwd)).toEqual(before);
  });

  test("has an edit recorded above the folder that it was started in", async () => {
    const { world, turn } = await begin();
    const before = filesOf(world.cwd);
    await turn({
      prompt: "begin",
      folder: "sub",
      steps: [real.shell("echo two > ../file.txt; echo two > below.txt"), DONE],
    });
    const turns = (await checkpoints()).filter(({ scope }) => scope === "turn");
    expect(turns.map(pathsOf)).toEqual([["file.txt", "sub/below.txt"]]);
    await undo();
    expect(filesOf(world.cwd)).toEqual(before);
  });

  test("undoes its own turns one after the other", async () => {
    const { world, turn } = await begin();
    const before = filesOf(world.cwd);
    await turn({ prompt: "begin", steps: [real.shell("echo two > file.txt; rm gone.txt"), DONE] });
    const between = filesOf(world.cwd);
    await turn({ prompt: "go on", again: true, steps: [real.shell("echo three > file.txt"), DONE] });
    const undone = (index: number) => join(world.tmp, `undone-${index}`);
    const call = (index: number) =>
      real.shell(`'${process.execPath}' '${BINARY}' undo --yes && cp -R . '${undone(index)}'`);
    await turn({ prompt: "take it back", again: true, steps: [call(1), call(2), DONE] });
    expect([undone(1), undone(2)].map(filesOf)).toEqual([between, before]);
    expect(filesOf(world.cwd)).toEqual(before);
    expect(await undo()).toMatchObject({ restored: false });
  });

  test("is told after an undo which files were put back", async () => {
    const { world, turn } = await begin();
    // A name that stands in no request but the one that tells of it.
    const steps = [real.shell("for each in one two; do echo $each > made-$each.txt; done; echo two > file.txt"), DONE];
    const { all } = await turn({ prompt: "begin", steps });
    expect(shows(all.join("\n"), "made-one.txt")).toBe(false);
    await undo();
    const { seen } = await turn({ prompt: "go on", again: true, steps: [DONE] });
    expect(shows(seen[0], "go on")).toBe(true);
    for (const name of ["made-one.txt", "made-two.txt"]) expect(shows(seen[0], name), name).toBe(true);
    expect(/put back/i.test(seen[0]!)).toBe(true);
    expect(world.read("file.txt")).toBe("one and a half\n");
  });
});

if (resumable.length === 0) test.skip("no agent is installed that goes on with a session", () => {});

/** Every file of the project with its mode, and every folder, but for git's own. */
function filesOf(cwd: string): Record<string, string> {
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

function pathsOf({ files }: Checkpoint): string[] {
  return files.map(({ path }) => path).sort();
}
