import { spawn } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import type { MadeBranch } from "../../shadow-repo/export/make-branch.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/snapveil.cjs");
const world = worldOfEachTest(COMMITTED);

/** A turn of an agent; gives the checkpoint's id. */
async function turn(script: string): Promise<string> {
  await world.hook(["snapshot"], { hook_event_name: "turn_start" });
  world.sh(script);
  await world.hook(["snapshot"], { hook_event_name: "turn_end" });
  return (await world.json<CheckpointList>(["checkpoints"])).checkpoints.at(-1)!.id;
}

/** Every file of `.git` but objects, with its content. */
function gitFiles(): Map<string, string> {
  const folder = join(world.cwd, ".git");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => !name.startsWith("objects/") && lstatSync(join(folder, name)).isFile());
  return new Map(files.toSorted().map((name) => [name, readFileSync(join(folder, name), "latin1")]));
}

/** The project's shadow repository. */
const shadow = () => join(world.data, "snapshot", readdirSync(join(world.data, "snapshot"))[0]!);

describe("export", () => {
  const MESS =
    "echo two > file.txt; mkdir -p d; echo x > 'd/a b'; ln -s file.txt link; printf 'a\\0b' > raw; chmod 700 d/*; echo s > .env; chmod 600 .env";

  test("--patch prints what a checkpoint changed, and git takes it", async () => {
    const id = await turn(MESS);
    const { stdout } = await world.snapveil(["export", id, "--patch"]);
    world.write("../patch", stdout);
    world.sh('git apply -R ../patch; test -z "$(git status --short)"');
  });

  test.each(["git", "isomorphic-git"])(
    "--to writes a whole state with its links and permissions, with %s",
    async (engine) => {
      world.configure({ engine });
      const id = await turn(MESS);
      world.sh("cp -a . ../copy; rm -rf ../copy/.git");
      await turn("rm -rf d link; echo three > file.txt");
      const { files } = await world.json(["export", id.slice(0, 6), "--to", "../out/new"]);
      expect(files).toBe(5);
      world.sh("diff -r --no-dereference ../copy ../out/new");
      const modes = (folder: string) => world.sh(`cd ${folder}; find . -type f -printf '%m %p\\n' | sort`);
      expect(modes("../out/new")).toBe(modes("../copy"));
      expect(readdirSync(join(world.cwd, "../out"))).toEqual(["new"]);
      await world.snapveil(["export", id, "--before", "--to", "../first"]);
      expect(readdirSync(join(world.cwd, "../first"))).toEqual(["file.txt"]);
    },
  );

  test("--to keeps a private folder private, and lets no other user into the new folder", async () => {
    const id = await turn("mkdir -p private/below open; echo x | tee private/below/key open/file; chmod 700 private");
    await world.snapveil(["export", id, "--to", "../out"]);
    expect(world.sh("cd ../out; stat -c '%a %n' . open private private/below")).toBe(
      "700 .\n755 open\n700 private\n755 private/below\n",
    );
  });

  test("names a file whose content is lost, and writes the others", async () => {
    const id = await turn("echo lost > lost.txt; echo two > file.txt");
    const object = world.sh("git hash-object lost.txt").trim();
    world.sh(`find "${world.data}" -path "*/objects/${object.slice(0, 2)}/${object.slice(2)}" -delete`);
    const { stdout, exitCode } = await world.snapveil(["export", id, "--to", "../out"]);
    expect([stdout, exitCode]).toEqual([expect.stringContaining("left out: lost.txt: its content is lost"), 0]);
    expect(readdirSync(join(world.cwd, "../out"))).toEqual(["file.txt"]);
  });

  test("writes over nothing, not into a repository's folder, and wants to know which", async () => {
    const id = await turn(MESS);
    for (const [words, why] of [
      [["--to", "d"], /not empty/],
      [["--to", "file.txt"], /is no folder/],
      [["--to", ".git/x"], /repository's own folder/],
      [["--to", join(shadow(), "x")], /repository's own folder/],
      [[], /Say one of the two/],
      [["--patch", "--to", "x"], /Say one of the two/],
    ] as const)
      expect(await world.snapveil(["export", id, ...words])).toMatchObject({
        exitCode: 2,
        stdout: "",
        stderr: expect.stringMatching(why),
      });
    expect(existsSync(join(world.cwd, ".git/x"))).toBe(false);
  });

  test("goes into no repository's folder from a worktree beside it either", async () => {
    world.sh("git worktree add -q ../linked");
    const cwd = join(world.cwd, "../linked");
    const { checkpoint } = await world.json<{ checkpoint: string }>(["snapshot"], { cwd });
    for (const to of [".git/x", ".git/worktrees/linked/x"])
      expect(await world.snapveil(["export", checkpoint, "--to", join(world.cwd, to)], { cwd })).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/repository's own folder/),
      });
    expect(existsSync(join(world.cwd, ".git/x"))).toBe(false);
  });
});

