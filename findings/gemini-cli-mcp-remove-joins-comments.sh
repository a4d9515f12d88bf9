#!/usr/bin/env bash
# Gemini CLI 0.61.0 (npm), its command `gemini mcp remove` on a settings.json with comments; no model is reached.
#
# Expected: the server goes from the file, and comments stay where they stand or go with it. Gemini CLI reads and keeps
# comments in that file.
# Seen: the comment above the removed server and the one behind it are written on one line. If the first is a `//` comment
# and the second a block of two lines, the block's beginning becomes a part of the line comment, and its second line
# stands bare in the file. "removed from user settings" is said, with exit code 0; every later start ends with an error,
# until a person mends the file. Below: how the next command ends.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @google/gemini-cli@0.61.0 >/dev/null

gemini() {
  env -i PATH="$PATH" HOME="$PWD/home" timeout 120 node_modules/.bin/gemini "$@" </dev/null 2>&1
}

row() {
  rm -rf home
  mkdir -p home/.gemini
  cat >home/.gemini/settings.json <<JSON
{
  "mcpServers": {
    $1
    "one": { "command": "node", "args": ["a.js"] }, $2
    "two": { "command": "node", "args": ["b.js"] }
  }
}
JSON
  gemini mcp list >/dev/null && before=good || before=bad
  gemini mcp remove --scope user one | grep -o 'removed from user settings'
  gemini mcp list >/dev/null && after=good || after=bad
  echo "before $before, after $after: $(sed -n 3,4p home/.gemini/settings.json | xargs -d '\n')"
}

block='/* until
      May */'
seen=$(row "// asked by the team" "// until May"; row "// asked by the team" "$block"; row "/* asked by the team */" "$block")
echo "$seen"
diff -b <(echo "$seen") - <<'TEXT' || exit 1
removed from user settings
before good, after good:     // asked by the team // until May     "two": {
removed from user settings
before good, after bad:     // asked by the team /* until       May */
removed from user settings
before good, after good:     /* asked by the team */ /* until       May */
TEXT
