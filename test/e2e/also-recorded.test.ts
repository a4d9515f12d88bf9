import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(
  "git init -q . && printf '.env\\ndata/\\nnode_modules\\n*.local\\n' > .gitignore && echo a > a.txt && git add . && " +
    "git commit -qm one && mkdir -p data/deep node_modules/p sub && echo KEY=first > .env && chmod 600 .env && " +
    "echo S=1 > sub/.env && echo one > data/app.sqlite && echo log > data/app.log && echo P=1 > node_modules/p/.env && " +
    "head -c 9000000 /dev/zero > data/huge.sqlite",
);

const PATTERNS = [".env", "data/*.sqlite"];
const VALUE = "hunter2hunter2";

async function turn(script: string): Promise<string | undefined> {
  await world.hook(["snapshot"], { hook_event_name: "turn_start" });
  world.sh(script);
  await world.hook(["snapshot"], { hook_event_name: "turn_end" });
  return (await world.json<CheckpointList>(["checkpoints"])).checkpoints.at(-1)?.id;
}

const filesOf = async () =>
  (await world.json<CheckpointList>(["checkpoints"])).checkpoints
    .at(-1)!
    .files.map(({ path, status }) => [path, status]);
const undo = (...words: string[]) => world.snapveil(["undo", ...words, "--yes"]);

describe.each(["git", "isomorphic-git"])("with %s", (engine) => {
  beforeEach(() => world.configure({ engine, alsoRecord: PATTERNS }));

  test("ignored files that alsoRecord names are recorded, and undone and redone with the rest", async () => {
    await turn(
      `echo KEY=${VALUE} > .env; echo two > data/app.sqlite; rm sub/.env; echo b > a.txt; echo x > data/app.log`,
    );
    expect(await filesOf()).toEqual([
      [".env", "modified"],
      ["a.txt", "modified"],
      ["data/app.sqlite", "modified"],
      ["sub/.env", "deleted"],
    ]);
    const { stdout } = await undo();
    expect(stdout).not.toContain("no checkpoint holds");
    expect([world.read(".env"), world.read("data/app.sqlite"), world.read("sub/.env")]).toEqual([
      "KEY=first\n",
      "one\n",
      "S=1\n",
    ]);
    expect(statSync(world.at(".env")).mode & 0o777).toBe(0o600);
    expect(world.read("data/app.log")).toBe("x\n");
    await world.snapveil(["redo", "--yes"]);
    expect(world.read(".env")).toBe(`KEY=${VALUE}\n`);
    expect(existsSync(world.at("sub/.env"))).toBe(false);
  });

  test("a file that a turn makes goes again, and one that was there before the setting is left alone", async () => {
    world.configure({ engine });
    await turn("echo c > a.txt");
    world.configure({ engine, alsoRecord: PATTERNS });
    await turn("echo new > data/new.sqlite; mkdir other; echo O=1 > other/.env");
    expect(await filesOf()).toEqual([
      ["data/new.sqlite", "added"],
      ["other/.env", "added"],
    ]);
    await undo();
    expect([existsSync(world.at("data/new.sqlite")), existsSync(world.at("other/.env"))]).toEqual([false, false]);
    await undo(); // of the turn before the setting
    expect([world.read("a.txt"), world.read(".env")]).toEqual(["a\n", "KEY=first\n"]);
  });

  test("what changes while the setting is away is not touched, and its coming back undoes nothing", async () => {
    await turn(`echo KEY=${VALUE} > .env`);
    world.configure({ engine });
    await turn("echo KEY=other > .env; echo c > a.txt");
    expect(await filesOf()).toEqual([["a.txt", "modified"]]);
    await undo();
    const { exitCode, stdout } = await undo();
    expect(exitCode).toBe(2);
    expect(stdout).toContain(".env: not recorded");
    expect(world.read(".env")).toBe("KEY=other\n");
    world.configure({ engine, alsoRecord: PATTERNS });
    await turn("echo d > a.txt");
    expect(await filesOf()).toEqual([["a.txt", "modified"]]);
    expect((await undo()).exitCode).toBe(0);
    expect(world.read(".env")).toBe("KEY=other\n");
  });

  test("one above 8 MiB is named and left alone, and none is looked for among dependencies", async () => {
    await turn("echo x >> data/huge.sqlite; echo P=2 > node_modules/p/.env; echo c > a.txt");
    expect(await filesOf()).toEqual([["a.txt", "modified"]]);
    const { skipped } = await world.json<{ skipped: { path: string; why: string }[] }>(["status"]);
    expect(skipped).toEqual([{ path: "data/huge.sqlite", why: "larger than 8388608 bytes" }]);
    world.configure({ engine, alsoRecord: ["node_modules/p/.env"] });
    await turn("echo P=3 > node_modules/p/.env");
    expect(await filesOf()).toEqual([["node_modules/p/.env", "modified"]]);
    world.sh("echo S=1 > sub/x.local");
    world.configure({ engine, alsoRecord: ["data/", "!data/huge.sqlite"], checkpoints: { exclude: ["*.log"] } });
    await turn("echo 2 > data/deep/x; echo y > data/app.log; echo S=2 > sub/x.local");
    expect(await filesOf()).toEqual([["data/deep/x", "added"]]);
  });

  test("nobody is shown what is in them, also after the setting is gone", async () => {
    const id = (await turn(`echo KEY=${VALUE} > .env; echo c > a.txt`))!;
    world.configure({ engine });
    for (const words of [
      ["show", id],
      ["diff", id],
      ["export", id, "--patch"],
      ["checkpoints", "--all"],
      ["undo", "-p", "--dry-run"],
    ]) {
      const { stdout, stderr } = await world.snapveil(words);
      expect(stdout + stderr, words.join(" ")).not.toContain(VALUE);
      if (words[0] !== "checkpoints")
        expect(stdout + stderr).toMatch(/not shown, since your setting alsoRecord names it/i);
    }
    const shown = await world.json<{ files: object[] }>(["show", id]);
    expect(shown.files).toMatchObject([{ path: ".env", withheld: true }, { path: "a.txt" }]);
    world.sh("git checkout -q a.txt && echo KEY=third > .env");
    writeFileSync(world.at("../patch"), (await world.snapveil(["show", id])).stdout);
    world.sh("git apply ../patch && grep -q c a.txt && grep -q third .env");
    world.configure({ engine, alsoRecord: PATTERNS });
    expect((await world.snapveil(["diff"])).stdout).not.toContain("third");
    const { stdout: authors } = await world.snapveil(["blame", ".env"]);
    expect(authors).toContain("[not shown]");
    expect(authors).not.toContain("third");
  });

  test("no branch holds them, and export writes them with their permissions", async () => {
    const id = (await turn(`echo KEY=${VALUE} > .env; echo c > a.txt`))!;
    if (engine === "git") {
      const { stdout } = await world.snapveil(["branch", id, "try"]);
      expect(stdout).toContain("left out: .env: your setting alsoRecord names it");
      expect(world.sh("git ls-tree -r --name-only try")).toBe(".gitignore\na.txt\n");
    }
    await world.snapveil(["export", id, "--to", "../out"]);
    expect(world.read("../out/.env")).toBe(`KEY=${VALUE}\n`);
    expect(statSync(world.at("../out/.env")).mode & 0o777).toBe(0o600);
  });
});

