import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Io } from "../../kit/io.ts";
import { appendRecord } from "../../shadow-repo/journal/journal.ts";
import { writeRefs } from "../../shadow-repo/refs.ts";
import { listCheckpoints } from "../../shadow-repo/look/list-checkpoints.ts";
import { showCheckpoint } from "../../shadow-repo/look/checkpoint-diff.ts";
import { pathFault } from "../../shadow-repo/path-fault.ts";
import { redo } from "../../shadow-repo/restore/redo.ts";
import { restore } from "../../shadow-repo/restore/restore.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../unit/shadow-repo/world.ts";

/** Trees that no capture writes: an index out of an archive can bring them in, and no `git mktree` would make them. */

interface Entry {
  readonly mode: string;
  /** One character a byte. */
  readonly name: string;
  readonly content: string | readonly Entry[];
}

const file = (name: string, content = "pwned\n", mode = "100644"): Entry => ({ mode, name, content });
const folder = (name: string, ...content: Entry[]): Entry => ({ mode: "40000", name, content });

function write(world: World, entries: readonly Entry[]): string {
  const bytes = entries.map(({ mode, name, content }) => {
    const id =
      typeof content !== "string"
        ? write(world, content)
        : mode === "160000"
          ? "1".repeat(40)
          : hash(world, "blob", Buffer.from(content, "latin1"));
    return Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(id, "hex")]);
  });
  return hash(world, "tree", Buffer.concat(bytes));
}

function hash(world: World, type: string, input: Buffer): string {
  return execFileSync("git", ["--git-dir", world.shadow(), "hash-object", "-t", type, "-w", "--stdin", "--literally"], {
    input,
    encoding: "utf8",
  }).trim();
}

const ALPHA = file("base.txt", "alpha\n");

/** A project with a checkpoint whose state before, or after, is such a tree; the other side is what is there. */
async function forgedWorld(entries: readonly Entry[], side: "before" | "after", engine: string): Promise<World> {
  const world = makeWorld();
  writeFileSync(join(world.home, "engine.yaml"), `engine: ${engine}\n`);
  (world.io.env as Record<string, string>)["SNAPVEIL_CONFIG"] = join(world.home, "engine.yaml");
  await world.turn("true");
  const [forged, present] = [write(world, [ALPHA, ...entries]), write(world, [ALPHA])];
  const trees = side === "before" ? { before: forged, after: present } : { before: present, after: forged };
  writeRefs(world.shadow(), "f00d", trees, { pid: 1 });
  appendRecord(world.shadow(), {
    type: "checkpoint",
    id: "f00d",
    session: "s",
    scope: "turn",
    prefix: "",
    ...trees,
    startedAt: "2026-01-01T00:00:00Z",
    createdAt: "2026-01-01T00:00:00Z",
  });
  return world;
}

const HOOK = file("post-checkout", "#!/bin/sh\ntouch $HOME/pwned\n", "100755");
const EVIL: Readonly<Record<string, readonly Entry[]>> = {
  "a folder above": [folder("..", file("pwned.txt"))],
  "a folder above in a name with a slash": [file("../pwned.txt")],
  "a folder above from below": [folder("d", folder("..", folder("..", file("pwned.txt"))))],
  "an absolute name": [file("/tmp/pwned.txt")],
  "a dot": [folder(".", folder(".git", folder("hooks", HOOK)))],
  "a hook": [folder(".git", folder("hooks", HOOK))],
  "a hook in a name with slashes": [file(".git/hooks/post-checkout", HOOK.content as string, "100755")],
  "a hook in another case": [folder(".GiT", folder("hooks", HOOK))],
  "a repository further down": [folder("d", folder(".git", file("config", "[core]\n\tfsmonitor = touch pwned\n")))],
  "a file that points to a repository": [folder("d", file(".git", "gitdir: ../evil\n"))],
  "a link in place of the repository": [file(".git", "evil", "120000")],
};

