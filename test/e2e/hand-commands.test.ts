import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { startRepository, turn } from "../support/agent-history.ts";
import { askSnapveil } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

let world: TemporaryWorld;
beforeEach(async () => {
  world = temporaryWorld();
  await startRepository(world, { "a.txt": "one\n", "src/b.txt": "one\n" });
});
afterEach(() => world.remove());

const run = (...words: string[]) => askSnapveil(words, { env: world.env, cwd: world.cwd });

/** The JSON that a command prints; it must end well and say nothing on standard error. */
async function printed(...words: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr, exitCode } = await run(...words, "--json");
  expect({ stderr, exitCode }, words.join(" ")).toEqual({ stderr: "", exitCode: 0 });
  return JSON.parse(stdout) as Record<string, unknown>;
}

test("the help of every command fits 80 columns, but for a command that is to be copied", async () => {
  const { stdout } = await run("--help");
  const names = [...stdout.matchAll(/^ {2}([a-z]+)[ |].*/gm)].map(([, name]) => name!);
  expect(names).toEqual(expect.arrayContaining(["undo", "log", "help"]));
  for (const name of names) {
    const { stdout: help } = await run(name, "--help");
    const wide = help.split("\n").filter((line) => line.length > 80);
    expect(
      wide.filter((line) => !/^ {2}\S+(?: \S+)*$/.test(line)),
      name,
    ).toEqual([]);
  }
});

const paths = ({ files }: Record<string, unknown>) => (files as { path: string }[]).map(({ path }) => path);

describe("diff", () => {
  test("with an id says what that checkpoint changed, without one what has changed since the last", async () => {
    const first = await turn(world, { "a.txt": "two\n", "new.txt": "1\n" });
    await turn(world, { "src/b.txt": "two\n" });
    expect(paths(await printed("diff", first))).toEqual(["a.txt", "new.txt"]);
    expect(await printed("diff", first, "a.txt")).toEqual(await printed("show", first, "a.txt"));
    expect(paths(await printed("diff"))).toEqual([]);
    writeFileSync(join(world.cwd, "a.txt"), "three\n");
    expect(paths(await printed("diff"))).toEqual(["a.txt"]);
    expect(paths(await printed("diff", "src"))).toEqual([]);
    expect(paths(await printed("diff", first, "--since"))).toEqual(["a.txt", "src/b.txt"]);
  });
});

