#!/usr/bin/env bash
# simple-git 4.0.2 (npm), on Node 20, with git 2.39.5.
#
# Expected: `simpleGit(dir).env({ ...process.env, MORE: "1" })`, by which a program adds one variable to its own
# environment, behaves like `simpleGit(dir)`, which hands on the same environment by itself.
# Seen: only variables that are named through `.env()` are checked. GIT_CONFIG_GLOBAL, PAGER, EDITOR and even PREFIX
# (which npm, nix and conda set for reasons of their own) are handed on without a word when they are inherited, and stop
# every command when the same values come through `.env()`. A tool that copies the environment thus works on its author's
# machine and fails for a person whose shell sets PAGER.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . simple-git@4.0.2 >/dev/null

cat >compare.cjs <<'JS'
const { execFileSync } = require("node:child_process");
const { simpleGit } = require("simple-git");

const ROWS = { GIT_CONFIG_GLOBAL: "/dev/null", PAGER: "cat", EDITOR: "true", PREFIX: "/usr" };
execFileSync("git", ["init", "-q", "repository"]);

async function outcomeOf(git) {
  try {
    await git.status();
    return "runs";
  } catch (error) {
    return error.message;
  }
}

async function main() {
  for (const [name, value] of Object.entries(ROWS)) {
    process.env[name] = value;
    console.log(`${name} inherited: ${await outcomeOf(simpleGit("repository"))}`);
    const { PATH, HOME } = process.env;
    console.log(`${name} named:     ${await outcomeOf(simpleGit("repository").env({ PATH, HOME, [name]: value }))}`);
    delete process.env[name];
  }
}
main();
JS

seen=$(env -i PATH="$PATH" HOME="$folder" node compare.cjs)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
GIT_CONFIG_GLOBAL inherited: runs
GIT_CONFIG_GLOBAL named:     Use of "GIT_CONFIG_GLOBAL" is not permitted without enabling allowUnsafeConfigPaths
PAGER inherited: runs
PAGER named:     Use of "PAGER" is not permitted without enabling allowUnsafePager
EDITOR inherited: runs
EDITOR named:     Use of "EDITOR" is not permitted without enabling allowUnsafeEditor
PREFIX inherited: runs
PREFIX named:     Use of "PREFIX" is not permitted without enabling allowUnsafeConfigPaths
TEXT
