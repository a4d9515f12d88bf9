import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Checkpoint, CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { startRepository, turn } from "../support/agent-history.ts";
import { askSnapveil } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

let world: TemporaryWorld;
beforeEach(async () => {
  world = temporaryWorld();
  await startRepository(world, { "a.txt": "one\n", "src/b.txt": "one\n" });
});
afterEach(() => world.remove());

const run = (words: readonly string[], cwd = world.cwd) => askSnapveil(words, { env: world.env, cwd });
const text = (path: string) => readFileSync(join(world.cwd, path), "utf8");

async function listed(...words: string[]): Promise<readonly Checkpoint[]> {
  return (JSON.parse((await run(["checkpoints", "--json", ...words])).stdout) as CheckpointList).checkpoints;
}

/** Does what a command said to type, in a shell, and gives whether that went well. */
async function follow(said: string, cwd = world.cwd): Promise<void> {
  const line = / {2}snapveil (restore .+)\n/.exec(said)?.[1] ?? "nothing was said";
  const words = spawnSync("bash", ["-c", `printf '%s\\0' ${line} --yes`], { encoding: "utf8" }).stdout.split("\0");
  expect(await run(words.slice(0, -1), cwd)).toMatchObject({ exitCode: 0 });
}

describe("checkpoints by path", () => {
  test("are those that changed the file, and name only what was asked for", async () => {
    const first = await turn(world, { "a.txt": "two\n", "src/b.txt": "two\n" });
    await turn(world, { "a.txt": "three\n" });
    const third = await turn(world, { "src/c.txt": "new\n" });
    const own = await listed("src");
    expect(own.map(({ id, index, files }) => [id, index, files.map(({ path }) => path)])).toEqual([
      [first, 0, ["src/b.txt"]],
      [third, 2, ["src/c.txt"]],
    ]);
    expect((await run(["checkpoints", "b.txt"], join(world.cwd, "src"))).stdout).toMatch(
      RegExp(`^${first} [^\n]+\n\n`),
    );
  });

  test("say the way back, which a shell takes wherever it is typed", async () => {
    const odd = "it's here/-a b.txt";
    await turn(world, { [odd]: "two\n" });
    await turn(world, { [odd]: "three\n", "a.txt": "two\n" });
    const folder = join(world.cwd, "it's here");
    const { stdout } = await run(["checkpoints", "--", "-a b.txt"], folder);
    await follow(stdout, folder);
    expect([text(odd), text("a.txt")]).toEqual(["two\n", "two\n"]);
  });

  test("name a turn for it and no snapshot, which has no state before it", async () => {
    const step = await turn(world, { "a.txt": "two\n" });
    writeFileSync(join(world.cwd, "a.txt"), "three\n");
    await run(["snapshot"]);
    const { stdout } = await run(["checkpoints", "a.txt"]);
    expect(stdout.split("\n")).toHaveLength(6);
    expect(stdout).toContain(`  snapveil restore ${step} a.txt\n`);
    await follow(stdout);
    expect(text("a.txt")).toBe("one\n");
  });

  test("a path that was never there is an error, one that nobody changed is not", async () => {
    await turn(world, { "a.txt": "two\n", "gone.txt": "1\n" });
    await turn(world, { "gone.txt": null });
    expect(await listed("gone.txt")).toHaveLength(2);
    expect(await run(["checkpoints", "nope.txt"])).toMatchObject({ exitCode: 2, stdout: "" });
    expect(await run(["checkpoints", "src/b.txt"])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^No turn changed this\./),
    });
  });
});

