#!/usr/bin/env bash
# Factory Droid 0.225.2 (npm), hooks in `.factory/hooks.json` and in `.factory/settings.json`; no model is reached.
#
# Expected: both files are read in one way: the object `hooks` of settings.json, with its events, can be moved into
# hooks.json as it is, and hooks of both files run, as hooks of the home folder and of the project do.
# Seen: hooks.json has no object `hooks`: its events are the outermost keys, and an object `hooks` in it is passed over
# without a word to the person. An event in hooks.json replaces that event of the settings.json beside it, while other
# events of settings.json still run. An empty list is enough: an event whose last hook was taken out of hooks.json is
# off in both files.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @factory/cli-linux-x64@0.225.2 >/dev/null
droid=$folder/node_modules/@factory/cli-linux-x64/bin/droid
chmod +x "$droid"

# Nobody listens on port 9; the hook of the session's start runs before the model is asked.
MODEL='"customModels": [ { "model": "m", "displayName": "m", "baseUrl": "http://127.0.0.1:9/v1", "apiKey": "none",
  "provider": "generic-chat-completion-api", "maxOutputTokens": 4000 } ]'

events() {
  echo "\"$1\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"echo $2 >>$folder/ran\" } ] } ]"
}

row() {
  local home
  home=$(mktemp -d "$folder/home-XXXX")
  mkdir -p "$home/.factory" "$home/project"
  echo "{ $MODEL, \"hooks\": { $2 } }" >"$home/.factory/settings.json"
  [ -z "$3" ] || echo "$3" >"$home/.factory/hooks.json"
  : >"$folder/ran"
  (cd "$home/project" && env -i PATH="$PATH" HOME="$home" FACTORY_DISABLE_KEYRING=1 FACTORY_DROID_AUTO_UPDATE_ENABLED=0 \
    timeout 120 "$droid" exec -m custom:m-0 go </dev/null >/dev/null 2>&1) || true
  echo "$1: $(sort "$folder/ran" | paste -sd ' ')"
}

seen=$(
  row "settings.json alone" "$(events SessionStart settings)" ""
  row "hooks.json with an object hooks" "" "{ \"hooks\": { $(events SessionStart file) } }"
  row "hooks.json with outermost events" "" "{ $(events SessionStart file) }"
  row "both, one event" "$(events SessionStart settings)" "{ $(events SessionStart file) }"
  row "both, two events" "$(events SessionStart settings)" "{ $(events SessionEnd file) }"
  row "both, an empty list in hooks.json" "$(events SessionStart settings)" '{ "SessionStart": [] }'
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
settings.json alone: settings
hooks.json with an object hooks: 
hooks.json with outermost events: file
both, one event: file
both, two events: file settings
both, an empty list in hooks.json: 
TEXT
