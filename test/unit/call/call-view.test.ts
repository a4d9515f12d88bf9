import { realpathSync, rmSync } from "node:fs";

import { expect, test } from "vitest";

import { callView, type CallFacts } from "../../../call/call-view.ts";
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

test.each<[toolName: string, toolInput: object, scripts: string[], given: string[]]>([
  ["Bash", { command: "ls", env: { A: "1" } }, ["ls"], ['{"A":"1"}']],
  ["execute_python", { code: "f()" }, ["python3 -c 'f()'"], ["f()"]],
  ["run_code", { language: "bash", code: "ls", stdin: "x" }, ["ls"], ["x", "ls"]],
  ["jupyter_execute", { code: "!ls\nf()" }, ["ls", "python3 -c '!ls\nf()'"], ["!ls\nf()"]],
])("of %s with %j the scripts are %j, and given is %j", (toolName, toolInput, scripts, given) => {
  expect(callView({ toolName, toolInput } as CallFacts).shell).toEqual({ scripts, given });
});

test("the paths of a PowerShell tool's script have slashes, those of another shell's stay", () => {
  const scripts = (toolName: string) => callView({ toolName, toolInput: { command: "rm ~\\a\\b" } }).scriptsRun;
  expect(scripts("PowerShell")).toEqual(["rm ~/a/b"]);
  expect(scripts("Bash")).toEqual(["rm ~\\a\\b"]);
});
