#!/usr/bin/env bash
# Kilo Code 7.7.9 (npm), a fork of OpenCode, in a project that was set up for OpenCode; asked by `kilo debug config`, and
# no model is reached.
#
# Expected: Kilo Code reads what OpenCode reads in a project, or none of it: the file opencode.json and the folder
# .opencode, with commands and plugins, belong together.
# Seen: opencode.json counts, with its commands and plugins, and .opencode does not: neither the commands nor the plugins
# in it, nor an opencode.json in it. So one half of a team's rules holds, and the plugin that the other half names is
# not loaded, without a word. The same files count once the folder is called .kilo or, as in older releases, .kilocode.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @kilocode/cli-linux-x64@7.7.9 >/dev/null
kilo=$folder/node_modules/@kilocode/cli-linux-x64/bin/kilo

plugin() {
  echo "import { appendFileSync } from \"node:fs\";
export const Probe = async () => { appendFileSync(\"$folder/loaded\", \"plugin \"); return {}; };"
}

config() {
  echo '{ "command": { "fromfile": { "template": "hello" } }'"${1:+, \"plugin\": [ \"file://$1\" ]}"' }'
}

# Which of the project's parts Kilo Code knows: the plugin as it runs, the commands by the configuration that is printed.
row() {
  local home=$folder/home-$1
  mkdir -p "$home/project"
  cd "$home/project"
  git init -q .
  case $1 in
    opencode.json) plugin >"$home/probe.ts" && config "$home/probe.ts" >opencode.json ;;
    *)
      mkdir -p "$1/plugin" "$1/command"
      plugin >"$1/plugin/probe.ts"
      config "" >"$1/opencode.json"
      printf -- '---\ndescription: d\n---\nhello\n' >"$1/command/fromfolder.md"
      ;;
  esac
  printf 'offline=true\nfetch-retries=0\n' >"$home/.npmrc"
  rm -f "$folder/loaded"
  env -i PATH="$PATH" HOME="$home" KILO_DISABLE_AUTOUPDATE=1 KILO_DISABLE_MODELS_FETCH=1 \
    timeout 180 "$kilo" debug config >"$home/config.json" 2>/dev/null </dev/null || true
  local commands
  commands=$(grep -oE '"(fromfile|fromfolder)"' "$home/config.json" | tr -d '"' | sort -u | paste -sd ' ')
  echo "$1: $([ -e "$folder/loaded" ] && echo "plugin, " || echo "no plugin, ")${commands:-no command}"
}

seen=$(
  row opencode.json
  row .opencode
  row .kilo
  row .kilocode
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
opencode.json: plugin, fromfile
.opencode: no plugin, no command
.kilo: plugin, fromfile fromfolder
.kilocode: plugin, fromfile fromfolder
TEXT
