import { realpathSync, rmSync } from "node:fs";

import { expect, test } from "vitest";

import { callView, type CallFacts } from "../../../call/call-view.ts";
import type { Json } from "../../../kit/json.ts";
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

/** The scripts that a call may run, and those that it surely runs. */
test.each<[toolName: string, toolInput: Json, may: string[], surely: string[]]>([
  ["Bash", { command: "ls -l", description: "Lists", cwd: "/w" }, ["ls -l"], ["ls -l"]],
  ["shell", { cmd: ["bash", "-lc", "cat a"] }, ["bash -lc 'cat a'", "bash", "-lc", "cat a"], ["bash -lc 'cat a'"]],
  ["shell", { cmd: ["ls"] }, ["ls"], ["ls"]],
  ["shell", { cmd: ["cat a", "ls"] }, ["'cat a' ls", "cat a", "ls"], ["cat a", "ls"]],
  ["shell", { cmd: ["cat", 1, "a"] }, ["cat", "a"], ["cat", "a"]],
  ["shell", { cmd: '["cat", "a"]' }, ["cat a", "cat", "a"], ["cat a"]],
  ["shell", { cmd: "[ -f a ]" }, ["[ -f a ]"], ["[ -f a ]"]],
  ["shell", { commands: ["cat", "ls"] }, ["cat ls", "cat", "ls"], ["cat", "ls"]],
  ["shell", { command: "cat", args: ["a b"] }, ["cat 'a b'", "cat", "a b"], ["cat 'a b'"]],
  ["shell", { command: "cat", args: "a" }, ["cat", "a"], ["cat", "a"]],
  ["shell", { call: { command: "ls", reason: "why" } }, ["ls"], ["ls"]],
  ["shell", { command: { cmd: "ls" }, odd: "x" }, ["ls", "x"], ["ls"]],
  ["shell", { odd: "ls", title: "x", stdin: "y" }, ["ls"], ["ls"]],
  ["shell", "ls", ["ls"], ["ls"]],
  ["shell", null, [], []],
  ["run_shell", { code: "ls" }, ["ls"], ["ls"]],
  ["eval_js", { code: "f()" }, ["node -e 'f()'"], ["node -e 'f()'"]],
  ["run_code", { language: "Ruby", snippet: "f" }, ["ruby -e f"], ["ruby -e f"]],
  ["run_code", { language: 1, code: "f" }, ["python3 -c f"], ["python3 -c f"]],
  ["run_code", { note: "ruby", code: "f" }, ["python3 -c f", "ruby"], ["python3 -c f", "ruby"]],
  ["run_code", { code: "%%bash -e\nls" }, ["ls"], ["ls"]],
  ["run_code", { code: "", command: "ls" }, ["ls"], ["ls"]],
  ["save_code", { code: "f", command: "ls" }, ["ls"], ["ls"]],
])("of %s with %j may run %j, and surely runs %j", (toolName, toolInput, may, surely) => {
  const { shell, scriptsRun } = callView({ toolName, toolInput });
  expect([shell.scripts, scriptsRun]).toEqual([may, surely]);
});
