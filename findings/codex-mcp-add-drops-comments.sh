#!/usr/bin/env bash
# Codex 0.171.0 (npm), its command `codex mcp add`; no model is reached.
#
# Expected: the command adds one server to config.toml and leaves the rest of the file as a person wrote it. It says no
# more than "Added global MCP server", and comments outside the servers' tables do stay.
# Seen: every other server is written anew from what Codex understood of it. The comments above and inside its table are
# gone, and so is a key that this release does not know, which it reads past without a word. Whoever comments a setting
# out to keep it for later, or shares the file with a newer release, loses that line by adding an unrelated server.
#
# Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @openai/codex@0.171.0 >/dev/null
mkdir -p home/.codex project
cat >home/.codex/config.toml <<'TOML'
# above the model
model = "m" # beside the model

# above the server
[mcp_servers.docs] # beside the server
command = "docs" # beside the command
# args = ["--later"]
key_of_a_newer_release = 1

# above the feature
[features]
hooks = true # beside the feature
TOML
cp home/.codex/config.toml before.toml
cd project
env -i PATH="$PATH" HOME="$folder/home" timeout 120 "$folder/node_modules/.bin/codex" mcp add more -- more 2>/dev/null

seen=$(diff "$folder/before.toml" "$folder/home/.codex/config.toml" | sed 's/ $//' || true)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
4,8c4,8
< # above the server
< [mcp_servers.docs] # beside the server
< command = "docs" # beside the command
< # args = ["--later"]
< key_of_a_newer_release = 1
---
> [mcp_servers.docs]
> command = "docs"
>
> [mcp_servers.more]
> command = "more"
TEXT
