#!/usr/bin/env bash
# Codex 0.171.0 (npm), `timeout` of a hook in hooks.json, asked by `codex app-server`; no model is reached.
#
# Expected: 30, 30.0 and 3e1 are the same number in JSON, and some writers of JSON put 30.0 for a whole number; or a
# refusal calls it a number.
# Seen: only the first is taken. The other two are refused as "invalid type: map, expected u64", although there is no
# map at that place, and all hooks of the file are left out, not only the one with that number.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @openai/codex@0.171.0 >/dev/null
mkdir -p home/.codex project
printf 'check_for_update_on_startup = false\n[analytics]\nenabled = false\n' >home/.codex/config.toml

cat >ask.cjs <<'JS'
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const readline = require("node:readline");

const CWD = `${__dirname}/project`;
const QUESTIONS = [
  { id: 1, method: "initialize", params: { clientInfo: { name: "n", title: "t", version: "1" } } },
  { method: "initialized" },
  { id: 2, method: "hooks/list", params: { cwds: [CWD] } },
];

async function outcomeOf(timeout) {
  const hook = `{ "type": "command", "command": "true" }`;
  fs.writeFileSync("home/.codex/hooks.json", `{ "hooks": { "Stop": [ { "hooks": [ ${hook} ] } ],
    "PreToolUse": [ { "hooks": [ ${hook.replace(" }", `, "timeout": ${timeout} }`)} ] } ] } }`);
  const codex = spawn("node_modules/.bin/codex", ["app-server"], {
    env: { PATH: process.env.PATH, HOME: `${__dirname}/home` },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const patience = setTimeout(() => codex.kill(), 120_000);
  for (const question of QUESTIONS) codex.stdin.write(`${JSON.stringify(question)}\n`);
  let outcome = "no answer";
  for await (const line of readline.createInterface({ input: codex.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id !== 2) continue;
    const { hooks, warnings } = result.data[0];
    outcome = `${hooks.length} hooks ${warnings.map((warning) => warning.match(/invalid .* u64/)?.[0]).join()}`.trim();
    break;
  }
  clearTimeout(patience);
  codex.kill();
  return outcome;
}

async function main() {
  for (const timeout of ["30", "30.0", "3e1", '"30"']) console.log(`${timeout}: ${await outcomeOf(timeout)}`);
}
main();
JS

seen=$(node ask.cjs)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
30: 2 hooks
30.0: 0 hooks invalid type: map, expected u64
3e1: 0 hooks invalid type: map, expected u64
"30": 0 hooks invalid type: string "30", expected u64
TEXT
