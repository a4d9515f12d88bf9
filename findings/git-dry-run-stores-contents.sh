#!/usr/bin/env bash
# git 2.39.5, `git commit --dry-run --all`, by which a hook would learn what a commit is about to take in.
#
# Expected: a dry run changes nothing in the repository: it says which paths would go in. So it is with
# `git add --all --dry-run`.
# Seen: the contents of all changed files are written into the repository's objects, as if the commit were made, and stay
# there after the answer: also of a file that the person then decides to leave out. The index keeps its bytes, so nothing
# names these objects, and only a `git prune` removes the contents.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder" GIT_CONFIG_NOSYSTEM=1
git init -q repository
cd repository
git config user.name n
git config user.email n@example.test
echo first >notes.txt
git add notes.txt
git commit -qm first

row() {
  local index
  echo "$1" >notes.txt
  index=$(sha1sum <.git/index)
  "${@:2}" >/dev/null
  git cat-file -e "$(git hash-object notes.txt)" 2>/dev/null && stored="is stored" || stored="is not stored"
  [ "$(sha1sum <.git/index)" = "$index" ] && kept="the index is as before" || kept="the index changed"
  echo "${*:2}: the content $stored, $kept"
}

seen=$(row second git add --all --dry-run; row third git commit --all --dry-run --porcelain || true)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
git add --all --dry-run: the content is not stored, the index is as before
git commit --all --dry-run --porcelain: the content is stored, the index is as before
TEXT
