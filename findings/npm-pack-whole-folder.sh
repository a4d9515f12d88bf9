#!/usr/bin/env bash
# npm 11.19.1 (npm), `npm pack --dry-run` with a .npmignore or, where there is none, a .gitignore; compared with git.
#
# Expected: .npmignore follows the rules of .gitignore, as npm's documentation says. Of a folder that a line ignores
# git shows no file, even if a later line names one of its files with `!`: a person who wants that one file writes
# `build/*` in place of `build/`. So npm either leaves the folder out as well, or takes the one file that is named.
# Seen: npm takes the whole folder. A line with `!` makes it walk through the folder, and there each file that no line
# names by itself belongs to the package, in folders below, too. `build/*` works as in git, and so does a bare name
# after `!`. This holds for a .gitignore, too, so that one and the same file keeps build output out of git and puts it
# into the package.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder" GIT_CONFIG_NOSYSTEM=1
npm install --silent --no-audit --no-fund --ignore-scripts --prefix tools npm@11.19.1 >/dev/null

mkdir -p package/build/maps
cd package
git init -q
echo '{"name":"made-up","version":"1.0.0"}' >package.json
touch build/index.html build/notes.txt build/maps/old.map

packed() {
  ../tools/node_modules/.bin/npm pack --dry-run --json 2>/dev/null |
    node -e 'console.log(JSON.parse(require("fs").readFileSync(0))[0].files.map((file) => file.path).join(" "))'
}

row() {
  printf '%s\n' "$@" >.npmignore
  echo "$* | npm: $(packed)"
  mv .npmignore .gitignore
  echo "$* | npm, by .gitignore: $(packed)"
  echo "$* | git: $(git ls-files --others --exclude-standard | grep -v gitignore | paste -sd ' ')"
  rm .gitignore
}

seen=$(
  row build/
  row build/ '!build/index.html'
  row build/ '!index.html'
  row 'build/*' '!build/index.html'
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
build/ | npm: package.json
build/ | npm, by .gitignore: package.json
build/ | git: package.json
build/ !build/index.html | npm: build/index.html build/maps/old.map build/notes.txt package.json
build/ !build/index.html | npm, by .gitignore: build/index.html build/maps/old.map build/notes.txt package.json
build/ !build/index.html | git: package.json
build/ !index.html | npm: package.json
build/ !index.html | npm, by .gitignore: package.json
build/ !index.html | git: package.json
build/* !build/index.html | npm: build/index.html package.json
build/* !build/index.html | npm, by .gitignore: build/index.html package.json
build/* !build/index.html | git: build/index.html package.json
TEXT
