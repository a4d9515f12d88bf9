#!/usr/bin/env bash
# Gemini CLI 0.61.0 (npm), the `command` of a hook in settings.json; no model is reached.
#
# Expected: the command is a line for the shell. Single quotes keep `$PLACE` as it is, a loop over PLACE sees its own
# values, and `${PLACE:-fallback}` is the fallback only if the hook's environment has no PLACE.
# Seen: Gemini CLI replaces `$PLACE` and `${PLACE:-fallback}` before the shell gets the line, as it does by its own
# documentation in any string of settings.json. If it was started with a PLACE in its environment, the quotes keep
# nothing and the loop repeats that one value: a hook works for one person and not for another, who exports a variable
# of that name. If PLACE comes from .env, the hook's environment has it, and the fallback is still written in its
# place. Forms that only the shell knows, as `${PLACE%/}`, are left to the shell.
#
# Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @google/gemini-cli@0.61.0 >/dev/null
mkdir -p home/.gemini project
cat >write-settings.cjs <<'JS'
const fs = require("node:fs");

const LINES = [
  `echo "  the shell's own: [\${PLACE%/}]"`,
  `echo '  quoted: $PLACE'`,
  `echo "  with a fallback: \${PLACE:-fallback}"`,
  `for PLACE in one two; do echo "  in a loop: $PLACE"; done`,
];
fs.writeFileSync("home/.gemini/settings.json", JSON.stringify({
  general: { maxAttempts: 1 },
  security: { auth: { selectedType: "gemini-api-key" } },
  hooks: { SessionStart: [{ hooks: [{ type: "command", command: `{ ${LINES.join("; ")}; } >ran` }] }] },
}));
JS
node write-settings.cjs
cd project
program=$folder/node_modules/@google/gemini-cli/bundle/gemini.js

# Nobody listens on port 9; the hook of the session's start runs before the model is asked.
session() {
  rm -f ran
  env -i "$@" PATH="$PATH" HOME="$folder/home" GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:9 \
    GEMINI_CLI_TRUST_WORKSPACE=true timeout -s KILL 120 node "$program" --skip-trust \
    --model gemini-2.5-flash --prompt go >/dev/null 2>&1 || true
  cat ran
}

seen=$(
  echo "no PLACE"
  session
  echo "PLACE=outer in the environment"
  session PLACE=outer
  echo "PLACE=outer in .env"
  echo PLACE=outer >.env
  session
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
no PLACE
  the shell's own: []
  quoted: $PLACE
  with a fallback: fallback
  in a loop: one
  in a loop: two
PLACE=outer in the environment
  the shell's own: [outer]
  quoted: outer
  with a fallback: outer
  in a loop: outer
  in a loop: outer
PLACE=outer in .env
  the shell's own: [outer]
  quoted: $PLACE
  with a fallback: fallback
  in a loop: one
  in a loop: two
TEXT
