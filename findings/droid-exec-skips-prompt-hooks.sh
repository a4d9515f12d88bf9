#!/usr/bin/env bash
# Factory Droid 0.225.2 (npm), `droid exec`, against a scripted model on loopback.
#
# Expected: hooks run in `droid exec` as in a session at the terminal; `UserPromptSubmit`, by which a person lets a script
# add to each prompt, comes between `SessionStart` and the first request to the model. So it is in `claude --print`.
# Seen: the hooks of the session's start and end and of the turn's end run, those of `UserPromptSubmit` do not, whether
# the prompt is an argument, standard input or a file. What the script would have added is missing, without a word.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @factory/cli-linux-x64@0.225.2 >/dev/null
droid=$folder/node_modules/@factory/cli-linux-x64/bin/droid
chmod +x "$droid"

# The model: one text, and a note of whether the prompt was in the request.
cat >model.cjs <<'JS'
const fs = require("node:fs");
const http = require("node:http");

const chunk = (delta, finish_reason) =>
  `data: ${JSON.stringify({
    id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }],
  })}\n\n`;

const server = http.createServer((request, response) => {
  let body = "";
  request.on("data", (data) => (body += data));
  request.on("end", () => {
    if (body.includes("a prompt of mine")) fs.appendFileSync("ran", "the model\n");
    response.setHeader("content-type", "text/event-stream");
    response.end(chunk({ role: "assistant", content: "done" }, null) + chunk({}, "stop") + "data: [DONE]\n\n");
  });
});
server.listen(0, "127.0.0.1", () => fs.writeFileSync("port", String(server.address().port)));
JS
node model.cjs &
until [ -s port ]; do sleep 0.1; done

event() {
  echo "\"$1\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"echo $1 >>$folder/ran\" } ] } ]"
}

row() {
  local home name=$1
  shift
  home=$(mktemp -d "$folder/home-XXXX")
  mkdir -p "$home/.factory" "$home/project"
  cat >"$home/.factory/settings.json" <<JSON
{ "customModels": [ { "model": "m", "displayName": "m", "baseUrl": "http://127.0.0.1:$(cat "$folder/port")/v1",
    "apiKey": "none", "provider": "generic-chat-completion-api", "maxOutputTokens": 4000 } ],
  "hooks": { $(event SessionStart), $(event UserPromptSubmit), $(event Stop), $(event SessionEnd) } }
JSON
  rm -f "$folder/ran"
  (cd "$home/project" && echo "a prompt of mine" >prompt.txt && env -i PATH="$PATH" HOME="$home" \
    FACTORY_DISABLE_KEYRING=1 FACTORY_DROID_AUTO_UPDATE_ENABLED=0 timeout 120 "$droid" exec -m custom:m-0 "$@" \
    >/dev/null 2>&1)
  echo "$name: $(uniq "$folder/ran" | paste -sd ,)"
}

echo "a prompt of mine" >prompt.txt
seen=$(
  row "as an argument" "a prompt of mine" </dev/null
  row "on standard input" <prompt.txt
  row "in a file" -f prompt.txt </dev/null
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
as an argument: SessionStart,the model,Stop,SessionEnd
on standard input: SessionStart,the model,Stop,SessionEnd
in a file: SessionStart,the model,Stop,SessionEnd
TEXT
