#!/usr/bin/env bash
# git 2.39.5, `diff-files` with an index of a tool's own in GIT_INDEX_FILE, by which a program asks cheaply whether any
# of its files changed since.
#
# Expected: if the index is missing, an error, or every file counts as new or changed.
# Seen: nothing is printed and the exit code is 0, also with `--exit-code`, just as if no file had changed: a missing
# index counts as an empty one, and `diff-files` is about files of the index alone. `--error-unmatch` of `ls-files` and
# an empty `ls-files` are what tells the two apart.
#
# Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C

git init -q .
echo one >file
export GIT_INDEX_FILE="$folder/own-index"
git add file
echo two, longer >file
changed=$(git diff-files --name-only)
echo "with the index: ${changed:-nothing}"
[ "$changed" = file ] || exit 1
if git diff-files --quiet --exit-code; then exit 1; fi

rm own-index
changed=$(git diff-files --name-only)
echo "without it: ${changed:-nothing}"
[ -z "$changed" ] || exit 1
git diff-files --quiet --exit-code || exit 1
if git ls-files --error-unmatch file 2>/dev/null; then exit 1; fi
[ -z "$(git ls-files)" ] || exit 1