describe("branch", () => {
  test("commits what git add -A would have, by the person's filters, and changes nothing else in .git", async () => {
    world.sh(`
      git config filter.up.clean 'tr a-z A-Z'; git config filter.up.smudge 'tr A-Z a-z'
      printf '*.up filter=up\\n*.crlf text eol=crlf\\n' > .gitattributes
      printf 'same\\r\\n' > same.crlf; echo same > same.up; echo '*.log' > .gitignore; echo l > kept.log; echo l > gone.log
      mkdir -p d/sub; echo gone > d/gone; git init -q module; git -C module commit -q --allow-empty -m m; git add -f . ; git commit -qm base`);
    const id = await turn(`
      echo text > new.up; printf 'a\\r\\n' > new.crlf; echo text >> same.up; rm -r d; echo now a file > d; rm gone.log
      printf '#!/bin/sh\\n' > run; chmod +x run; ln -s run link; echo ignored > other.log; head -c 3000000 /dev/urandom > large`);
    world.sh("git add -A; git write-tree > ../tree; git reset -q");
    const before = gitFiles();
    world.write("file.txt", "later\n");
    const made = await world.json<MadeBranch>(["branch", id, "out/try"]);
    expect(made).toMatchObject({
      branch: "out/try",
      parent: world.sh("git rev-parse HEAD").trim(),
      wrote_to: join(world.cwd, ".git"),
    });
    // The state does not hold the new large file, which git would have taken.
    expect(world.sh('git diff-tree -r --name-status "$(cat ../tree)" out/try')).toBe("D\tlarge\n");
    expect(world.sh("git show out/try:new.up")).toBe("TEXT\n");
    const after = gitFiles();
    for (const name of ["refs/heads/out/try", "logs/refs/heads/out/try"]) expect(after.delete(name), name).toBe(true);
    expect(after).toEqual(before);
    expect(world.read("file.txt")).toBe("later\n");
    expect(world.sh("git fsck --strict --no-dangling")).toBe("");
  });

  test.each([
    ["a repository of SHA-256", "rm -rf .git; git init -q --object-format=sha256; git add .; git commit -qm base"],
    [
      "a sparse checkout",
      "mkdir in out; echo 1 > in/f; echo 1 > out/f; git add .; git commit -qm base; git sparse-checkout set in",
    ],
  ])("of %s has just what the turn changed", async (_, setup) => {
    world.sh(setup);
    const id = await turn("rm file.txt; echo new > new.txt");
    await world.json(["branch", id, "new"]);
    expect(world.sh("git diff-tree -r --name-status --no-commit-id new")).toBe("D\tfile.txt\nA\tnew.txt\n");
    expect(world.sh("git fsck --strict --no-dangling")).toBe("");
  });

  test("is begun on the commit that was checked out then, and is that commit where nothing differs", async () => {
    const first = world.sh("git rev-parse HEAD").trim();
    const id = await turn("echo two > file.txt");
    world.sh("git commit -qam second");
    expect(await world.json(["branch", id, "one", "-m", "Mine"])).toMatchObject({ parent: first, files: 1 });
    expect(world.sh("git log -1 --format=%s one")).toBe("Mine\n");
    expect(await world.json(["branch", id, "two", "--before"])).toMatchObject({ commit: first, files: 0 });
  });

  test("never moves a branch that there is, nor makes the one that is checked out", async () => {
    const id = await turn("echo two > file.txt");
    world.sh("git branch other; git worktree add -q ../linked -b linked");
    const refuse = async (name: string, why: RegExp) =>
      expect(await world.snapveil(["branch", id, name])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(why),
      });
    for (const name of ["main", "linked"]) await refuse(name, /is checked out/);
    await refuse("other", /There is a branch other already/);
    await refuse("a..b", /cannot be the name/);
    world.sh("git symbolic-ref HEAD refs/heads/unborn");
    await refuse("unborn", /is checked out/);
    expect(world.sh("git for-each-ref --format='%(refname:short)' refs/heads")).toBe("linked\nmain\nother\n");
  });

  test("asks for a word where a commit has to pass hooks", async () => {
    const id = await turn("echo two > file.txt");
    const hooks = ["pre-commit", "prepare-commit-msg", "commit-msg"];
    for (const hook of hooks) world.write(`.git/hooks/${hook}`, "#!/bin/sh\nexit 1\n", 0o755);
    const { exitCode, stderr } = await world.snapveil(["branch", id, "new"]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/has to pass pre-commit, prepare-commit-msg, commit-msg in .*--no-verify/),
    ]);
    expect(await world.snapveil(["branch", id, "new", "--no-verify"])).toMatchObject({ exitCode: 0 });
  });

  test("is signed where the person signs, and stays in the repository whatever a hook of git has set", async () => {
    const id = await turn("echo two > file.txt");
    const gpg = "#!/bin/sh\ncat > /dev/null; echo '[GNUPG:] SIG_CREATED ' >&2; echo SIGNED\n";
    world.sh(`git config commit.gpgSign true; git config gpg.program '${world.write("../gpg", gpg, 0o755)}'`);
    const elsewhere = world.at("../elsewhere");
    await world.json(["branch", id, "new"], {
      env: {
        GIT_OBJECT_DIRECTORY: elsewhere,
        GIT_COMMON_DIR: elsewhere,
        GIT_NAMESPACE: "x",
        GIT_INDEX_FILE: elsewhere,
      },
    });
    expect(world.sh("git cat-file commit new")).toMatch(/^gpgsig SIGNED$/m);
    expect(existsSync(elsewhere)).toBe(false);
  });

  test("a repository without a commit gets its first one", async () => {
    world.sh("rm -rf .git; git init -q -b main; rm -f file.txt");
    const id = await turn("echo one > a.txt");
    expect(await world.json(["branch", id, "first"])).toMatchObject({ parent: null, files: 1 });
    expect(world.sh("git ls-tree --name-only first; git status --short")).toBe("a.txt\n?? a.txt\n");
  });

  test("killed in the middle it leaves the repository whole, and does it the next time", {
    tags: ["long"],
  }, async () => {
    world.sh("echo '*.slow filter=slow' > .gitattributes; git add .; git commit -qm attributes");
    const id = await turn("echo text > a.slow; echo two > file.txt");
    const started = join(world.tmp, "started");
    world.sh(`git config filter.slow.clean 'echo > ${started}; sleep 60; cat'`);
    const before = gitFiles();
    const child = spawn(process.execPath, [PROGRAM, "branch", id, "killed"], {
      cwd: world.cwd,
      env: world.env,
      detached: true,
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await expect.poll(() => existsSync(started)).toBe(true);
    process.kill(-child.pid!, "SIGKILL");
    await ended;
    expect(gitFiles()).toEqual(before);
    expect(world.sh("git fsck --strict --no-dangling; git status --short")).toBe(" M file.txt\n?? a.slow\n");
    world.sh("git config filter.slow.clean cat");
    expect(await world.json(["branch", id, "killed"])).toMatchObject({ files: 2 });
  });
});
