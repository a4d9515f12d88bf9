#!/usr/bin/env bash
# @vscode/vsce 3.9.2 (npm), `vsce ls` with a .vscodeignore; compared with git.
#
# Expected: .vscodeignore is read as the .gitignore it looks like: of several lines that fit a file the last one counts,
# so a folder that is ignored below a line with `!` stays out. A line `out/*` leaves out all of the folder.
# Seen: the order does not matter. A file that any line with `!` fits is in the extension, whatever comes after. `out/*`
# leaves out the files of the folder and keeps those of its subfolders, while `out` and `out/` leave out all.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder" GIT_CONFIG_NOSYSTEM=1
npm install --silent --no-audit --no-fund --ignore-scripts --prefix tools @vscode/vsce@3.9.2 >/dev/null

mkdir -p extension/out/maps
cd extension
git init -q
echo '{"name":"made-up","publisher":"nobody","version":"1.0.0","engines":{"vscode":"^1.90.0"}}' >package.json
touch out/main.js out/maps/old.map

row() {
  printf '%s\n' "$@" >.vscodeignore
  echo "$* | vsce: $(../tools/node_modules/.bin/vsce ls --no-dependencies | sort | paste -sd ' ')"
  mv .vscodeignore .gitignore
  echo "$* | git: $(git ls-files --others --exclude-standard | grep -v gitignore | sort | paste -sd ' ')"
  rm .gitignore
}

seen=$(
  row out
  row 'out/**' '!out/main.js'
  row '!out/main.js' 'out/**'
  row 'out/*'
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
out | vsce: package.json
out | git: package.json
out/** !out/main.js | vsce: out/main.js package.json
out/** !out/main.js | git: out/main.js package.json
!out/main.js out/** | vsce: out/main.js package.json
!out/main.js out/** | git: package.json
out/* | vsce: out/maps/old.map package.json
out/* | git: package.json
TEXT
