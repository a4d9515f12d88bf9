#!/usr/bin/env bash
# git 2.39.5, run in a subfolder with a relative path in GIT_INDEX_FILE or GIT_OBJECT_DIRECTORY, by which a program
# takes a snapshot beside a person's own index.
#
# Expected: the path starts from the folder that the command runs in, as that of GIT_DIR does; git's page names no other
# base for it.
# Seen: the index is made at the top of the work tree, and the program finds none at the path it has set. The folder of
# objects is looked for in the subfolder and then used at the top: it has to be in both, and the one in the subfolder
# stays empty. Where it is missing there, git says that there is no repository at all. Once GIT_DIR is set too, and no
# GIT_WORK_TREE, the paths start from the subfolder.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C

# row FOLDERS VARIABLE=VALUE...: adds sub/file from sub; FOLDERS are there before.
row() {
  local folders=$1
  shift
  rm -rf tree
  git init -q tree
  mkdir -p tree/sub
  echo text >tree/sub/file
  for one in $folders; do mkdir "tree/$one"; done
  local said
  said=$(cd tree/sub && env "$@" git add file 2>&1 | head -n 1) || true
  echo "$*, folders: ${folders:-none}"
  [ -n "$said" ] || said=$(cd tree && find . -path '*/own*' -type f | sed 's/[0-9a-f]\{38\}/.../')
  echo "  $said"
}

seen=$(
  row "" GIT_INDEX_FILE=own-index
  row "" GIT_INDEX_FILE=own-index GIT_DIR=../.git
  row "own" GIT_OBJECT_DIRECTORY=own
  row "sub/own" GIT_OBJECT_DIRECTORY=own
  row "own sub/own" GIT_OBJECT_DIRECTORY=own
  row "sub/own" GIT_OBJECT_DIRECTORY=own GIT_DIR=../.git
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
GIT_INDEX_FILE=own-index, folders: none
  ./own-index
GIT_INDEX_FILE=own-index GIT_DIR=../.git, folders: none
  ./sub/own-index
GIT_OBJECT_DIRECTORY=own, folders: own
  fatal: not a git repository (or any of the parent directories): .git
GIT_OBJECT_DIRECTORY=own, folders: sub/own
  error: unable to create temporary file: No such file or directory
GIT_OBJECT_DIRECTORY=own, folders: own sub/own
  ./own/8e/...
GIT_OBJECT_DIRECTORY=own GIT_DIR=../.git, folders: sub/own
  ./sub/own/8e/...
TEXT
