import { expect, test, vi } from "vitest";

import { worldPutBack } from "../support/temporary-world.ts";

vi.setConfig({ testTimeout: 300_000 });

/** A worktree with a repository in it. A turn changes two hunks and a new file in each. */
const world = worldPutBack(async (made) => {
  made.sh(
    "seq 30 > a.txt && git init -q . && git add . && git commit -qm one && " +
      "git init -q lib && seq 30 > lib/l.txt && git -C lib add . && git -C lib commit -qm one",
  );
  const send = (fields: object) => made.hook(["snapshot", "--agent", "claude-code"], fields);
  await send({ hook_event_name: "UserPromptSubmit", prompt: "Change both" });
  made.sh("sed -i 's/^3$/three/; s/^25$/last/' a.txt lib/l.txt; echo n > new; echo n > lib/new");
  await send({ hook_event_name: "Stop", stop_hook_active: false });
});

const run = async (...words: readonly string[]) => (await world.snapveil([...words, "--yes"])).stdout;
/** The first lines of an answer, which name the part of each repository, without ids and times. */
const headlines = (text: string) =>
  text.split("\n").flatMap((line) => /^(?:Took back|Redid)(?: .*?(?=, from turn))?/.exec(line)?.[0] ?? []);
const notes = (text: string) => text.match(/\d more undos? can be redone.*/g);
/** What the list says of the turn, which is one row. */
const row = async () => /\((undone[^)]*)\)/.exec((await world.snapveil(["checkpoints", "--all"])).stdout)?.[1];
const texts = () =>
  ["a.txt", "lib/l.txt"].map(
    (path) =>
      world
        .read(path)
        .match(/three|last/g)
        ?.join() ?? "",
  );

async function undoInThree(): Promise<string[]> {
  const said = [];
  for (const part of [["--hunks", "1,4"], ["lib/new"], []]) said.push(await run("undo", ...part));
  return said;
}

test("an undo of a part says which part of each repository, and the row says which part of all", async () => {
  const hunks = await run("undo", "--hunks", "1,4");
  expect(headlines(hunks)).toEqual(["Took back 1 of 2 hunks of a.txt", "Took back 1 of 2 hunks of lib/l.txt"]);
  expect(texts()).toEqual(["last", "last"]);
  expect(await row()).toBe("undone in part: 2 of 4 hunks");
  expect(headlines(await run("undo", "lib/new"))).toEqual(["Took back 1 of 2 files"]);
  expect(await row()).toBe("undone in part: 1 of 4 files and 2 of 4 hunks");
  expect(headlines(await run("undo"))).toEqual(["Took back", "Took back the last 1 of 2 files"]);
  expect(await row()).toBe("undone");
  expect(texts()).toEqual(["", ""]);
});

test("redo brings one undo back, counts the others over all repositories, and refuses a count", async () => {
  await undoInThree();
  const refused = await world.snapveil(["redo", "2", "--yes"]);
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("take them back one by one") as string,
  });
  const { stdout: preview } = await world.snapveil(["redo", "--dry-run"]);
  expect(notes(preview)).toEqual(["2 more undos can be redone, one by one: snapveil redo"]);
  const said = [await run("redo"), await run("redo"), await run("redo")];
  expect(said.map(notes)).toEqual([
    ["2 more undos can be redone, one by one: snapveil redo"],
    ["1 more undo can be redone: snapveil redo"],
    null,
  ]);
  expect(headlines(said[1]!)).toEqual(["Redid 1 of 2 files"]);
  expect(await row()).toBeUndefined();
  expect(texts()).toEqual(["three,last", "three,last"]);
});

test("the way back that a redo of a part names brings each repository's files back, and nothing else", async () => {
  await undoInThree();
  await run("redo");
  const before = texts();
  const wayBack = /To bring it back: (.*)/.exec(await run("redo"))![1]!;
  expect(wayBack).toMatch(/^snapveil restore \w+$/);
  await run(...wayBack.split(" ").slice(1));
  expect(world.sh("ls lib")).not.toContain("new");
  expect(texts()).toEqual(before);
  const both = /To bring it back: (.*)/.exec((await run("undo", "--hunks", "1,3")) && (await run("redo")))![1]!;
  expect(both).toMatch(/^snapveil restore \w+ && snapveil restore \w+$/);
});
