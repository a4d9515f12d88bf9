import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import snapshot from "../../../../builtins/snapshot.ts";
import { isUnchanged, noteGit } from "../../../../shadow-repo/git-state/note-git.ts";
import { packsIn, readLastNote, readLog } from "../../../../shadow-repo/git-state/store.ts";
import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { status } from "../../../../shadow-repo/look/status.ts";
import { sweepGitState } from "../../../../shadow-repo/maintenance/sweep-git-state.ts";
import { placeOf } from "../../../../shadow-repo/place.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { verify } from "../../../../shadow-repo/maintenance/verify.ts";
import { DEFAULT_SETTINGS } from "../../../../worktree/default-settings.ts";
import { removeSmallDisks, smallDisk } from "../../../support/small-disk.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

afterEach(removeSmallDisks);

const TOPIC = "git checkout -qb topic; echo t > t.txt; git add .; git commit -qm topic; git checkout -q -";
/** The branch goes, and git forgets its commits. */
const LOSS =
  "git branch -qD topic; git reflog expire --expire=now --all; git gc --quiet --prune=now; echo > by-agent.txt";

/** Makes every file of git's old enough to be told by its time. */
function later(world: World): void {
  (world.io as { now: () => Date }).now = () => new Date(Date.now() + 10_000);
}

async function takeBack(world: World): Promise<void> {
  const { git = [] } = await undo(world.io, world.root, {});
  world.sh(git.map(({ command }) => command).join("\n"));
}

const whyNotKept = async (world: World) => (await status(world.io, world.root)).own?.git?.not_kept;

describe("a branch comes back after git forgot it", () => {
  test.each([
    [
      "in a repository of another hash",
      "git init -q -b main --object-format=sha256 .; git commit -q --allow-empty -m a",
    ],
    [
      "in a shallow clone",
      `${COMMITTED}; git commit -qam b --allow-empty; git clone -q --depth 1 file://$PWD ../up; rm -rf .git; mv ../up/.git .`,
    ],
    [
      "in a partial clone",
      `${COMMITTED}; git config uploadpack.allowFilter true; cp -r . ../up; cd ..; git clone -q --filter=blob:none file://$PWD/up part; rm -rf project/.git; mv part/.git project; cd project`,
    ],
    [
      "in a linked worktree",
      `${COMMITTED}; git branch side; mv .git ../main.git; git --git-dir=../main.git config core.bare true; git --git-dir=../main.git worktree add -q ../w side; mv ../w/.git .; echo $PWD/.git > ../main.git/worktrees/w/gitdir; git reset -q --hard`,
    ],
    [
      "with a reflog that names commits that are gone",
      `${COMMITTED}; git commit -q --amend -m x; git -c gc.reflogExpire=never -c gc.reflogExpireUnreachable=never gc -q; o=$(git rev-parse 'HEAD@{1}'); sed -i "s/$o/$(printf 'd%.0s' {1..40})/" .git/logs/HEAD`,
    ],
    ["where names of files are odd", `${COMMITTED}; mkdir 'a b'; echo x > $'a b/"\\nc'; git add .; git commit -qm odd`],
  ])("%s", async (_what, setup) => {
    const world = makeWorld(`${setup}; ${TOPIC}`);
    const before = world.sh("git rev-parse topic");
    await world.turn(LOSS);
    expect(world.holds("git cat-file -e " + before)).toBe(false);
    await takeBack(world);
    expect(world.sh("git rev-parse topic")).toBe(before);
    expect(world.sh("git show topic:t.txt")).toBe("t\n");
  });

  test("though the history is too large to copy, which status says", { tags: ["long"] }, async () => {
    const world = makeWorld(
      `${COMMITTED}; head -c 70000000 /dev/urandom > big; git -c core.bigFileThreshold=1m -c core.compression=0 add big; git commit -qm big; git rm -q big; git commit -qm small; ${TOPIC}`,
    );
    await world.turn(LOSS);
    expect(await whyNotKept(world)).toMatch(/larger than 64 MiB/);
    await takeBack(world);
    expect(world.sh("git show topic:t.txt")).toBe("t\n");
    expect(Number(world.sh('du -sk "$SHADOW/git-state" | cut -f1'))).toBeLessThan(1000);
  });

  test("out of one pack, once prune has put all packs together", async () => {
    const world = makeWorld(`${COMMITTED}; ${TOPIC}`);
    for (let n = 0; n < 22; n += 1) {
      world.sh("git commit -q --allow-empty -m more");
      await world.hook("turn_start");
    }
    const place = placeOf(world.io, world.root);
    expect(packsIn(world.shadow()).length).toBeGreaterThan(20);
    world.sh("find \"$SHADOW/git-state\" -type f -exec touch -d '2 days ago' {} +");
    sweepGitState(world.io, place, readHistory(world.shadow()));
    expect(packsIn(world.shadow())).toHaveLength(1);
    expect(readLog(world.shadow())).toHaveLength(1);
    expect(world.sh('ls "$SHADOW/git-state/states" | wc -l').trim()).toBe("1");
    await world.turn(LOSS);
    await takeBack(world);
    expect(world.sh("git show topic:t.txt")).toBe("t\n");
  });
});

