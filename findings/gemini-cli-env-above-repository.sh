#!/usr/bin/env bash
# Gemini CLI 0.61.0 (npm), which reads a .env file at the start; no model is reached.
#
# Expected: the search goes upwards as far as the folder that holds .git or the home folder, and the .env of the home
# folder is read if there is none on that way; so says the documentation in the package (reference/configuration.md).
# Seen: .git does not end it. With a folder `work` that holds several repositories, the .env of `work` is read in each
# of them, instead of the one in the home folder.
#
# Exits 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @google/gemini-cli@0.61.0 >/dev/null
mkdir -p home/.gemini home/work/repository/source
GIT_CONFIG_GLOBAL=/dev/null git init -q home/work/repository
cat >home/.gemini/settings.json <<'JSON'
{ "general": { "maxAttempts": 1 }, "security": { "auth": { "selectedType": "gemini-api-key" } },
  "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", "command": "echo \"$PLACE\" >~/ran" } ] } ] } }
JSON
cd home/work/repository/source
program=$folder/node_modules/@google/gemini-cli/bundle/gemini.js

# Nobody listens on port 9; the hook of the session's start runs before the model is asked.
row() {
  echo "PLACE=$1" >"$folder/$1/.env"
  rm -f "$folder/home/ran"
  env -i PATH="$PATH" HOME="$folder/home" GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:9 \
    GEMINI_CLI_TRUST_WORKSPACE=true timeout -s KILL 120 node "$program" --skip-trust \
    --model gemini-2.5-flash --prompt go >/dev/null 2>&1 || true
  echo "with a .env in $1, that of $(cat "$folder/home/ran") is read"
}

seen=$(row home; row home/work; row home/work/repository)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
with a .env in home, that of home is read
with a .env in home/work, that of home/work is read
with a .env in home/work/repository, that of home/work/repository is read
TEXT
