#!/usr/bin/env bash
# Claude Code 2.1.332, Codex 0.171.0, Gemini CLI 0.61.0, Qwen Code 0.24.4, Copilot CLI 1.0.102 and OpenCode 1.18.33 (all
# npm): their own commands that add an MCP server, on a file that is a symbolic link; no model is reached.
#
# Expected: one way for all, since people keep such files in a repository of dotfiles, or share one among projects. Qwen
# Code, which came from Gemini CLI, does as Gemini CLI does.
# Seen: three ways. Codex, Gemini CLI and OpenCode write the file that the link leads to. Qwen Code and Copilot put a
# file in the link's place and say "added"; the file behind the link stays as it was, and nothing that is changed in it
# from then on reaches the agent. Claude Code does the first in the home folder. In a project it refuses, here although
# the link leads to a file of the same project, and asks for the path of that file, for which `claude mcp add` has no
# option.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @anthropic-ai/claude-code@2.1.332 @openai/codex@0.171.0 \
  @google/gemini-cli@0.61.0 @qwen-code/qwen-code@0.24.4 @github/copilot@1.0.102 opencode-ai@1.18.33 >/dev/null 2>&1
bin=$folder/node_modules/.bin
claude=$(find "$PWD/node_modules/@anthropic-ai" -name claude -type f | head -n 1)
opencode=$(find "$PWD/node_modules/opencode-linux-x64/bin" -name opencode -type f | head -n 1)

# Makes the given file a link to a file of the project, runs the command there, and prints what became of both.
row() {
  local file=$1 before=$2 code=0
  shift 2
  rm -rf place
  mkdir -p "place/$(dirname "$file")" place/home place/project/shared
  echo "$before" >place/project/shared/settings
  ln -s "$folder/place/project/shared/settings" "place/$file"
  (
    cd place/project
    env -i PATH="$PATH" HOME="$folder/place/home" DISABLE_AUTOUPDATER=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 \
      GEMINI_CLI_TRUST_WORKSPACE=true timeout 120 "$@" </dev/null >"$folder/said" 2>&1
  ) || code=$?
  local link=replaced behind=same
  if [ -L "place/$file" ]; then link=kept; fi
  if grep -q made-up place/project/shared/settings; then behind=written; fi
  echo "$file: exit $code, link $link, file behind $behind"
}

seen=$(
  row home/.codex/config.toml 'model = "m"' "$bin/codex" mcp add made-up -- made-up
  row home/.gemini/settings.json '{}' "$bin/gemini" mcp add --scope user made-up made-up
  row project/.gemini/settings.json '{}' "$bin/gemini" mcp add --scope project made-up made-up
  row home/.config/opencode/opencode.json '{}' "$opencode" mcp add made-up -- made-up
  row home/.qwen/settings.json '{}' "$bin/qwen" mcp add --scope user made-up made-up
  row project/.qwen/settings.json '{}' "$bin/qwen" mcp add --scope project made-up made-up
  row home/.copilot/mcp-config.json '{ "mcpServers": {} }' "$bin/copilot" mcp add made-up -- made-up
  row home/.claude.json '{}' "$claude" mcp add --scope user made-up -- made-up
  row project/.mcp.json '{}' "$claude" mcp add --scope project made-up -- made-up
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
home/.codex/config.toml: exit 0, link kept, file behind written
home/.gemini/settings.json: exit 0, link kept, file behind written
project/.gemini/settings.json: exit 0, link kept, file behind written
home/.config/opencode/opencode.json: exit 0, link kept, file behind written
home/.qwen/settings.json: exit 0, link replaced, file behind same
project/.qwen/settings.json: exit 0, link replaced, file behind same
home/.copilot/mcp-config.json: exit 0, link replaced, file behind same
home/.claude.json: exit 0, link kept, file behind written
project/.mcp.json: exit 1, link kept, file behind same
TEXT