test.each(["show", "diff"])("git applies what %s writes into a pipe, binary files included", async (command) => {
  const id = await turn(world, { "a.txt": "two\n", "raw.bin": "a\0b".repeat(500), "src/b.txt": "two\n" });
  const { stdout } = await run(command, id);
  writeFileSync(join(world.cwd, "../patch"), stdout);
  const { status, stderr } = spawnSync("git", ["apply", "-R", "../patch"], { cwd: world.cwd, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(readFileSync(join(world.cwd, "a.txt"), "utf8")).toBe("one\n");
  expect(existsSync(join(world.cwd, "raw.bin"))).toBe(false);
  expect((await run(command, id, "--stat")).stdout).not.toContain("GIT binary patch");
});

describe("what a person is told", () => {
  const said = async (...words: string[]) => (await run(...words)).stdout;

  test("of a row in the place of a count: how to take back that turn alone", async () => {
    await turn(world, { "a.txt": "two\n" });
    const { stderr, exitCode } = await run("undo", "-2", "--yes");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("snapveil undo --step -2\n");
  });

  test("diff takes a hexadecimal word that is a file and no checkpoint for the file", async () => {
    await turn(world, { "cafe/1": "1\n" });
    writeFileSync(join(world.cwd, "cafe/1"), "2\n");
    expect(paths(await printed("diff", "cafe"))).toEqual(["cafe/1"]);
    expect((await run("diff", "beef")).stderr).toMatch(/^snapveil: There is no checkpoint whose id begins with "beef"/);
  });

  test("diff without a checkpoint does not say that nothing has changed", async () => {
    expect(await said("diff")).toBe("There is no checkpoint here yet that the files could be compared with.\n");
  });

  test("an empty list of checkpoints says why it is empty", async () => {
    expect(await said("checkpoints")).toBe("There are no checkpoints here yet.\n");
    await turn(world, { "a.txt": "two\n" });
    const { stderr, exitCode } = await run("checkpoints", "--session", "s9");
    expect([stderr, exitCode]).toEqual([expect.stringMatching(/^snapveil: No session .* begins with "s9"/), 2]);
    await run("undo", "--yes");
    expect(await said("checkpoints")).toMatch(/^Every checkpoint was undone\. .*--all/);
    for (const words of [["show"], ["show", "-2"], ["diff", "@"]])
      expect((await run(...words)).stderr).toMatch(/^snapveil: Every checkpoint was undone\. .*`snapveil redo`/);
    expect(await said("status", "--line")).toBe("all undone: redo ready\n");
  });

  test("an undo counts what it changes, not what is so already", async () => {
    await turn(world, { "new.txt": "1\n", "a.txt": "two\n" });
    await turn(world, { "new.txt": null });
    expect(await said("undo", "2", "--dry-run")).toMatch(
      /^(Would take back turn .*\n){2}Would put back 1 file; 1 more is as asked for already \(new\.txt\):\n {2}would overwrite a\.txt\n$/,
    );
  });

  test("an undo that finds the files as they were before names no way back, and is none for redo", async () => {
    await turn(world, { "a.txt": "two\n" });
    writeFileSync(join(world.cwd, "a.txt"), "one\n");
    const { stdout: text, exitCode } = await run("undo", "--yes");
    expect(exitCode).toBe(2);
    expect(text).toContain("left alone: a.txt: it is as it was before the turn already");
    expect(text).toContain("The turn can still be undone. To take back the turn before it as well: snapveil undo 2");
    expect(text).not.toContain("To bring it back");
    expect(await said("redo", "--yes")).toBe("There is nothing to redo.\n");
  });

  test("the command that is said to bring the state back does it", async () => {
    const id = await turn(world, { "a.txt": "two\n" });
    const now = () => readFileSync(join(world.cwd, "a.txt"), "utf8");
    for (const words of [["restore", id], ["undo"], ["undo", "1", "a.txt"], ["reset", "0", "--session", "s1"]]) {
      writeFileSync(join(world.cwd, "a.txt"), "mine\n");
      const back = /kept\. To bring it back: snapveil (.+)\n$/.exec(await said(...words, "--yes"))?.[1];
      expect([now(), back], words.join(" ")).toEqual(["one\n", expect.stringMatching(/^(?:undo|redo)$/)]);
      await run(back!, "--yes");
      expect(now(), words.join(" ")).toBe("mine\n");
    }
    await run("undo", "--yes");
    writeFileSync(join(world.cwd, "a.txt"), "later\n");
    const back = /To bring it back: snapveil (restore \S+)\n/.exec(await said("redo", "--yes"))?.[1];
    expect(now()).toBe("mine\n");
    await run(...back!.split(" "), "--yes");
    expect(now()).toBe("later\n");
  });

  test("a checkpoint is named by its row, too, and the newest needs no name", async () => {
    const [first, second] = [await turn(world, { "a.txt": "two\n" }), await turn(world, { "a.txt": "three\n" })];
    const names = async (...words: string[]) => (await printed("show", ...words))["checkpoint"];
    expect(await Promise.all([names(), names("-1"), names("@"), names("@{0}")])).toEqual(Array(4).fill(second));
    expect(await Promise.all([names("-2"), names("@{1}"), names(first)])).toEqual(Array(3).fill(first));
    expect((await printed("diff", "@{1}"))["checkpoint"]).toBe(first);
    expect(await said("show", "-2", "--name-only")).toBe("a.txt\n");
    expect(await said("pin", "-2")).toContain(`Pinned checkpoint ${first}`);
    expect(await printed("undo", "--step", "@{0}", "--dry-run")).toMatchObject({ undone: [{ id: second }] });
    expect(await said("restore", "-1", "--yes")).toContain("Put back 1 file.");
    expect(world.read("a.txt")).toBe("two\n");
  });

  test("an empty path is no name for everything", async () => {
    const id = await turn(world, { "a.txt": "two\n" });
    for (const words of [
      ["restore", id, ""],
      ["undo", "1", ""],
      ["show", id, ""],
      ["diff", ""],
    ]) {
      const { exitCode, stderr } = await run(...words);
      expect({ exitCode, stderr }, words.join(" ")).toEqual({
        exitCode: 2,
        stderr: "snapveil: A path is empty. The folder that you are in is: .\n",
      });
    }
  });

  test("a home folder with an empty name is none, and the worktree is not blamed for it", async () => {
    const { stderr } = await askSnapveil(["status"], {
      env: { ...world.env, HOME: "", SNAPVEIL_DATA_DIR: "" },
      cwd: world.cwd,
    });
    expect(stderr).toMatch(/^snapveil: There is no folder for the data/);
  });

  test("prune counts in words, and speaks of orphans where they were asked for", async () => {
    await turn(world, { "a.txt": "two\n" });
    expect(await said("prune", "--dry-run")).toMatch(/^Would forget 0 checkpoints and undos\. Size: \S+ \w+\.\n$/);
    expect(await said("prune", "--dry-run", "--orphans")).toMatch(
      /\nWould remove 0 shadow repositories of folders that are gone or untracked \(0 B\)\.\n$/,
    );
  });

  test("status does not say that it records while snapveil is switched off", async () => {
    world.switchOff();
    expect(await said("status")).toMatch(/recording +no: snapveil is switched off/);
  });
});

describe("the shapes that others script against", () => {
  test("checkpoints: keys, order, and an index that counts within the session", async () => {
    await turn(world, { "a.txt": "two\n" });
    await turn(world, { "a.txt": "three\n" }, "s2");
    await turn(world, { "a.txt": null });
    const { checkpoints, ...rest } = await printed("checkpoints");
    expect(rest).toEqual({ worktree: world.cwd });
    const tree = expect.stringMatching(/^[0-9a-f]{40}$/) as string;
    const row = {
      id: expect.stringMatching(/^[0-9a-f]+$/) as string,
      scope: "turn",
      agent: "docker-agent",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/) as string,
      before: tree,
      after: tree,
    };
    const change = { path: "a.txt", status: "modified", size: 4, additions: 1, deletions: 1 };
    expect(checkpoints).toEqual([
      { ...row, index: 0, session_id: "s1", files: [change] },
      { ...row, index: 0, session_id: "s2", files: [{ ...change, size: 6 }] },
      { ...row, index: 1, session_id: "s1", files: [{ path: "a.txt", status: "deleted", additions: 0, deletions: 1 }] },
    ]);
  });

  test("undo, redo, reset and restore: the same keys, also where nothing was done", async () => {
    const account = { restored: [], remaining: [], notHeld: [], kept: [] };
    const same = { complete: true, skipped: [], conflicts: [], notes: [], account };
    const nothing = { ...same, restored: false, files: 0, checkpoint: null, undone: [] };
    const some = { files: 1, account: { ...account, restored: ["a.txt"] } };
    const done = { ...nothing, ...some, restored: true, checkpoint: expect.any(String) as string };
    for (const words of [["undo"], ["redo"], ["reset", "0", "--session", "s1"]])
      expect(await printed(...words, "--yes"), words.join(" ")).toEqual(nothing);
    const id = await turn(world, { "a.txt": "two\n" });
    const undone = [expect.objectContaining({ id, session_id: "s1", scope: "turn" })];
    expect(await printed("undo", "--dry-run")).toEqual({ ...nothing, ...some, undone });
    expect(await printed("undo", "--yes")).toEqual({ ...done, undone });
    expect(await printed("redo", "--yes")).toEqual({ ...done, undone });
    expect(await printed("restore", id, "--yes")).toEqual(done);
    expect(await printed("restore", id, "--after", "a.txt", "--yes")).toEqual(done);
    const all = expect.arrayContaining(undone) as unknown;
    expect(await printed("reset", "0", "--session", "s1", "--yes")).toEqual({ ...done, undone: all });
    expect(await printed("undo", "--yes")).toEqual(nothing);
  });

  test.each([
    ["an unknown command", ["undoo"]],
    ["an unknown option", ["undo", "--hard"]],
    ["a count that is none", ["undo", "x", "--yes"]],
    ["a missing argument", ["pin"]],
    ["a row that is not there", ["show", "-9"]],
    ["a missing session", ["reset", "0", "--yes"]],
    ["an unknown id", ["restore", "ffffffff", "--yes"]],
    ["an unknown format", ["audit", "--format", "xml"]],
    ["a file that is not there", ["audit", "nowhere.txt"]],
    ["no yes and no terminal", ["undo"]],
  ])("%s: exit code 2, a sentence, nothing on standard output", async (_name, words) => {
    await turn(world, { "a.txt": "two\n" });
    const { stdout, stderr, exitCode } = await run(...words);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toMatch(/^snapveil: .+\n/);
  });
});

test("a secret in a checkpoint's note is not kept", async () => {
  const token = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
  writeFileSync(join(world.cwd, "a.txt"), "two\n");
  await printed("snapshot", "-m", `before ${token} is used`);
  const list = JSON.stringify(await printed("checkpoints", "--all"));
  expect(list).toContain("before [REDACTED] is used");
  expect(spawnSync("grep", ["-rlF", token, world.data], { encoding: "utf8" }).stdout).toBe("");
});
