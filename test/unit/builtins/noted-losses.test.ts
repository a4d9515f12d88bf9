import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import blockDestructive from "../../../builtins/block-destructive.ts";
import snapshot from "../../../builtins/snapshot.ts";
import type { Settings } from "../../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { COMMITTED, makeWorld, type World } from "../shadow-repo/world.ts";

const SETUP = `${COMMITTED} && echo one > a.txt && git add . && git commit -qm first && echo two >> a.txt && git commit -qam second`;
const STASHED = "echo mine >> a.txt; git stash push -qm work";
const BRANCHED =
  "git checkout -qb own; git commit -q --allow-empty -m own; git checkout -q main; git branch other HEAD~1";
const TAGGED =
  "git branch other HEAD~1; git checkout -q --detach; git commit -q --allow-empty -m own; git tag -a v1 -m one; git checkout -q main";
const WORKTREE = "git worktree add -q -b side ~/side; git -C ~/side commit -q --allow-empty -m side";

function eventOf<Name extends HookEvent["name"]>(name: Name, world: World, command: string, input = {}) {
  const facts = { toolUseId: "c", toolName: "Bash", toolInput: { command, ...input } };
  const base = { name, wireName: "PreToolUse", dialect: "claude-code", sessionId: "s", cwd: world.root, raw: {} };
  return { ...base, ...facts } as unknown as HookEvent<Name>;
}

/** The guard's verdict on a command at the level `all`. */
async function verdict(
  world: World,
  command: string,
  { input = {}, isRecorded = true, settings = DEFAULT_SETTINGS } = {},
) {
  const event = eventOf("pre_tool_use", world, command, input);
  const call = { io: world.io, settings, args: ["all"], origin: "user", isRecorded } as const;
  return (await blockDestructive(event, call)).verdict?.kind ?? "pass";
}

/** A call in a turn, which the guard lets pass. @returns the commands that are named after it */
async function namedAfter(world: World, command: string, more = ""): Promise<string> {
  const call = { io: world.io, settings: DEFAULT_SETTINGS, args: [], origin: "user" } as const;
  await snapshot(eventOf("turn_start", world, ""), call);
  expect(await verdict(world, command)).toBe("pass");
  await snapshot(eventOf("pre_tool_use", world, command), call);
  world.sh(`${command}; ${more}`);
  const { notice = [], context } = await snapshot(eventOf("post_tool_use", world, command), call);
  expect(context).toEqual(notice);
  const said = notice.join("\n");
  return Array.from(said.matchAll(/To (?:get it back|stage it again|get [^:\n]*): (.*)$/gm), ([, words]) => words).join(
    "\n",
  );
}

describe("a loss of git's own is no question where the command that is named returns it", () => {
  test.each([
    ["git stash drop -q", STASHED, "git stash list; git stash show -p"],
    ["git stash clear", `${STASHED}; echo more >> a.txt; git stash push -qm second`, "git stash list --format=%gs"],
    ["git update-ref -d refs/stash", STASHED, "git stash show -p"],
    ["git branch -D -q own", BRANCHED, "git rev-parse own"],
    ["git branch -q -M other own", BRANCHED, "git rev-parse own"],
    ["git branch -q -C other own", BRANCHED, "git rev-parse own"],
    ["git update-ref -d refs/heads/own", BRANCHED, "git rev-parse own"],
    ["git tag -d v1", TAGGED, "git cat-file tag v1"],
    ["git tag -f v1 other", TAGGED, "git cat-file tag v1"],
    ["git branch -f own other", BRANCHED, "git rev-parse own"],
    ["git checkout -q -B own other", BRANCHED, "git rev-parse own"],
    ["git switch -q -C own other", BRANCHED, "git rev-parse own"],
    ["git branch --list o* | xargs git branch -D -q", BRANCHED, "git rev-parse own"],
    [
      "git reflog expire --expire=now --all",
      "git commit -q --amend -m other",
      "git log --all --reflog --format=%s | grep second",
    ],
    ["git worktree remove --force ~/side", WORKTREE, "git -C ~/side log --format=%H; git -C ~/side symbolic-ref HEAD"],
  ])("%s", async (command, setup, look) => {
    const world = makeWorld(`${SETUP}; ${setup}`);
    const before = world.sh(look);
    const commands = await namedAfter(world, command);
    expect(commands).not.toBe("");
    world.sh(commands);
    expect(world.sh(look)).toBe(before);
  });

  test.each([
    ["git stash drop -q", STASHED, "git stash list; git stash show -p"],
    ["git branch -D -q own", BRANCHED, "git rev-parse own"],
  ])("%s, and git has the objects no more", async (command, setup, look) => {
    const world = makeWorld(`${SETUP}; ${setup}`);
    const before = world.sh(look);
    world.sh(await namedAfter(world, command, "git reflog expire --expire=now --all; git gc --quiet --prune=now"));
    expect(world.sh(look)).toBe(before);
  });

  test.each([
    ["git stash drop -q", "git checkout -q own", `${BRANCHED}; ${STASHED}`, /stash/],
    ["git branch -qD own", "git stash push -q", `${BRANCHED}; echo mine >> a.txt`, /refs\/heads\/own/],
  ])("%s; %s: the second is no loss, and is not told", async (command, more, setup, named) => {
    const commands = await namedAfter(makeWorld(`${SETUP}; ${setup}`), command, more);
    expect(commands.split("\n")).toEqual([expect.stringMatching(named)]);
  });

  test("a branch that came in the turn itself is returned as well", async () => {
    const world = makeWorld(SETUP);
    const call = { io: world.io, settings: DEFAULT_SETTINGS, args: [], origin: "user" } as const;
    await snapshot(eventOf("turn_start", world, ""), call);
    world.sh(BRANCHED);
    const before = world.sh("git rev-parse own");
    expect(await verdict(world, "git branch -D own")).toBe("pass");
    await snapshot(eventOf("pre_tool_use", world, "git branch -D own"), call);
    world.sh("git branch -qD own");
    const { notice = [] } = await snapshot(eventOf("post_tool_use", world, "git branch -D own"), call);
    expect(notice.join("\n")).toMatch(/The branch own .*git update-ref refs\/heads\/own/);
    world.sh(/To get it back: (git update-ref refs\/heads.*)$/m.exec(notice.join("\n"))![1]!);
    expect(world.sh("git rev-parse own")).toBe(before);
  });
});

