#!/usr/bin/env bash
# Claude Code 2.1.332 (npm), `cleanupPeriodDays` in settings.json; no model is reached.
#
# Expected: 0 is taken, since the program's own words are "Number must be greater than or equal to 0"; or else this one
# setting is left out, as a PostToolUse hook of an unknown type is.
# Seen: 0 is refused with these words, `claude doctor` adds that it must be at least 1, and the whole file is left out:
# the hook beside it, which has no fault, does not run. The PostToolUse hook of an unknown type is left out alone.
#
# Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @anthropic-ai/claude-code@2.1.332 >/dev/null
claude=$folder/$(find node_modules/@anthropic-ai -name claude -type f | head -n 1)

# Nobody listens on port 9; the hook of the session's start runs before the model is asked.
run() {
  env -i PATH="$PATH" HOME="$PWD" ANTHROPIC_API_KEY=none DISABLE_AUTOUPDATER=1 CLAUDE_CODE_MAX_RETRIES=0 \
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 ANTHROPIC_BASE_URL=http://127.0.0.1:9 \
    timeout 120 "$claude" "$@" </dev/null
}

row() {
  mkdir -p "$folder/home-$1/.claude"
  cd "$folder/home-$1"
  cat >.claude/settings.json <<JSON
{ "cleanupPeriodDays": $2, "hooks": {
  "SessionStart": [ { "hooks": [ { "type": "command", "command": "touch ran" } ] } ],
  "PostToolUse": [ { "hooks": [ { "type": "$3", "command": "true" } ] } ] } }
JSON
  run --print go >/dev/null 2>&1 || true
  echo "cleanupPeriodDays $2, a PostToolUse hook of type $3: the other hook $([ -e ran ] && echo runs || echo "does not run")"
  run doctor | grep -o -e 'Number must be .*' -e 'cleanupPeriodDays must be [^.]*' -e 'Unknown hook type [^.]*' || true
}

seen=$(row 1 1 command; row 2 0 command; row 3 1 unknown)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
cleanupPeriodDays 1, a PostToolUse hook of type command: the other hook runs
cleanupPeriodDays 0, a PostToolUse hook of type command: the other hook does not run
Number must be greater than or equal to 0
cleanupPeriodDays must be at least 1
cleanupPeriodDays 1, a PostToolUse hook of type unknown: the other hook runs
Unknown hook type "unknown"; entry ignored
TEXT
