#!/usr/bin/env bash
# Claude Code 2.1.332 (npm), headless, against a scripted model on loopback.
#
# Expected: of two PreToolUse hooks that both answer with `updatedInput`, the one that is listed first or last decides,
# as an order in a file suggests; or the second one is given the input that the first one has changed.
# Seen: all hooks of an event get the model's own input and run at once, and the `updatedInput` of the hook that ENDS
# last is the one that runs. Here the hook that is listed first sleeps for two seconds, and its command runs; with the
# sleep in the other one, the other command runs. Two rewriting hooks thus undo each other by their speed.
#
# Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @anthropic-ai/claude-code@2.1.332 >/dev/null
claude=$(find node_modules/@anthropic-ai -name claude -type f | head -n 1)

# The model: one call of Bash, then the end.
cat >model.cjs <<'JS'
const fs = require("node:fs");
const http = require("node:http");

const MESSAGE = {
  id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

function eventsOf(isCall) {
  const input = JSON.stringify({ command: "echo asked", description: "d" });
  const [block, delta] = isCall
    ? [{ type: "tool_use", id: "toolu_1", name: "Bash", input: {} }, { type: "input_json_delta", partial_json: input }]
    : [{ type: "text", text: "" }, { type: "text_delta", text: "done" }];
  return [
    { type: "message_start", message: MESSAGE },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: "message_stop" },
  ];
}

const server = http.createServer((request, response) => {
  let body = "";
  request.on("data", (data) => (body += data));
  request.on("end", () => {
    const { messages = [], tools = [], stream } = JSON.parse(body || "{}");
    if (!stream) return response.end(JSON.stringify({ ...MESSAGE, content: [{ type: "text", text: "x" }] }));
    const isAnswered = messages.some(({ content }) =>
      Array.isArray(content) && content.some(({ type }) => type === "tool_result"));
    response.setHeader("content-type", "text/event-stream");
    for (const event of eventsOf(!isAnswered && tools.some(({ name }) => name === "Bash")))
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
});
server.listen(0, "127.0.0.1", () => fs.writeFileSync("port", String(server.address().port)));
JS
node model.cjs &
until [ -s port ]; do sleep 0.1; done

cat >hook.sh <<'SH'
cat >/dev/null
sleep "$2"
echo "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\",\"updatedInput\":{\"command\":\"echo $1 > $PWD/ran\",\"description\":\"d\"}}}"
SH

run() {
  local home=$folder/home-$1-$2
  mkdir -p "$home/.claude" "$home/project"
  cat >"$home/.claude/settings.json" <<JSON
{ "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [
  { "type": "command", "command": "bash $folder/hook.sh first $1" },
  { "type": "command", "command": "bash $folder/hook.sh second $2" } ] } ] } }
JSON
  (cd "$home/project" && env -i PATH="$PATH" HOME="$home" ANTHROPIC_API_KEY=none DISABLE_AUTOUPDATER=1 \
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 ANTHROPIC_BASE_URL="http://127.0.0.1:$(cat "$folder/port")" \
    timeout 120 "$folder/$claude" --print go </dev/null >/dev/null)
  echo "first sleeps $1 s, second sleeps $2 s: $(cat "$home/project/ran") ran"
}

seen=$(run 2 0; run 0 2)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
first sleeps 2 s, second sleeps 0 s: first ran
first sleeps 0 s, second sleeps 2 s: second ran
TEXT