const configured = (settings: object) => (world: World) => {
  const file = join(world.home, "config.json");
  writeFileSync(file, JSON.stringify(settings));
  (world.io.env as Record<string, string>)["SNAPVEIL_CONFIG"] = file;
};

describe("it is asked about where no copy is proven", () => {
  test.each<[string, string, string, Parameters<typeof verdict>[2]?, ((world: World) => void)?]>([
    ["nothing records the call", "true", "git stash drop", { isRecorded: false }],
    ["nothing is kept", "true", "git stash drop", {}, configured({ keep: false })],
    ["another git folder", "true", "git --git-dir=.git stash drop"],
    ["a variable that names another one", "true", "GIT_DIR=.git git stash drop"],
    ["another repository", "git init -q ~/x", "git -C ~/x stash drop"],
    ["another machine", "true", "ssh web1 'git stash drop'"],
    ["a command in the background", "true", "git stash drop &"],
    ["a tool in the background", "true", "git stash drop", { input: { run_in_background: true } }],
    ["a stash that the call makes", "true", "git stash && git stash drop"],
    ["git replace", "git replace HEAD HEAD~1", "git stash drop"],
    ["half a .git", "rm -rf .git/objects", "git stash drop"],
    ["a split index", "git update-index --split-index", "git stash drop"],
    [
      "a sparse index",
      "mkdir s; echo x > s/x; git add .; git commit -qm s; git sparse-checkout set --sparse-index s",
      "git stash drop",
    ],
    ["objects of another repository", "echo /nowhere > .git/objects/info/alternates", "git stash drop"],
    [
      "a stash of a file larger than what is copied",
      "head -c 70000000 /dev/urandom > big; git add big; git stash push -qm big",
      "git stash drop",
    ],
    [
      "a stash in a pack larger than what is copied",
      "head -c 70000000 /dev/urandom > big; git add big; git stash push -qm big; git repack -adq",
      "git stash drop",
    ],
    ["objects that gc takes away", "true", "git gc --prune=now"],
    ["objects that prune takes away", "true", "git prune"],
    ["a rewritten history", "true", "git filter-branch --all"],
    ["a worktree with changes", `${WORKTREE}; echo x > ~/side/new`, "git worktree remove --force ~/side"],
    [
      "a worktree with an ignored file",
      `${WORKTREE}; echo .env > ~/side/.gitignore; git -C ~/side add .; git -C ~/side commit -qm i; echo x > ~/side/.env`,
      "git worktree remove --force ~/side",
    ],
    ...[
      ["BISECT_LOG", "git -C ~/side bisect start"],
      ["MERGE_HEAD", "git commit -q --allow-empty -m m; git -C ~/side merge -q --no-commit --no-ff main"],
      ["rebase-merge", "git -C ~/side rebase -q -x false HEAD~1 || true"],
      ["CHERRY_PICK_HEAD", "git -C ~/side cherry-pick side || true"],
    ].map(
      ([file, begins]) =>
        [
          `a worktree without changes in which git has begun something: ${file}`,
          `${WORKTREE}; ${begins}; test -e "$(git -C ~/side rev-parse --absolute-git-dir)/${file}"`,
          "git worktree remove --force ~/side",
        ] as [string, string, string],
    ),
    [
      "a command that the settings name",
      "true",
      "git stash drop",
      {
        settings: {
          ...DEFAULT_SETTINGS,
          destructive: { ...DEFAULT_SETTINGS.destructive, ask: ["drop-stash"] },
        } as Settings,
      },
    ],
  ])("%s", async (_what, setup, command, how = {}, configure) => {
    const world = makeWorld(`${SETUP}; ${STASHED}; ${setup}`);
    configure?.(world);
    expect(await verdict(world, command, how)).toMatch(/ask|deny/);
  });
});
