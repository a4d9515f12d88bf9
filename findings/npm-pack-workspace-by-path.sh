#!/usr/bin/env bash
# npm 11.19.1 (npm), `npm pack --dry-run` of one workspace, named in three ways.
#
# Expected: the package holds the same files, whether it is packed in its own folder, by `-w NAME` from the top or by
# its path from the top: it is one folder, and npm knows of each that it belongs to the workspaces.
# Seen: in its own folder and by `-w` npm also obeys the .gitignore of the top. By its path npm does not: the file that
# the top's .gitignore names is in the package. A line of the top that begins with a slash (`/notes.txt`) counts from the
# folder of each workspace, where git reads it from the top alone.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder" GIT_CONFIG_NOSYSTEM=1
npm install --silent --no-audit --no-fund --ignore-scripts --prefix tools npm@11.19.1 >/dev/null

mkdir -p top/packages/made-up
cd top
git init -q
echo '{"name":"top","version":"1.0.0","private":true,"workspaces":["packages/*"]}' >package.json
echo '{"name":"made-up","version":"1.0.0"}' >packages/made-up/package.json
printf '%s\n' '*.tmp' /notes.txt >.gitignore
touch packages/made-up/{index.js,local.tmp,notes.txt}

npm="$folder/tools/node_modules/.bin/npm"
files() {
  node -e 'const [{ files }] = Object.values(JSON.parse(require("fs").readFileSync(0)));
    console.log(files.map((file) => file.path).join(" "));'
}

seen=$(
  echo "in its folder: $(cd packages/made-up && "$npm" pack --dry-run --json 2>/dev/null | files)"
  echo "by -w: $("$npm" pack -w made-up --dry-run --json 2>/dev/null | files)"
  echo "by its path: $("$npm" pack ./packages/made-up --dry-run --json 2>/dev/null | files)"
  echo "git: $(cd packages/made-up && git ls-files --others --exclude-standard | paste -sd ' ')"
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
in its folder: index.js package.json
by -w: index.js package.json
by its path: index.js local.tmp notes.txt package.json
git: index.js notes.txt package.json
TEXT
