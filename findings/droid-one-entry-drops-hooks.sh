#!/usr/bin/env bash
# Factory Droid 0.225.2 (npm), one entry in `.factory/hooks.json` that Droid does not know; no model is reached.
#
# Expected: one measure for all that a release does not know, as in Claude Code, whose files people carry over: an event
# and a hook of an unknown type are left out, and the hooks beside them run.
# Seen: an unknown event is left out, whatever stands in it, and so are unknown keys of a hook. A hook of a type that
# Droid lacks, such as Claude Code's `prompt`, or a group without the key `hooks` takes all hooks of all events out of
# the file. Droid starts as ever and says nothing of it. The hooks of settings.json are read by the same measure.
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

run() {
  (cd "$1/project" && env -i PATH="$PATH" HOME="$1" FACTORY_DISABLE_KEYRING=1 FACTORY_DROID_AUTO_UPDATE_ENABLED=0 \
    timeout 120 "$droid" exec -m custom:m-0 go </dev/null >"$1/said" 2>&1) || true
}

row() {
  local home hooks
  home=$(mktemp -d "$folder/home-XXXX")
  mkdir -p "$home/.factory" "$home/project"
  hooks="{ \"SessionStart\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"touch $home/ran\"$3 } ] } ] $2 }"
  if [ "$4" = hooks.json ]; then
    echo "{ $MODEL }" >"$home/.factory/settings.json"
    echo "$hooks" >"$home/.factory/hooks.json"
  else
    echo "{ $MODEL, \"hooks\": $hooks }" >"$home/.factory/settings.json"
  fi
  run "$home"
  echo "$4, $1: $([ -e "$home/ran" ] && echo runs || echo "does not run")"
  if grep -qi hook "$home/said"; then echo "it says: $(cat "$home/said")"; fi
}

PROMPT=', "Stop": [ { "hooks": [ { "type": "prompt", "prompt": "Is all done?" } ] } ]'
seen=$(
  row "an unknown event" ', "Elsewhere": 5' "" hooks.json
  row "an unknown key of the hook" "" ', "once": true' hooks.json
  row "an unknown type of another hook" "$PROMPT" "" hooks.json
  row "a group of another event without hooks" ', "Stop": [ { "matcher": "*" } ]' "" hooks.json
  row "an unknown type of another hook" "$PROMPT" "" settings.json
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
hooks.json, an unknown event: runs
hooks.json, an unknown key of the hook: runs
hooks.json, an unknown type of another hook: does not run
hooks.json, a group of another event without hooks: does not run
settings.json, an unknown type of another hook: does not run
TEXT
