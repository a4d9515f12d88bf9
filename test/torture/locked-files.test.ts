import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, describe, expect, onTestFinished, test } from "vitest";

import type { RestoreResult } from "../../shadow-repo/restore/operation/restore-result.ts";
import { hookInput } from "./support/start-killable.ts";
import { ENGINES, tortureWorld, type TortureWorld } from "./support/torture-world.ts";

/**
 * What nobody may read or write is named and stops nothing else. Root may everything, so where root runs the tests
 * somebody else starts the program.
 */

const NOBODY = 65_534;
const BUILT = join(import.meta.dirname, "../../dist");
/** A copy that somebody else can read: the checkout may lie in a folder that only its owner enters. */
const COPY = mkdtempSync(join(tmpdir(), "snapveil-for-all-"));
chmodSync(COPY, 0o755);
cpSync(BUILT, COPY, { recursive: true });
const BINARY = join(COPY, "snapveil.cjs");
afterAll(() => rmSync(COPY, { recursive: true, force: true }));
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** A script as somebody who is not root. */
function shell(world: TortureWorld, script: string): void {
  start(world, "bash", ["-ec", script]);
}

function start(world: TortureWorld, file: string, args: readonly string[], input = "", code = 0): string {
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd: world.root,
    env: world.env,
    input,
    encoding: "utf8",
    ...asNobody,
  });
  expect([status, stderr]).toEqual([code, ""]);
  return stdout;
}

describe.each(ENGINES)("%s", (engine) => {
  /** A world of somebody else's. */
  function lockedWorld(): TortureWorld {
    const world = tortureWorld(
      "git init -q .; for f in a b d/x d/y; do mkdir -p $(dirname $f); printf $f > $f; done; git add .; " +
        "git commit -qm 1",
      engine,
    );
    const all = dirname(world.top);
    onTestFinished(() => void spawnSync("chmod", ["-R", "u+rwX", all]));
    if (asNobody.uid !== undefined) spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, all]);
    chmodSync(all, 0o755);
    return world;
  }

  const snapveil = (world: TortureWorld, words: readonly string[], input?: string, code?: number) =>
    start(world, process.execPath, [BINARY, ...words], input, code);

  function turn(world: TortureWorld, script: string): void {
    snapveil(world, ["hook", "snapshot"], hookInput(world, "turn_start"));
    shell(world, script);
    snapveil(world, ["hook", "snapshot"], hookInput(world, "turn_end"));
  }

  const restored = (world: TortureWorld, command: "undo" | "redo", code = 0) =>
    JSON.parse(snapveil(world, [command, "--yes", "--json"], "", code)) as RestoreResult;
  const partly = (world: TortureWorld) => restored(world, "undo", 2);

  test("a file that cannot be read any more", () => {
    const world = lockedWorld();
    turn(world, "printf A > a; printf B > b");
    chmodSync(join(world.root, "a"), 0);
    expect(partly(world)).toMatchObject({
      restored: true,
      complete: false,
      skipped: [{ path: "a", why: "it cannot be read, so it is left alone" }],
    });
    chmodSync(join(world.root, "a"), 0o644);
    shell(world, "test $(cat a) = A; test $(cat b) = b");
    restored(world, "redo");
    restored(world, "undo");
    shell(world, "test $(cat a) = a; test $(cat b) = b");
  });

  test("a folder that cannot be read, where a file is to be", () => {
    const world = lockedWorld();
    turn(world, "rm a; mkdir -p a/k; printf k > a/k/k; printf B > b");
    chmodSync(join(world.root, "a/k"), 0);
    expect(partly(world).skipped.map(({ path }) => path)).toEqual(["a", "a/k/k"]);
    chmodSync(join(world.root, "a/k"), 0o755);
    shell(world, "test $(cat a/k/k) = k; test $(cat b) = b");
  });

  test("a folder that cannot be written", () => {
    const world = lockedWorld();
    turn(world, "printf X > d/x; rm d/y; printf z > d/z; printf B > b");
    chmodSync(join(world.root, "d"), 0o555);
    expect(partly(world).skipped.map(({ why }) => why)).toEqual([
      "permission denied",
      "permission denied",
      "permission denied",
    ]);
    chmodSync(join(world.root, "d"), 0o755);
    shell(world, "test $(cat d/x)$(cat d/z)$(cat b) = Xzb; test ! -e d/y");
    restored(world, "redo");
    restored(world, "undo");
    shell(world, "test $(cat d/x)$(cat d/y) = d/xd/y; test ! -e d/z");
  });

  test("the shadow repository of a folder that cannot be looked into is no orphan", () => {
    const [world, other] = [lockedWorld(), lockedWorld()];
    Object.assign(other.env, { SNAPVEIL_DATA_DIR: world.data });
    for (const one of [world, other]) turn(one, "printf A > a");
    if (asNobody.uid !== undefined) chownSync(other.top, 0, 0);
    chmodSync(other.top, 0o700);
    if (asNobody.uid === undefined) chmodSync(other.top, 0);
    expect(JSON.parse(snapveil(world, ["prune", "--orphans", "--json"]))).toMatchObject({ orphans: [] });
    chmodSync(other.top, 0o755);
    expect(readdirSync(join(world.data, "snapshot"))).toHaveLength(2);
    expect(existsSync(join(other.root, ".git"))).toBe(true);
  });
});
