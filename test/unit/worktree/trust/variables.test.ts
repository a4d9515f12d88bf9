import { symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { isEnvironmentFile } from "../../../../worktree/trust/environment-files.ts";
import { namesVariable, withOwnVariables } from "../../../../worktree/trust/variables.ts";
import { silentIo } from "../../../support/silent-io.ts";
import { worldOfEachTest } from "../../../support/temporary-world.ts";

const world = worldOfEachTest("git init -q && mkdir -p sub/below");

/** The variables that are left out for an agent in a folder of the project. */
function leftOut(env: Record<string, string>, cwd = world.cwd) {
  const { io, left } = withOwnVariables(silentIo(cwd, { HOME: world.home, ...env }), [cwd]);
  expect(left).toHaveLength(Object.keys(env).filter((name) => io.env[name] === undefined).length);
  return left.join("\n");
}

describe("SNAPVEIL_DISABLE does not count where the project sets it in", () => {
  test.each([
    [".env", "SNAPVEIL_DISABLE=1\n"],
    [".env.local", "export SNAPVEIL_DISABLE = '1'\n"],
    [".gemini/.env", "A=1\nSNAPVEIL_DISABLE=1\n"],
    [".qwen/.env", "SNAPVEIL_DISABLE=1"],
    [".claude/settings.json", '{"env": {"SNAPVEIL_DISABLE": "1"}}'],
    [".claude/settings.local.json", '{"env": {"SNAPVEIL\\u005fDISABLE": "1"}}'],
    ["mise.toml", '[env]\nSNAPVEIL_DISABLE = "1"\n'],
    [".mise/config.toml", 'env.SNAPVEIL_DISABLE = "1"\n'],
    [".envrc", "export SNAPVEIL_DISABLE=1\n"],
    ["docker-compose.yml", "services:\n  a:\n    environment:\n      - SNAPVEIL_DISABLE=1\n"],
    [".devcontainer/devcontainer.json", '{"containerEnv": {"SNAPVEIL_DISABLE": "1"}}'],
    [".vscode/settings.json", '{"terminal.integrated.env.linux": {"SNAPVEIL_DISABLE": "1"}}'],
    ["package.json", '{"scripts": {"agent": "SNAPVEIL_DISABLE=1 claude"}}'],
    ["Dockerfile", "FROM x\nENV SNAPVEIL_DISABLE 1\n"],
    [".claude/settings.local.json", '{"env": {\n"SNAPVEIL_DISABLE"\n:\n"1"}}'],
    ["setup.fish", "set -gx SNAPVEIL_DISABLE 1\n"],
  ])("%s", (file, text) => {
    world.write(file, text);
    const said = `The variable SNAPVEIL_DISABLE does not count: ${join(world.cwd, file)} sets it`;
    expect(leftOut({ SNAPVEIL_DISABLE: "1" })).toContain(said);
    expect(leftOut({ SNAPVEIL_DISABLE: "1" }, world.at("sub/below"))).toContain(said);
  });
});

describe("it does not count either where more is there than is read, which may set it", () => {
  test.each([
    [".env, of a megabyte", () => world.write(".env", `A=${"x".repeat(1024 ** 2)}\n`), /\.env sets it/],
    ["five hundred files of such names", () => world.sh("for n in $(seq 501); do : > $n.env; done"), / sets it/],
  ])("%s", (_, make, said) => {
    make();
    expect(leftOut({ SNAPVEIL_DISABLE: "1" })).toMatch(said);
  });

  test("and it does with all of it read", () => {
    world.write(".env", `A=${"x".repeat(1024 ** 2 - 10)}\n`);
    world.sh("for n in $(seq 499); do : > $n.env; done");
    expect(leftOut({ SNAPVEIL_DISABLE: "1" })).toBe("");
  });
});

test.each([
  ["README.md", "SNAPVEIL_DISABLE=1 switches hooks off\n"],
  [".env", "# SNAPVEIL_DISABLE=1\nSNAPVEIL_DISABLED=1\n"],
  ["mise.toml", '[env]\nOTHER = "1"\n'],
  ["~/.env", "SNAPVEIL_DISABLE=1\n"],
])("%s with %j leaves it to the person", (file, text) => {
  world.write(file, text);
  expect(leftOut({ SNAPVEIL_DISABLE: "1" })).toBe("");
});

test.each([
  ["SNAPVEIL_CONFIG", "config.jsonc", "relative path"],
  ["SNAPVEIL_NODE", "./evil", "relative path"],
  ["SNAPVEIL_DATA_DIR", "{project}/.data", "leads into the project"],
  ["SNAPVEIL_CONFIG", "{project}/sub/../own.jsonc", "leads into the project"],
  ["XDG_CONFIG_HOME", "{project}/sub", "leads into the project"],
  ["XDG_DATA_HOME", "share", "relative path"],
])("%s=%s counts as none", (name, value, why) => {
  const given = { [name]: value.replace("{project}", world.cwd) };
  expect(leftOut(given)).toContain(why);
  expect(leftOut(given, world.at("sub"))).toContain(why);
});

test("a path that leads into the project by a link counts as none", () => {
  symlinkSync(world.at("sub"), join(world.home, "link"));
  expect(leftOut({ SNAPVEIL_DATA_DIR: join(world.home, "link/data") })).toContain("leads into the project");
});

test("a path outside the project counts, and in the home folder there is no project", () => {
  const given = { SNAPVEIL_CONFIG: join(world.home, "own.jsonc"), SNAPVEIL_DATA_DIR: join(world.home, "data") };
  expect(leftOut(given)).toBe("");
  world.write("~/.env", "SNAPVEIL_CONFIG=x\n");
  world.sh('mkdir "$HOME/.git"');
  expect(leftOut(given, world.home)).toBe("");
});

test("a repository around the home folder is no project either, and each folder in it is one", () => {
  world.sh("git init -q ../..");
  const given = { SNAPVEIL_DATA_DIR: join(world.home, "../data") };
  expect(leftOut(given)).toBe("");
  world.write("../.env", "SNAPVEIL_DATA_DIR=/x\n");
  expect(leftOut(given)).toContain(".env sets it");
});

test("a file that gives programs their environment is known by its name", () => {
  for (const path of [
    ".env",
    "a/.gemini/.env",
    "mise.toml",
    ".bashrc",
    "C:\\x\\.env.local",
    "compose.yaml",
    "/etc/profile.d/x.sh",
  ])
    expect([path, isEnvironmentFile(path)]).toEqual([path, true]);
  for (const path of ["README.md", "src/a.ts", "notes.txt"])
    expect([path, isEnvironmentFile(path)]).toEqual([path, false]);
  expect(namesVariable("export SNAPVEIL_DATA_DIR=/x")).toBe(true);
  expect(namesVariable('"SNAPVEIL\\u005fCONFIG" = "x"')).toBe(true);
  expect(namesVariable("A=1\\nSNAPVEIL_NODE=x")).toBe(true);
  expect(namesVariable("PATH=/x")).toBe(false);
});
