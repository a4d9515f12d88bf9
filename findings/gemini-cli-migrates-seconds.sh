#!/usr/bin/env bash
# Gemini CLI 0.61.0 (npm), its command `gemini hooks migrate --from-claude`; no model is reached.
#
# Expected: a hook of Claude Code's with a time-out of 30, which counts seconds there, becomes a hook of Gemini CLI's with
# 30000, which counts milliseconds.
# Seen: the number is copied. The migration ends with "Hooks successfully migrated", and the hook that had half a minute
# is ended after 30 ms. A hook of one second, as in this script, never comes to its end any more; the session goes on.
#
# Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @google/gemini-cli@0.61.0 >/dev/null
mkdir -p home/.gemini project/.claude
echo '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }' >home/.gemini/settings.json
cat >project/.claude/settings.json <<'JSON'
{ "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", "command": "sleep 1", "timeout": 30 } ] } ] } }
JSON
cd project

# Nobody listens on port 9; the hook of the session's start runs before the model is asked.
gemini() {
  env -i PATH="$PATH" HOME="$folder/home" GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:9 \
    GEMINI_CLI_TRUST_WORKSPACE=true timeout -s KILL "$@"
}
program=$folder/node_modules/@google/gemini-cli/bundle/gemini.js
gemini 60 node "$program" hooks migrate --from-claude
gemini 40 node "$program" --skip-trust --model gemini-2.5-flash --debug --prompt go >"$folder/said" 2>&1 || true

seen=$(grep -o '"timeout": .*' .gemini/settings.json; grep -o 'Hook timed out after .*' "$folder/said" | head -n 1)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
"timeout": 30
Hook timed out after 30ms
TEXT
