#!/usr/bin/env bash
# git 2.39.5, `ls-files --others --ignored --exclude-standard --directory`, by which a program finds the ignored files
# that deserve a copy without looking through each ignored folder.
#
# Expected: with `--no-empty-directory` only folders without files go from the list, as git's page says ("Do not list
# empty directories").
# Seen: ignored files go, too, if they lie in an untracked folder: `new/.env` and a file a folder below are listed
# without the option, and missing with it. The same file in a tracked folder stays, and so does a folder in which every
# file is ignored. There is no empty folder in the repository at all.
#
# Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C

git init -q .
printf '.env\ndata/\n*.sqlite\n' >.gitignore
mkdir -p src data new/deep only
touch src/main.ts src/.env data/raw.csv new/notes.txt new/.env new/deep/app.sqlite only/.env
git add .gitignore src/main.ts

list() { git ls-files --others --ignored --exclude-standard --directory "$@"; }

diff <(list) - <<'TEXT' || exit 1
data/
new/.env
new/deep/
new/deep/app.sqlite
only/
only/.env
src/.env
TEXT
echo "with --no-empty-directory:"
list --no-empty-directory
diff <(list --no-empty-directory) - <<'TEXT' || exit 1
data/
only/
src/.env
TEXT
