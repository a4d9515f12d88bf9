import { expect, test, vi } from "vitest";

import { worldPutBack } from "../support/temporary-world.ts";

vi.setConfig({ testTimeout: 300_000 });

/** A worktree with a repository in it, which has an ignored file of which copies are kept. */
const world = worldPutBack(async (made) => {
  made.sh(
    "echo one > a.txt && git init -q . && git add . && git commit -qm one && " +
      "git init -q lib && echo data > lib/.gitignore && git -C lib add . && git -C lib commit -qm one && echo one > lib/data",
  );
  await turn(made, "echo first > a.txt");
});

async function turn(made: Pick<typeof world, "hook" | "sh">, script: string): Promise<void> {
  const send = (fields: object) => made.hook(["--agent", "claude-code"], fields);
  await send({ hook_event_name: "UserPromptSubmit", prompt: "Change both" });
  made.sh(script);
  await send({ hook_event_name: "Stop", stop_hook_active: false });
}

const undo = (...words: readonly string[]) => world.snapveil(["undo", ...words, "--yes"]);
const texts = () => ["a.txt", "lib/data"].map((path) => world.read(path).trim());

test("a kept file that was changed in place in one repository does not keep the others from an undo", async () => {
  await turn(world, "echo second > a.txt; echo second > lib/data");
  const { stdout, exitCode } = await undo();
  expect([exitCode, texts()]).toEqual([0, ["first", "second"]]);
  expect(stdout).toContain("lib: data was changed in place");
  // Only the kept file is left of the turn, so the next undo takes the one before it.
  expect((await undo()).stdout).toContain("lib: data was changed in place");
  expect(texts()).toEqual(["one", "second"]);
  await undo("--kept");
  expect(texts()).toEqual(["one", "one"]);
});

test("a kept file that is there again in one repository does not keep the others from an undo", async () => {
  await turn(world, "echo second > a.txt; rm lib/data");
  world.sh("echo again > lib/data");
  const { stdout, exitCode } = await undo();
  expect([exitCode, texts()]).toEqual([2, ["first", "again"]]);
  expect(stdout).toContain("lib/data: it is there again");
  await undo();
  expect(texts()).toEqual(["one", "again"]);
  world.sh("rm lib/data");
  await undo();
  expect(texts()).toEqual(["one", "one"]);
});
