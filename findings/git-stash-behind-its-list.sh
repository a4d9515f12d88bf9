#!/usr/bin/env bash
# git 2.39.5: a stash after `git reflog expire --expire=now --all`, as a tool that tidies repositories runs it.
#
# Expected: `refs/stash` still names the stash, so `git stash list` shows it, or `git stash store` of the same commit
# lists it again.
# Seen: the list is empty, since it is made of the reflog alone, while the ref and the commit are there. `git stash
# store` of the commit succeeds with exit code 0 and lists nothing: the ref has this value already, so no line of the
# reflog is written. After `git update-ref -d refs/stash` the same command lists the stash again.
#
# Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com

git init -q .
echo one >file
git add file
git commit -qm one
echo two >file
git stash push -q -m work
stash=$(git rev-parse refs/stash)
git reflog expire --expire=now --all

listed() { git stash list --format=%H; }
echo "refs/stash: $(git rev-parse refs/stash), listed: $(listed | wc -l)"
[ "$(git rev-parse refs/stash)" = "$stash" ] && [ -z "$(listed)" ] || exit 1
git stash store -m work "$stash" || exit 1
echo "after git stash store: $(listed | wc -l)"
[ -z "$(listed)" ] || exit 1
git update-ref -d refs/stash
git stash store -m work "$stash"
echo "after git update-ref -d and git stash store: $(listed | wc -l)"
[ "$(listed)" = "$stash" ] || exit 1
