#!/usr/bin/env bash
# Gemini CLI 0.61.0 (npm), its command `gemini hooks migrate --from-claude`, compared with Claude Code 2.1.332 (npm) on
# the same hooks of a session's start; no model is reached.
#
# Expected: a hook that cannot be carried over is named, or left out. The command translates names of events and tools
# within matchers, so a matcher that means something else to Gemini CLI is translated, too.
# Seen: it says "Hooks successfully migrated", and of four hooks that run in Claude Code one runs afterwards. `args` is
# dropped, so the bare command is run and fails. A matcher with alternatives, "startup|resume", is copied; Gemini CLI
# reads a matcher as an expression at tools alone and as a plain word elsewhere, so at a session's start that hook never
# runs, without a word. Even `.*` fits nothing there, while `*` fits all. A hook of the type "prompt" becomes an empty
# object.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @google/gemini-cli@0.61.0 @anthropic-ai/claude-code@2.1.332 \
  >/dev/null 2>&1
program=$folder/node_modules/@google/gemini-cli/bundle/gemini.js
claude=$(find "$PWD/node_modules/@anthropic-ai" -name claude -type f | head -n 1)
mkdir -p home/.gemini project/.claude
cat >home/.gemini/settings.json <<'JSON'
{ "general": { "maxAttempts": 1 }, "security": { "auth": { "selectedType": "gemini-api-key" } } }
JSON
cat >project/.claude/settings.json <<'JSON'
{ "hooks": {
    "SessionStart": [
      { "matcher": "startup", "hooks": [ { "type": "command", "command": "touch plain" } ] },
      { "matcher": "startup", "hooks": [ { "type": "command", "command": "touch", "args": ["with-args"] } ] },
      { "matcher": "startup|resume", "hooks": [ { "type": "command", "command": "touch alternatives" } ] },
      { "matcher": ".*", "hooks": [ { "type": "command", "command": "touch expression" } ] } ],
    "Stop": [ { "hooks": [ { "type": "prompt", "prompt": "Is all done?" } ] } ] } }
JSON
cd project

# Nobody listens on port 9; the hooks of the session's start run before the model is asked.
start() {
  env -i PATH="$PATH" HOME="$folder/home" DISABLE_AUTOUPDATER=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 \
    CLAUDE_CODE_MAX_RETRIES=0 ANTHROPIC_API_KEY=none ANTHROPIC_BASE_URL=http://127.0.0.1:9 GEMINI_API_KEY=none \
    GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:9 GEMINI_CLI_TRUST_WORKSPACE=true \
    timeout -s KILL 120 "$@" </dev/null 2>&1 || true
}
ran() {
  local name
  for name in plain with-args alternatives expression; do
    if [ -e "$name" ]; then echo "  $name"; fi
  done
  rm -f plain with-args alternatives expression
}

seen=$(
  echo "Claude Code runs"
  start "$claude" -p go >/dev/null
  ran
  start node "$program" hooks migrate --from-claude | grep -o "Hooks successfully migrated"
  echo "Gemini CLI runs"
  start node "$program" --skip-trust --model gemini-2.5-flash --prompt go >/dev/null
  ran
  node -p 'JSON.stringify(JSON.parse(fs.readFileSync(".gemini/settings.json", "utf8")).hooks.AfterAgent)'
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
Claude Code runs
  plain
  with-args
  alternatives
  expression
Hooks successfully migrated
Gemini CLI runs
  plain
[{"hooks":[{}]}]
TEXT
