#!/usr/bin/env bash
# parse-git-config 3.0.0 (npm), by which tools read .git/config without git; compared with `git config` of git 2.39.5.
#
# Expected: a file of settings is read as git reads it: quotes keep a `#`, a comment behind the value is none of it, a
# line that ends with a backslash goes on, and a key that stands twice, as `fetch` of a remote often does, has two
# values.
# Seen: each of the four is right as long as nothing else comes to it. A quoted value with `#` and a comment behind it
# ends at the first `#`, its opening quote left in front; a continued value ends at the backslash, and the rest of it is
# a key of its own; of a key that stands twice the last value is left. No error says so.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder" GIT_CONFIG_NOSYSTEM=1
npm install --silent --no-audit --no-fund --ignore-scripts parse-git-config@3.0.0 >/dev/null

row() {
  printf '%s\n' "$@" >config
  local js='console.log(JSON.stringify(require("parse-git-config").sync({ path: "config" })))'
  echo "parse-git-config: $(node -e "$js") | git: $(git config -f config --list | paste -sd ' ')"
}

seen=$(
  row '[core]' 'excludesFile = "~/list #1"'
  row '[core]' 'excludesFile = "~/list #1" ; mine'
  row '[alias]' 'look = log \' '--oneline'
  row '[remote "origin"]' 'fetch = one' 'fetch = two'
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
parse-git-config: {"core":{"excludesFile":"~/list #1"}} | git: core.excludesfile=~/list #1
parse-git-config: {"core":{"excludesFile":"\"~/list"}} | git: core.excludesfile=~/list #1
parse-git-config: {"alias":{"look":"log \\","--oneline":true}} | git: alias.look=log --oneline
parse-git-config: {"remote \"origin\"":{"fetch":"two"}} | git: remote.origin.fetch=one remote.origin.fetch=two
TEXT
