#!/usr/bin/env bash
# Gemini CLI 0.61.0 (npm), headless, with a slash command and a SessionStart hook; a server on loopback stands for the
# model and refuses each request.
#
# Expected: `gemini --prompt /hello` sends the words of the command `hello`, whether or not a hook gives context at the
# session's start. The documentation says that the context goes before the prompt, and nothing of commands.
# Seen: it goes there before Gemini CLI looks for a slash, so the prompt is no command any more. The model gets the
# context and the bare word `/hello`, and nothing is said. An empty answer of the hook leaves the command as it is.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @google/gemini-cli@0.61.0 >/dev/null
mkdir -p home/.gemini/commands project
echo 'prompt = "The words of the command."' >home/.gemini/commands/hello.toml
cat >home/.gemini/settings.json <<JSON
{ "security": { "auth": { "selectedType": "gemini-api-key" } },
  "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", "command": "cat $folder/answer.json" } ] } ] } }
JSON

cat >serve.cjs <<'JS'
const { createServer } = require("node:http");
const { appendFileSync, writeFileSync } = require("node:fs");

const refusal = JSON.stringify({ error: { code: 400, message: "no", status: "INVALID_ARGUMENT" } });
const server = createServer((request, response) => {
  request.on("data", (part) => appendFileSync("asked", part));
  request.on("end", () => response.writeHead(400, { "content-type": "application/json" }).end(refusal));
});
server.listen(0, "127.0.0.1", () => writeFileSync("port", String(server.address().port)));
JS
node serve.cjs &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
until [ -s port ]; do sleep 0.1; done

row() {
  echo "$2" >answer.json
  : >asked
  (
    cd project
    env -i PATH="$PATH" HOME="$folder/home" GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:$(cat ../port)" \
      timeout 120 ../node_modules/.bin/gemini --skip-trust --model gemini-2.5-flash --prompt /hello </dev/null
  ) >/dev/null 2>&1 || true
  echo "$1: $(grep -o -e 'The words of the command' -e '/hello' -e 'It is Monday' asked | sort -u | xargs -d '\n')"
}

context='{ "hookSpecificOutput": { "hookEventName": "SessionStart", "additionalContext": "It is Monday" } }'
seen=$(row "an empty answer" "{}"; row "an answer with context" "$context")
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
an empty answer: The words of the command
an answer with context: /hello It is Monday
TEXT