describe.each(["git", "isomorphic-git"])("%s", (engine) => {
  test.each(Object.entries(EVIL))("neither shown nor written, but named: %s", async (_, entries) => {
    const world = await forgedWorld([file("fine"), ...entries], "before", engine);
    const untouched = () =>
      world.sh(
        "cd ..; find . -path ./data -prune -o -path './project/.git/objects' -prune -o -type f -print | sort; " +
          "ls /tmp/pwned.txt 2>/dev/null || true; cat project/.git/config",
      );
    const before = untouched();
    const { checkpoints } = await listCheckpoints(world.io, world.root);
    expect(checkpoints[0]?.files.map(({ path }) => path)).toEqual(["fine"]);
    const shown = await showCheckpoint(world.io, world.root, { checkpoint: "f00d" });
    expect(shown.files.map(({ path }) => path)).toEqual(["fine"]);
    expect(shown.patch.toString()).not.toContain("pwned.txt\n");
    for (const dryRun of [true, false]) {
      const result = await undo(world.io, world.root, { dryRun });
      expect(result).toMatchObject({
        files: 1,
        skipped: [{ why: expect.stringMatching(/its name could lead out/) as string }],
      });
    }
    expect(readFileSync(join(world.root, "fine"), "utf8")).toBe("pwned\n");
    expect(untouched().replace("./project/fine\n", "")).toBe(before);
    await redo(world.io, world.root);
    await restore(world.io, world.root, { checkpoint: "f00d" });
    world.sh("git checkout -q -b other; test ! -e $HOME/pwned");
    expect(
      untouched()
        .replace("./project/fine\n", "")
        .replace(/.*(?:refs|logs)\/.*\n/g, ""),
    ).toBe(before.replace(/.*(?:refs|logs)\/.*\n/g, ""));
  });

  test("nothing outside is deleted either", async () => {
    const world = await forgedWorld(
      [file("fine"), file("../pwned.txt"), folder(".git", folder("hooks", HOOK))],
      "after",
      engine,
    );
    world.sh(
      "printf 'pwned\\n' | tee fine > ../pwned.txt; mkdir -p .git/hooks; " +
        "printf '#!/bin/sh\\ntouch $HOME/pwned\\n' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout",
    );
    expect((await undo(world.io, world.root)).skipped).toHaveLength(2);
    expect([
      existsSync(join(world.root, "fine")),
      existsSync(join(world.root, "../pwned.txt")),
      existsSync(join(world.root, ".git/hooks/post-checkout")),
    ]).toEqual([false, true, true]);
  });

  const ODD: Readonly<Record<string, { entries: readonly Entry[]; skipped: readonly string[] }>> = {
    "modes that git does not write": {
      entries: [file("a", "a", "100664"), file("b", "b", "100600"), file("c", "c", "0100755")],
      skipped: [],
    },
    "a repository of its own": { entries: [{ mode: "160000", name: "a", content: "" }], skipped: [] },
    "a mode that is none": { entries: [file("a", "a", "777")], skipped: [] },
    "the same name twice": { entries: [file("a", "a"), file("a", "a")], skipped: [] },
    "a file and a folder of one name": { entries: [file("a", "a"), folder("a", file("b"))], skipped: ["a/b"] },
    "a link of a length that no link can have": { entries: [file("a", "x".repeat(70_000), "120000")], skipped: ["a"] },
    "a link that leads to nothing": { entries: [file("a", "", "120000")], skipped: ["a"] },
    "a name of a length that no file can have": { entries: [file("x".repeat(300), "a")], skipped: ["x".repeat(300)] },
    "a file behind a link of the same tree": {
      entries: [file("a", "..", "120000"), file("a/pwned.txt")],
      skipped: ["a/pwned.txt"],
    },
  };

  test.each(Object.entries(ODD))("what stands beside it still comes back: %s", async (_, { entries, skipped }) => {
    const world = await forgedWorld([...entries, file("zz", "fine")], "before", engine);
    const result = await undo(world.io, world.root);
    // The engine without git knows one entry of a name.
    expect(skipped).toEqual(expect.arrayContaining(result.skipped.map(({ path }) => path)));
    if (engine === "git") expect(result.skipped).toHaveLength(skipped.length);
    expect(readFileSync(join(world.root, "zz"), "utf8")).toBe("fine");
    expect(existsSync(join(world.root, "../pwned.txt"))).toBe(false);
  });

  test("a file whose content is lost is named before anything is touched, and what depends on it stays", async () => {
    const world = await forgedWorld([file("a", "lost\n"), file("zz", "fine")], "before", engine);
    world.sh(`mkdir a; id=$(printf 'lost\\n' | git hash-object --stdin); rm -f "$SHADOW/objects/\${id:0:2}/\${id:2}"`);
    expect(await undo(world.io, world.root)).toMatchObject({
      restored: true,
      skipped: [{ path: "a", why: "what was recorded of it is lost" }],
    });
    expect([lstatSync(join(world.root, "a")).isDirectory(), readFileSync(join(world.root, "zz"), "utf8")]).toEqual([
      true,
      "fine",
    ]);
  });

  test.each(["100644 a\0short", "no tree at all", `40000 \0${"x".repeat(20)}`])(
    "a tree that none can read is lost, and stops nobody: %j",
    async (text) => {
      const world = await forgedWorld([file("a")], "before", engine);
      const cut = hash(world, "tree", Buffer.from(text));
      const present = write(world, [ALPHA]);
      appendRecord(world.shadow(), {
        type: "checkpoint",
        id: "cafe",
        session: "s",
        scope: "manual",
        prefix: "",
        before: cut,
        after: present,
        startedAt: "2026-01-01T00:00:00Z",
        createdAt: "2026-01-01T00:00:00Z",
      });
      expect((await listCheckpoints(world.io, world.root)).checkpoints.map(({ id, lost }) => [id, lost])).toEqual([
        ["f00d", undefined],
        ["cafe", true],
      ]);
      expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
    },
  );
});

