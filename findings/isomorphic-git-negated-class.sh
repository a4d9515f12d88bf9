#!/usr/bin/env bash
# isomorphic-git 1.44.11 (npm), compared with git 2.39.5 and with ignore 7.0.16 (npm).
#
# Expected: `isIgnored` answers as `git check-ignore` does, since it reads the same .gitignore. isomorphic-git depends
# on the package `ignore`, whose newest release agrees with git on each of these patterns.
# Seen: isomorphic-git asks for `ignore` 5.1.4 or newer of that major version, which reads a bracket expression as
# JavaScript's regular expressions would. "[!a]x" ignores ax and keeps bx, the other way round than git; "[]a]x" and
# "[[:digit:]]x" ignore nothing that git ignores. A checkpoint that is taken with isomorphic-git therefore holds other
# files than one that is taken with git.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . isomorphic-git@1.44.11 ignore@7.0.16 >/dev/null

cat >compare.cjs <<'JS'
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const { isIgnored } = require("isomorphic-git");
const ignore = require("ignore");

const ROWS = [
  ["[!a]x", "ax"],
  ["[!a]x", "bx"],
  ["[]a]x", "]x"],
  ["[[:digit:]]x", "1x"],
  ["[ab]x", "ax"],
];

async function main() {
  console.log("pattern file git ignore isomorphic-git");
  for (const [index, [pattern, file]] of ROWS.entries()) {
    const dir = `repository-${index}`;
    execFileSync("git", ["init", "-q", dir]);
    fs.writeFileSync(`${dir}/.gitignore`, `${pattern}\n`);
    fs.writeFileSync(`${dir}/${file}`, "");
    const git = spawnSync("git", ["-C", dir, "check-ignore", "-q", "--", file]).status === 0;
    const newest = ignore().add(pattern).ignores(file);
    console.log(pattern, file, git, newest, await isIgnored({ fs, dir, filepath: file }));
  }
}
main();
JS

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
seen=$(node compare.cjs)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
pattern file git ignore isomorphic-git
[!a]x ax false false true
[!a]x bx true true false
[]a]x ]x true true false
[[:digit:]]x 1x true true false
[ab]x ax true true true
TEXT
