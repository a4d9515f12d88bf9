import { realpathSync, rmSync } from "node:fs";

import { expect, test } from "vitest";

import { callView } from "../../../call/call-view.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const call = () => ({ toolName: "Bash", toolInput: { command: "ls" }, cwd: world.cwd });

test("all guards of a call see the repository as the first one found it, the next call sees it anew", () => {
  world.sh("git init --quiet . && mkdir sub");
  const event = call();
  expect(callView(event).worktreeAt(world.cwd)?.root).toBe(realpathSync(world.cwd));
  rmSync(world.at(".git"), { recursive: true });
  expect(callView(event).worktreeAt(world.cwd)?.root).toBe(realpathSync(world.cwd));
  expect(callView(event).worktreeAt(world.at("sub"))).toBeUndefined();
  expect(callView(call()).worktreeAt(world.cwd)).toBeUndefined();
});

test("a bare repository has no worktree", () => {
  world.sh("git init --quiet --bare bare");
  const view = callView(call());
  expect(view.repositoryAt(world.at("bare"))).toMatchObject({ gitDir: realpathSync(world.at("bare")) });
  expect(view.worktreeAt(world.at("bare"))).toBeUndefined();
});

test("the paths of a PowerShell tool's script have slashes, those of another shell's stay", () => {
  const scripts = (toolName: string) => callView({ toolName, toolInput: { command: "rm ~\\a\\b" } }).scriptsRun;
  expect(scripts("PowerShell")).toEqual(["rm ~/a/b"]);
  expect(scripts("Bash")).toEqual(["rm ~\\a\\b"]);
});
