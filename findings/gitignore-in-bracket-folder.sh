#!/usr/bin/env bash
# globby 16.2.4 and @google/gemini-cli-core 0.61.0 (npm), which Gemini CLI is made of; compared with git 2.39.5 and
# ignore-walk 8.0.0 (npm).
#
# Expected: a .gitignore counts for the folder that it lies in, whatever that folder is called. Folders with the name
# `[id]` are common: Next.js and its like make the part of an address that varies from them.
# Seen: both join the folder's name and the line to one pattern, and read the name as a pattern, too. Gemini's parser
# ignores nothing by the .gitignore in `[id]`. globby lists what a line with a slash in front ignores there; and by a
# line without one it leaves out a file of the folder `d`, which has no .gitignore. It also lists what is ignored in
# `#drafts` and `!important`, as if the joined pattern were a comment or the opposite. ignore-walk asks each .gitignore
# about paths that begin at its own folder, and agrees with git.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder" GIT_CONFIG_NOSYSTEM=1
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . \
  globby@16.2.4 ignore-walk@8.0.0 @google/gemini-cli-core@0.61.0 >/dev/null

cat >compare.mjs <<'JS'
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { GitIgnoreParser } from "@google/gemini-cli-core";
import { globbySync } from "globby";
import walk from "ignore-walk";

// The folder of the .gitignore, its line, and a file.
const ROWS = [
  ["posts", "*.log", "posts/x.log"],
  ["[id]", "*.log", "[id]/x.log"],
  ["[id]", "*.log", "d/x.log"],
  ["[id]", "/x.log", "[id]/x.log"],
  ["[...slug]", "/x.log", "[...slug]/x.log"],
  ["#drafts", "/x.log", "#drafts/x.log"],
  ["!important", "/x.log", "!important/x.log"],
];

console.log("folder line file: ignored by git, ignore-walk, globby, gemini-cli-core");
for (const [index, [folder, line, file]] of ROWS.entries()) {
  const root = path.resolve(`repository-${index}`);
  execFileSync("git", ["init", "-q", root]);
  for (const name of [folder, path.dirname(file)]) fs.mkdirSync(path.join(root, name), { recursive: true });
  fs.writeFileSync(path.join(root, folder, ".gitignore"), `${line}\n`);
  fs.writeFileSync(path.join(root, file), "");
  const seen = [
    spawnSync("git", ["-C", root, "check-ignore", "-q", "--", file]).status === 0,
    !walk.sync({ path: root, ignoreFiles: [".gitignore"] }).includes(file),
    !globbySync("**", { cwd: root, gitignore: true }).includes(file),
    new GitIgnoreParser(root).isIgnored(file),
  ];
  console.log(`${folder} ${line} ${file}: ${seen.join(" ")}`);
}
JS

seen=$(node compare.mjs)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
folder line file: ignored by git, ignore-walk, globby, gemini-cli-core
posts *.log posts/x.log: true true true true
[id] *.log [id]/x.log: true true true false
[id] *.log d/x.log: false false true false
[id] /x.log [id]/x.log: true true false false
[...slug] /x.log [...slug]/x.log: true true false false
#drafts /x.log #drafts/x.log: true true false true
!important /x.log !important/x.log: true true false true
TEXT
