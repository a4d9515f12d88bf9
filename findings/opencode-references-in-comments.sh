#!/usr/bin/env bash
# OpenCode 1.18.33 (npm), `{file:…}` in opencode.jsonc, asked by `opencode debug config`; no model is reached.
#
# Expected: what a comment says does not matter; or a reference counts wherever it stands, since it is replaced before
# the file is read as JSON. In the text of a value that only speaks of `{file:…}` the words stay.
# Seen: a comment that begins its line is left alone. A comment behind a value, and a block comment of whatever place,
# are looked through, and if the file that they name is gone, OpenCode does not start at all. A person who switches a
# setting off with `/* */` because its file is gone, or notes the old value behind the new one, thus gets an error about
# that very file. The same words in the template of a command stop every start, too, if that command stands in
# opencode.jsonc; in a command's file of its own they are a part of the prompt.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund opencode-ai@1.18.33 >/dev/null 2>&1
mkdir -p home project/.opencode/command
echo docs.md >project/there
cd project
program=$folder/node_modules/.bin/opencode

# Writes opencode.jsonc with one more line, and prints that line and what OpenCode makes of the file.
row() {
  printf '{\n  "$schema": "https://opencode.ai/config.json",\n  "share": "disabled",\n  %s\n}\n' "$1" >opencode.jsonc
  local said
  said=$(env -i PATH="$PATH" HOME="$folder/home" timeout 60 "$program" debug config 2>&1) || true
  echo "$1"
  if grep -q '"share": "disabled"' <<<"$said"; then
    echo "  starts$(grep -o -m 1 '"docs.md"\|Say {file:gone}' <<<"$said" | sed 's/^/, /')"
  else
    echo "  $(grep -o 'bad file reference: "[^"]*"' <<<"$said")"
  fi
}

seen=$(
  row '"instructions": ["{file:there}"]'
  row '// "instructions": ["{file:gone}"]'
  row '"instructions": ["{file:there}"] // was {file:gone}'
  row '/* "instructions": ["{file:gone}"] */'
  row '"command": { "ask": { "template": "Say {file:gone}" } }'
  echo 'Say {file:gone}' >.opencode/command/ask.md
  row '// the command is in .opencode/command/ask.md'
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
"instructions": ["{file:there}"]
  starts, "docs.md"
// "instructions": ["{file:gone}"]
  starts
"instructions": ["{file:there}"] // was {file:gone}
  bad file reference: "{file:gone}"
/* "instructions": ["{file:gone}"] */
  bad file reference: "{file:gone}"
"command": { "ask": { "template": "Say {file:gone}" } }
  bad file reference: "{file:gone}"
// the command is in .opencode/command/ask.md
  starts, Say {file:gone}
TEXT
