#!/usr/bin/env bash
# isomorphic-git 1.44.11 (npm), `statusMatrix` and `status`, by which a program finds what changed; compared with git
# 2.39.5.
#
# Expected: a script that became executable (`chmod +x`) has changed, as git says, since the mode is a part of the tree
# and goes into the next commit. At least once it is added, the change is there in the columns of the stage.
# Seen: isomorphic-git compares contents alone. After `chmod +x` the file counts as unmodified, and so it does after
# `add`, although `add` has written the new mode into the index: the next commit holds a change that no call announced.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder" GIT_CONFIG_NOSYSTEM=1
npm install --silent --no-audit --no-fund --ignore-scripts isomorphic-git@1.44.11 >/dev/null
git init -q project
echo 'echo hello' >project/run.sh
git -C project add run.sh
git -C project -c user.name=a -c user.email=a@example.com commit -qm first
cat >look.mjs <<'JS'
import fs from "node:fs";
import git from "isomorphic-git";
const file = { fs, dir: "project", filepath: "run.sh" };
if (process.argv[2] === "add") await git.add(file);
else console.log(JSON.stringify((await git.statusMatrix(file))[0]), await git.status(file));
JS

row() { echo "$1 | isomorphic-git: $(node look.mjs) | git: $(git -C project status --porcelain)"; }
chmod +x project/run.sh
seen=$(
  row 'chmod +x'
  node look.mjs add
  row 'and added'
  echo "mode in the index: $(git -C project ls-files --stage | cut -d ' ' -f 1)"
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
chmod +x | isomorphic-git: ["run.sh",1,1,1] unmodified | git: M  run.sh
and added | isomorphic-git: ["run.sh",1,1,1] unmodified | git: M  run.sh
mode in the index: 100755
TEXT
