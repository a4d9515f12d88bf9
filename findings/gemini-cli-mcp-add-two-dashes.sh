#!/usr/bin/env bash
# Gemini CLI 0.61.0: `gemini mcp add` with `--`, and with an option that takes a list.
#
# Expected: `gemini mcp add NAME -- COMMAND ARGUMENT` registers the server, since `--` ends the options. So it is in the
# `mcp add` of Claude Code and Codex, where a command line for all three would come from. And `--include-tools`, "a
# comma-separated list", takes the one word behind it, as `-e` does.
# Seen: what follows `--` can be no command: "Not enough non-option arguments: got 1, need at least 2", exit code 1.
# Behind the command `--` is taken, and what follows it is the server's. `--include-tools LIST NAME COMMAND` fails with
# "got 0": the option takes all three words. `-e A=b NAME COMMAND` takes one.
#
# Exits 1 if that changes.
set -uo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder/home
mkdir -p "$HOME" project
echo '{"private":true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @google/gemini-cli@0.61.0 >/dev/null 2>&1 || exit 1
cd project

# Registers a server, and compares what the program says and what stands in the project's settings then.
check() {
  local says=$1 holds=$2 seen held
  shift 2
  rm -rf .gemini
  seen=$(../node_modules/.bin/gemini mcp add "$@" 2>&1 | grep -o "Not enough non-option arguments: got [0-9]\|added to project settings")
  held=$(tr -d ' \n' 2>/dev/null <.gemini/settings.json)
  echo "gemini mcp add $*: $seen ${held:-(nothing is written)}"
  [ "$seen" = "$says" ] && [ "$held" = "$holds" ]
} 2>/dev/null
few="Not enough non-option arguments: got"
check "$few 1" "" mine -- node server.js || exit 1
check "added to project settings" '{"mcpServers":{"mine":{"command":"node","args":["server.js","--port"]}}}' \
  mine node -- server.js --port || exit 1
check "$few 0" "" --include-tools search mine node server.js || exit 1
check "added to project settings" '{"mcpServers":{"mine":{"command":"node","args":["server.js"],"env":{"A":"b"}}}}' \
  -e A=b mine node server.js || exit 1