describe("a note", () => {
  test("changes not one byte or time in the user's git folder, and leaves the shadow repository sound", async () => {
    const world = makeWorld(
      `${COMMITTED}; ${TOPIC}; echo s >> base.txt; git add .; echo w >> base.txt; git branch own`,
    );
    const look = () => world.sh("find .git -printf '%p %T@ %C@ %s %m\\n' | sort");
    const before = look();
    await world.hook("turn_start");
    expect(look()).toBe(before);
    world.sh("git branch -qD own; git reset -q --hard");
    const after = look();
    expect((await world.hook("turn_end")).notice).toHaveLength(1);
    expect((await undo(world.io, world.root, { dryRun: true })).git).not.toEqual([]);
    expect(look()).toBe(after);
    expect(await verify(world.io, world.root)).toMatchObject({ ok: true });
  });

  test("starts no git as long as no file of git's has changed", async () => {
    const world = makeWorld(`${COMMITTED}; ${TOPIC}`);
    const [bin, log] = [join(world.home, "bin"), join(world.home, "log")];
    mkdirSync(bin);
    const real = world.sh("type -P git").trim();
    writeFileSync(join(bin, "git"), `#!/bin/bash\necho "$GIT_DIR $*" >> '${log}'\nexec '${real}' "$@"\n`);
    chmodSync(join(bin, "git"), 0o755);
    const env = world.io.env as Record<string, string>;
    env["PATH"] = `${bin}:${env["PATH"]}`;
    later(world);
    const starts = () => readFileSync(log, "utf8").match(/git-state /g)?.length ?? 0;
    await world.turn("echo 1 > base.txt");
    await world.turn("echo 2 > base.txt");
    const before = starts();
    expect(before).toBeGreaterThan(0);
    await world.turn("echo 3 > base.txt");
    await world.call("t", "echo 4 > base.txt");
    expect(starts()).toBe(before);
    world.sh("git commit -qam more");
    await world.turn("echo 5 > base.txt");
    expect(starts()).toBeGreaterThan(before);
  });

  test("is made anew once any file of git's has changed that a state is read from", async () => {
    const world = makeWorld(`${COMMITTED}; ${TOPIC}; git worktree add -q ../side topic`);
    const place = placeOf(world.io, world.root);
    later(world);
    world.sh("git tag v1; git pack-refs --all; echo s >> base.txt; git stash -q; touch .git/shallow");
    await world.hook("turn_start");
    const own = ["HEAD", "logs/HEAD", "index", "packed-refs", "logs/refs/stash", "config", "shallow", "refs/heads/new"];
    for (const name of [...own, ...["HEAD", "logs/HEAD", "index"].map((one) => `worktrees/side/${one}`)]) {
      noteGit(world.io, place, [0, 0]); // folders that came since are in no signature yet
      noteGit(world.io, place, [0, 0]);
      const { state } = readLastNote(world.shadow())!;
      expect(isUnchanged(world.io, place, state), name).toBe(true);
      world.sh(`touch .git/${name}`);
      expect(isUnchanged(world.io, place, state), name).toBe(false);
    }
  });

  test("of files that changed a moment ago is not relied on", async () => {
    const world = makeWorld(`${COMMITTED}; ${TOPIC}`);
    (world.io as { now: () => Date }).now = () => new Date(Date.now() - 60_000);
    await world.hook("turn_start");
    const { signature, indexes } = readLastNote(world.shadow())!;
    expect([signature, ...Object.values(indexes)]).toEqual(["", ""]);
  });

  test("is made by no line that stands in for docker-agent's snapshot", async () => {
    const world = makeWorld(`${COMMITTED}; ${TOPIC}`);
    const call = { io: world.io, settings: DEFAULT_SETTINGS, args: [], origin: "user", standsIn: true } as const;
    const run = async (name: "turn_start" | "turn_end") =>
      snapshot({ name, wireName: name, sessionId: "s", cwd: world.root, recordsFolder: true, raw: {} } as never, call);
    await run("turn_start");
    world.sh(LOSS);
    expect(await run("turn_end")).toEqual({});
    expect(existsSync(`${world.shadow()}/git-state`)).toBe(false);
    expect((await undo(world.io, world.root, {})).git).toBeUndefined();
  });

  test("is not made if the user's settings keep nothing", async () => {
    const world = makeWorld(`${COMMITTED}; ${TOPIC}; echo 'keep: false' > "$HOME/config.yaml"`);
    (world.io.env as Record<string, string>)["SNAPVEIL_CONFIG"] = join(world.home, "config.yaml");
    await world.turn("echo 1 > base.txt");
    expect(existsSync(`${world.shadow()}/git-state`)).toBe(false);
  });

  test("of a full disk leaves the old state, is told, and is made once there is room", async (context) => {
    const world = makeWorld(`${COMMITTED}; ${TOPIC}; git branch own $(git commit-tree -m own HEAD^{tree})`);
    await world.hook("session_start");
    const store = `${world.shadow()}/git-state`;
    if (!smallDisk(store, 400)) return context.skip();
    await world.turn("echo 1 > base.txt");
    const { bavail, bsize } = statfsSync(store);
    writeFileSync(`${store}/ballast`, Buffer.alloc((bavail - 2) * bsize));
    world.sh("head -c 100000 /dev/urandom > big; git add big; git commit -qm big; git branch big; git branch -qD own");
    const said = await world.hook("turn_start");
    expect(said.notice?.join()).toContain(".git/ (no copy is kept: The disk is full");
    world.sh("echo 2 > base.txt");
    await world.hook("turn_end");
    const { restored, git } = await undo(world.io, world.root, {});
    expect({ restored, git }).toEqual({ restored: true, git: undefined }); // the person's own deletion is no loss
    rmSync(`${store}/ballast`);
    await world.turn(`${LOSS}; git branch -qD big`);
    await takeBack(world);
    expect(world.sh("git show topic:t.txt")).toBe("t\n");
    expect(world.holds("git rev-parse -q --verify big")).toBe(true);
  });
});
