import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { startRepository, turn } from "../support/agent-history.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

interface Result {
  restored: boolean;
  complete: boolean;
  conflicts: { path: string }[];
  notes: string[];
}

const world = worldOfEachTest();
const lines = (changes: Record<number, string> = {}) =>
  Array.from({ length: 20 }, (_, at) => `${changes[at] ?? at}\n`).join("");
const undo = (...words: string[]) => world.json<Result>(["undo", ...words, "--yes"]);
const STAYS = "Other lines of a.txt are of other edits, and stay.";

beforeEach(() => startRepository(world, { "a.txt": lines(), "b.txt": "one\n" }));

test("an edit elsewhere in the file stays, is no conflict, and redo brings the present back", async () => {
  await turn(world, { "a.txt": lines({ 2: "agent" }) });
  world.write("a.txt", lines({ 2: "agent", 15: "mine" }), 0o600);
  const { stdout } = await world.snapveil(["undo", "--dry-run"]);
  expect(stdout).toContain(STAYS);
  expect(stdout).not.toContain("changed since");
  expect(await undo()).toMatchObject({ restored: true, complete: true, conflicts: [], notes: [STAYS] });
  expect(world.read("a.txt")).toBe(lines({ 15: "mine" }));
  expect(await undo()).toMatchObject({ restored: false }); // the step is used up
  await world.snapveil(["redo", "--yes"]);
  expect(world.read("a.txt")).toBe(lines({ 2: "agent", 15: "mine" }));
  expect(await world.json(["verify"])).toMatchObject({ ok: true });
});

test.each([
  ["alone", {}],
  ["and lines", { 2: "agent" }],
])("an edit stays where the agent turned the line ends %s", async (_, own) => {
  const turned = (text: string) => text.replaceAll("\n", "\r\n");
  await turn(world, { "a.txt": turned(lines(own)) });
  world.write("a.txt", turned(lines({ ...own, 15: "mine" })));
  expect(await undo()).toMatchObject({ restored: true, complete: true, conflicts: [], notes: [STAYS] });
  expect(world.read("a.txt")).toBe(lines({ 15: "mine" }));
  await world.snapveil(["redo", "--yes"]);
  expect(world.read("a.txt")).toBe(turned(lines({ ...own, 15: "mine" })));
});

test("after an undo that died on the way the present comes back, and the merged file is no conflict", async () => {
  await turn(world, { "a.txt": lines({ 2: "agent" }) });
  world.write("a.txt", lines({ 2: "agent", 15: "mine" }));
  await undo();
  const shadows = join(world.data, "snapshot");
  const journal = join(shadows, readdirSync(shadows)[0]!, "journal");
  const records = readFileSync(journal, "utf8").split("\n").slice(0, -1);
  expect(records.at(-1)).toContain('"type":"end"');
  writeFileSync(journal, records.slice(0, -1).join("\n") + "\n");
  expect(await undo()).toMatchObject({ restored: true, conflicts: [] });
  expect(world.read("a.txt")).toBe(lines({ 2: "agent", 15: "mine" }));
});

test.each(["git", "isomorphic-git"])("reset merges, too, with the engine on %s", async (engine) => {
  world.configure({ engine });
  await turn(world, { "a.txt": lines({ 2: "agent" }) });
  world.write("a.txt", lines({ 2: "agent", 15: "mine" }));
  expect(await world.json(["reset", "0", "--session", "s1", "--yes"])).toMatchObject({ conflicts: [], notes: [STAYS] });
  expect(world.read("a.txt")).toBe(lines({ 15: "mine" }));
  await world.snapveil(["redo", "--yes"]);
  expect(world.read("a.txt")).toBe(lines({ 2: "agent", 15: "mine" }));
});

test("an edit of the same lines, of a binary file or of one that the turn made is a conflict, without markers", async () => {
  world.write("c.bin", `\0${lines()}`);
  await turn(world, { "a.txt": lines({ 2: "agent" }), "c.bin": `\0${lines({ 2: "agent" })}`, "new.txt": lines() });
  world.write("a.txt", lines({ 2: "mine" }));
  world.write("c.bin", `\0${lines({ 2: "agent", 15: "mine" })}`);
  world.write("new.txt", lines({ 3: "mine" }));
  const { conflicts, notes } = await undo();
  expect({ paths: conflicts.map(({ path }) => path), notes }).toEqual({
    paths: ["a.txt", "c.bin", "new.txt"],
    notes: [],
  });
  expect([world.read("a.txt"), world.read("c.bin")]).toEqual([lines(), `\0${lines()}`]);
  await world.snapveil(["redo", "--yes"]);
  expect([world.read("a.txt"), world.read("new.txt")]).toEqual([lines({ 2: "mine" }), lines({ 3: "mine" })]);
});

test("what another session did later in the file stays, and can still be undone", async () => {
  await turn(world, { "a.txt": lines({ 2: "first" }) }, "one");
  await turn(world, { "a.txt": lines({ 2: "first", 15: "second" }) }, "two");
  expect(await undo("--session", "one")).toMatchObject({ conflicts: [] });
  expect(world.read("a.txt")).toBe(lines({ 15: "second" }));
  expect(await undo("--session", "two")).toMatchObject({ restored: true, conflicts: [] });
  expect(world.read("a.txt")).toBe(lines());
});

test("several turns are taken out together; restore brings back the state itself", async () => {
  await turn(world, { "a.txt": lines({ 2: "agent" }) });
  const id = await turn(world, { "a.txt": lines({ 2: "agent", 5: "agent" }) });
  world.write("a.txt", lines({ 2: "agent", 5: "agent", 15: "mine" }));
  expect(await undo("2")).toMatchObject({ conflicts: [] });
  expect(world.read("a.txt")).toBe(lines({ 15: "mine" }));
  await world.snapveil(["restore", id, "--after", "--yes"]);
  expect(world.read("a.txt")).toBe(lines({ 2: "agent", 5: "agent" }));
});