test("both engines write the same trees, whichever of them goes on", async () => {
  const trees: string[] = [];
  for (const engine of ["git", "isomorphic-git", "git"]) {
    world.configure({ engine, alsoRecord: PATTERNS });
    trees.push((await world.json<{ tree: string }>(["snapshot"])).tree);
  }
  expect(new Set(trees).size).toBe(1);
  await turn("echo KEY=two > .env");
  world.configure({ engine: "isomorphic-git", alsoRecord: PATTERNS });
  await undo();
  expect(world.read(".env")).toBe("KEY=first\n");
});

test("an audit of the checkpoints names the place and masks the value", async () => {
  world.configure({ alsoRecord: PATTERNS });
  const token = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
  await turn(`echo 'TOKEN=${token}' > .env`);
  for (const format of ["pretty", "json", "sarif", "markdown"]) {
    const { stdout, stderr } = await world.snapveil(["audit", "--checkpoints", "--format", format]);
    expect(stdout).toContain(".env");
    expect(stdout + stderr).not.toContain(token);
  }
});

test("only a project's own file names files for itself: none is recorded, and that is said", async () => {
  world.write(".snapveil.jsonc", JSON.stringify({ alsoRecord: [".env"] }));
  await turn("echo KEY=two > .env; echo c > a.txt");
  expect(await filesOf()).toEqual([["a.txt", "modified"]]);
  const { stdout } = await world.snapveil(["config"]);
  expect(stdout).toContain("so that no repository has files recorded that you did not name");
});

describe("the guard's question", () => {
  const asked = async (command: string) => {
    const event = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "t", tool_input: { command } };
    const { stdout } = await world.hook(["--agent", "claude-code"], event);
    return stdout.includes('"ask"');
  };

  test("is not asked about what a checkpoint holds by alsoRecord", async () => {
    const commands = ["rm .env", "> data/app.sqlite", "rm -rf sub", "rm data/huge.sqlite", "rm -rf data"];
    const answers = async () => Promise.all(commands.map(asked));
    world.configure({ keep: false });
    expect(await answers()).toEqual([true, true, true, true, true]);
    world.configure({ keep: false, alsoRecord: PATTERNS });
    expect(await answers()).toEqual([false, false, false, true, true]);
    world.configure({ keep: false, alsoRecord: [...PATTERNS, "data/"] });
    expect(await asked("rm -rf data")).toBe(true); // one file in it is too large
    world.sh("rm data/huge.sqlite");
    expect(await asked("rm -rf data")).toBe(false);
    world.configure({ keep: false, alsoRecord: PATTERNS, snapshot: false });
    expect(await asked("rm .env")).toBe(true);
  });
});

test("what the shadow repository keeps of the patterns is private", async () => {
  world.configure({ alsoRecord: [".env", "dätä/*.db"] });
  await turn("echo KEY=two > .env");
  const shadows = join(world.data, "snapshot");
  const file = join(shadows, readdirSync(shadows)[0]!, "also-recorded");
  expect(readFileSync(file, "utf8")).toBe(".env\ndätä/*.db\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