describe("blame", () => {
  const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
  const KEY = ["-----BEGIN ", "RSA PRIVATE KEY-----"].join("");
  const key = [
    KEY,
    ...Array.from({ length: 4 }, (_, n) => `${"MIIEowIBAAKCAQEA".repeat(4)}${n}`),
    KEY.replace("BEGIN", "END"),
  ];

  test("says who wrote each line, and all that is known of one", async () => {
    const id = await turn(world, { "src/b.txt": "one\n\ttwo\n" });
    writeFileSync(join(world.cwd, "src/b.txt"), "one\n\ttwo\nmine\n");
    const { stdout } = await run(["blame", "b.txt"], join(world.cwd, "src"));
    expect(stdout).toMatch(RegExp(`^ +before snapveil +1  one\n${id} .* 2  \ttwo\n +you .* 3  mine\n$`));
    expect((await run(["blame", "src/b.txt:2"])).stdout).toMatch(
      RegExp(`^src/b.txt:2: \\\\u0009two\nTurn +${id} of .*\n(?:.*\n)*All that it changed: snapveil show ${id}\n$`),
    );
    const commit = world.sh("git rev-parse --short=8 HEAD").trim();
    expect((await run(["blame", "src/b.txt:1"])).stdout).toMatch(
      RegExp(`^src/b.txt:1: one\nCommit +${commit} of .*\nAuthor +.+\nSubject +.+\n.*: git show ${commit}\n$`),
    );
    expect((await run(["blame", "src/b.txt:3"])).stdout).not.toContain("Commit");
    expect(await run(["blame", "src/b.txt:4"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/has 3 lines/),
    });
    expect(await run(["blame", "src/nope.txt"])).toMatchObject({ exitCode: 2 });
  });

  test("shows no secret, also not one of several lines, and counts the lines as they are", async () => {
    await turn(world, { "src/b.txt": `one\ntoken = "${TOKEN}"\n${key.join("\n")}\nlast\n` });
    for (const words of [
      ["blame", "src/b.txt"],
      ["blame", "src/b.txt", "--json"],
      ["blame", "src/b.txt:2"],
      ["blame", "src/b.txt:5"],
    ]) {
      const { stdout } = await run(words);
      expect(stdout).not.toMatch(/Zk3vQ9|MIIEowIBAAKCAQEA/);
    }
    const { lines } = JSON.parse((await run(["blame", "src/b.txt", "--json"])).stdout) as { lines: { text: string }[] };
    expect(lines).toHaveLength(key.length + 3);
    expect([lines[0]?.text, lines.at(-1)?.text]).toEqual(["one", "last"]);
    expect(lines[1]?.text).toMatch(/^token = "?\[REDACTED/);
  });

  test("a name with a colon and a number is a file where there is one", async () => {
    await turn(world, { "a.txt:1": "odd\n" });
    expect((await run(["blame", "a.txt:1"])).stdout).toMatch(/ 1 {2}odd\n$/);
  });
});

describe("checkpoints -S", () => {
  const LOGIN = "function login() {\n  return 1;\n}\n";

  test("are those that added or removed a text, and the way back is that of the one that removed it", async () => {
    const brought = await turn(world, { "src/b.txt": `one\n${LOGIN}` });
    await turn(world, { "src/b.txt": `two\n${LOGIN}`, "a.txt": "two\n" });
    const took = await turn(world, { "src/b.txt": "two\n" });
    await turn(world, { "src/b.txt": "three\n" });
    const found = await listed("-S", "login() {\n  return");
    expect(found.map(({ id, files }) => [id, files.map(({ path, occurrences }) => [path, occurrences])])).toEqual([
      [brought, [["src/b.txt", { before: 0, after: 1 }]]],
      [took, [["src/b.txt", { before: 1, after: 0 }]]],
    ]);
    const { stdout } = await run(["checkpoints", "-S", "login"]);
    expect(stdout).toMatch(RegExp(`^${took} .* removed .*\n${brought} .* added `));
    await follow(stdout);
    expect(text("src/b.txt")).toBe(`two\n${LOGIN}`);
  });

  test("a text that moves to another file is neither brought nor taken", async () => {
    await turn(world, { "src/b.txt": LOGIN });
    const id = await turn(world, { "src/b.txt": null, "src/c.txt": LOGIN });
    expect((await run(["checkpoints", "-S", "login"])).stdout).toMatch(RegExp(`^${id} .* moved `));
    expect((await listed("-S", "login", "src/c.txt")).map((one) => one.id)).toEqual([id]);
  });

  test("finds in what was undone only with --all, and nothing in an empty text", async () => {
    await turn(world, { "src/b.txt": LOGIN });
    await run(["undo", "--yes"]);
    expect([await listed("-S", "login"), (await listed("--all", "-S", "login")).length]).toEqual([[], 1]);
    expect((await run(["checkpoints", "-S", "login"])).stdout).toMatch(/^No turn added or removed this text\./);
    expect(await run(["checkpoints", "-S", ""])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("text to look for is empty"),
    });
  });
});
