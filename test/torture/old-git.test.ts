import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { verify } from "../../shadow-repo/maintenance/verify.ts";
import { listCheckpoints } from "../../shadow-repo/look/list-checkpoints.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { olderGit, type OlderGit } from "../support/older-git.ts";
import { makeWorld } from "../unit/shadow-repo/world.ts";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function older(version: string, ...without: string[]): OlderGit {
  const top = mkdtempSync(join(tmpdir(), "snapveil-git-"));
  made.push(top);
  return olderGit(top, version, without);
}

/** More files than are stored without git, none of which the source's git knows. */
const MANY = "for n in $(seq 300); do echo $n > many-$n; done";

test.each([
  { version: "2.30.2", fsync: "core.fsyncObjectFiles=true", streams: false },
  { version: "2.35.1.windows.2", fsync: "core.fsyncObjectFiles=true", streams: false },
  { version: "2.36.6", fsync: "core.fsync=objects", streams: false },
  { version: "2.37.0 (Apple Git-136)", fsync: "core.fsync=objects", streams: true },
  { version: "10.2.0", fsync: "core.fsync=objects", streams: true },
  { version: "of nobody knows when", fsync: "core.fsyncObjectFiles=true", streams: false },
])(
  "many files are recorded in the way that git $version is quick and careful in",
  async ({ version, fsync, streams }) => {
    const git = older(version);
    const world = makeWorld(undefined, { PATH: git.path });
    await world.turn(MANY);
    const updates = git.calls().lines.filter((line) => line.includes(" update-index "));
    expect(updates.length).toBeGreaterThan(0);
    // Many trees are written into a temporary store, which need not last, and then into a pack.
    const { lines } = git.calls();
    const isApart = (line: string) => line.includes("core.looseCompression=0 write-tree");
    const trees = lines.flatMap((line, at) => (isApart(line) ? lines.slice(at + 1, at + 2) : []));
    expect(trees.length).toBeGreaterThan(0);
    for (const line of trees) expect(line).toContain(" pack-objects ");
    const lasting = lines.filter((line) => line.includes(" write-tree") && !isApart(line));
    for (const line of [...updates, ...trees, ...lasting]) expect(line).toContain(fsync);
    expect(updates.some((line) => line.includes("core.bigFileThreshold=1"))).toBe(streams);
    await world.turn("rm many-*");
    expect(git.calls().asked).toBe(1);
    await undo(world.io, world.root);
    expect(world.sh("cat many-300; ls many-* | wc -l")).toBe("300\n300\n");
    expect((await verify(world.io, world.root)).ok).toBe(true);
  },
);

test("the user's configuration counts for no git, also for one that cannot be told so by a variable", async () => {
  const git = older("2.30.2", "GIT_CONFIG_GLOBAL");
  const world = makeWorld(undefined, { PATH: git.path });
  // Every command that reads it ends at once.
  world.sh(
    'for file in "$HOME/.gitconfig" "$HOME/.config/git/config"; do mkdir -p "${file%/*}"; ' +
      "printf '[core]\\n\\tcompression = much\\n' > \"$file\"; done",
  );
  expect(world.holds("git status")).toBe(false);
  await world.turn(MANY);
  const [checkpoint] = (await listCheckpoints(world.io, world.root)).checkpoints;
  expect(checkpoint?.files.length).toBe(300);
});

test("what the user's default excludes file names is ignored, wherever git thinks that home is", async () => {
  const world = makeWorld();
  world.sh('mkdir -p "$HOME/.config/git"; echo \'*.log\' > "$HOME/.config/git/ignore"');
  await world.turn("echo 1 > a.log; echo 1 > a.txt");
  const [checkpoint] = (await listCheckpoints(world.io, world.root)).checkpoints;
  expect(checkpoint?.files.map(({ path }) => path)).toEqual(["a.txt"]);
});