test("what is a name like any other here is recorded and comes back", async () => {
  if (process.platform !== "linux") return;
  const names = [
    "git~1/hooks/x",
    ".git /x",
    ".git./x",
    "a\\..\\b",
    ".g\u200cit/x",
    "con",
    "a:b",
    ".git::$INDEX_ALLOCATION",
  ];
  const world = makeWorld();
  await world.turn("true");
  await world.hook("turn_start");
  for (const name of names) {
    mkdirSync(join(world.root, name, ".."), { recursive: true });
    writeFileSync(join(world.root, name), name);
  }
  await world.hook("turn_end");
  await world.turn("find . -mindepth 1 -not -path './.git' -not -path './.git/*' -delete");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
  expect(names.map((name) => readFileSync(join(world.root, name), "utf8"))).toEqual(names);
});

test("what another name of the repository leads to is not written", async () => {
  const world = await forgedWorld([folder("git~1", folder("hooks", HOOK))], "before", "git");
  // As a file system that takes short names for long ones: the same folder under both.
  const io: Io = world.io;
  world.sh("mv .git ../real; mkdir .git; rmdir .git; ln -s ../real .git; ln -s ../real 'git~1'");
  expect((await undo(io, world.root)).skipped).toMatchObject([{ path: "git~1/hooks/post-checkout" }]);
  world.sh("test ! -e ../real/hooks/post-checkout");
});

describe("names by system", () => {
  const REFUSED: Readonly<Record<string, readonly string[]>> = {
    linux: ["", "/x", "x/", "a//b", "..", "a/../b", "a/./b", ".git", "a/.GIT/b", "a\0b"],
    darwin: [".g\u200cit/x", ".\u200dgit", "a/.git\ufeff/config", ".Gi\u206ft"].map((name) =>
      Buffer.from(name).toString("latin1"),
    ),
    win32: [
      ".git ",
      ".git...",
      "GIT~1",
      "git~1/hooks",
      ".git::$INDEX_ALLOCATION/x",
      ".git\\hooks\\x",
      "a\\b",
      "..\\x",
      "C:x",
      "a:stream",
      "nul",
      "COM1.txt",
      "a. ",
      "a/b.",
      "a?",
    ],
  };
  test.each(Object.entries(REFUSED))("%s", (platform, paths) => {
    for (const path of paths) expect(pathFault(path, platform), JSON.stringify(path)).toBeDefined();
    for (const path of REFUSED["linux"]!) expect(pathFault(path, platform), JSON.stringify(path)).toBeDefined();
  });
  test("and what is fine everywhere", () => {
    for (const platform of ["linux", "darwin", "win32"])
      for (const path of [".gitignore", "a/.github/b", "git", ".gitmodules", "a..b", ".git2/x", "digit~1"])
        expect(pathFault(path, platform), path).toBeUndefined();
  });
  test("elsewhere they are names", () => {
    for (const path of [...REFUSED["win32"]!.filter((one) => !one.includes("..\\")), ...REFUSED["darwin"]!])
      expect(pathFault(path, "linux"), path).toBeUndefined();
  });
});
