#!/usr/bin/env bash
# configstore 8.0.0 (npm), by which command line programs keep their settings in ~/.config/configstore; compared with
# conf 15.1.0 (npm) by the same author.
#
# Expected: a settings file that a person edited and that is no JSON any more (a comment, a comma too many) stays as it
# is, and the program says what is wrong with it, as conf does.
# Seen: to look at the settings is enough for the file to be emptied: configstore writes an empty text over it, reads
# no settings, and says nothing. All other settings of the file are gone as well.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder"
unset XDG_CONFIG_HOME
npm install --silent --no-audit --no-fund --ignore-scripts configstore@8.0.0 conf@15.1.0 >/dev/null
mkdir -p .config/configstore conf
cat >look.mjs <<'JS'
import Conf from "conf";
import Configstore from "configstore";
const [, , which] = process.argv;
try {
  console.log(JSON.stringify(which === "conf" ? new Conf({ cwd: "conf" }).store : new Configstore("sample").all));
} catch (error) {
  console.log(error.name);
}
JS

row() {
  echo "$1" >.config/configstore/sample.json
  echo "$1" >conf/config.json
  echo "$1 | configstore: $(node look.mjs configstore), file: $(cat .config/configstore/sample.json)"
  echo "$1 | conf: $(node look.mjs conf), file: $(cat conf/config.json)"
}

seen=$(
  row '{"colour":"red"}'
  row '{"colour":"red",}'
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
{"colour":"red"} | configstore: {"colour":"red"}, file: {"colour":"red"}
{"colour":"red"} | conf: {"colour":"red"}, file: {"colour":"red"}
{"colour":"red",} | configstore: {}, file: 
{"colour":"red",} | conf: SyntaxError, file: {"colour":"red",}
TEXT
