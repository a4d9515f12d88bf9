import { readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { humanSize } from "../../terminal/in-words.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest();
const noted = () => readdirSync(join(world.data, "tracked")).length;

test("each answer says what is so now: at first, again, with what was left out, and at the end", async () => {
  world.sh("echo one > a.txt; head -c 3000000 /dev/zero > large.bin");
  const said = async (...words: string[]) => (await world.snapveil(words)).stdout;
  const first = (await said("track", ".")).split("\n");
  expect(first[0]).toMatch(/ is tracked from now on; its present state is checkpoint [0-9a-f]{8}\.$/);
  expect(first[0]).toContain(world.cwd);
  expect(first.slice(1).join("\n")).toMatch(/^ {2}- not recorded: large\.bin: .*larger than/m);
  expect(await said("track", ".")).toContain(`${world.cwd} is tracked already.\n`);
  const asked = await world.snapveil(["untrack", ".", "--forget"]);
  expect([asked.exitCode, asked.stderr]).toEqual([2, expect.stringContaining("no terminal to ask on")]);
  expect(noted()).toBe(1);
  expect(await said("untrack", ".")).toBe(
    `${world.cwd} is not tracked any more; what was recorded can be put back until \`snapveil prune --orphans\` forgets it.\n`,
  );
  await said("track", ".");
  expect(await said("untrack", ".", "--forget", "--yes")).toBe(
    `${world.cwd} is not tracked any more; its history is gone.\n`,
  );
});

test("prune adds up the space of all orphans", async () => {
  for (const folder of ["one", "two"].map((name) => world.at(`../${name}`))) {
    world.sh(`mkdir ${folder}; seq 1 20000 > ${folder}/f`);
    for (const word of ["track", "untrack"]) await world.snapveil([word, folder]);
  }
  const { orphans } = await world.json<{ orphans: { bytes: number }[] }>(["prune", "--orphans", "--dry-run"]);
  expect(orphans).toHaveLength(2);
  const sum = humanSize(orphans[0]!.bytes + orphans[1]!.bytes);
  const { stdout } = await world.snapveil(["prune", "--orphans"]);
  expect(stdout).toBe(`Removed 2 shadow repositories of folders that are gone or untracked (${sum}).\n`);
});
