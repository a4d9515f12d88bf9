#!/usr/bin/env bash
# @smithy/shared-ini-file-loader 4.7.2 (npm), by which AWS's SDK for JavaScript reads ~/.aws/credentials, compared with
# botocore 1.43.107 (PyPI), by which AWS's command line reads the file. All values are made up.
#
# Expected: one file holds one key for both, since both are AWS's own readers of AWS's own format.
# Seen: what stands behind a blank and `;` or `#` is a comment for JavaScript and a part of the value for Python, so a
# key with a note on its line works in one of the two alone. A colon in place of the equals sign is read by Python
# alone; for JavaScript the profile is not there.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @smithy/shared-ini-file-loader@4.7.2 >/dev/null
python3 -m venv tools
tools/bin/pip install -qqq --disable-pip-version-check botocore==1.43.107
export HOME="$folder"
cat >in-javascript.mjs <<'JS'
import { loadSharedConfigFiles } from "@smithy/shared-ini-file-loader";
const { credentialsFile } = await loadSharedConfigFiles({ filepath: "credentials", configFilepath: "none" });
console.log(JSON.stringify(credentialsFile));
JS
cat >in-python.py <<'PY'
import json
from botocore.configloader import raw_config_parse
print(json.dumps(raw_config_parse("credentials"), separators=(",", ":")))
PY

row() {
  printf '%s\n' "$@" >credentials
  echo "$* | JavaScript: $(node in-javascript.mjs) | Python: $(tools/bin/python in-python.py)"
}

seen=$(
  row '[work]' 'aws_secret_access_key = madeup'
  row '[work]' 'aws_secret_access_key = madeup ; from May'
  row '[work]' 'aws_secret_access_key = madeup # from May'
  row '[work]' 'aws_secret_access_key = made;up'
  row '[work]' 'aws_secret_access_key: madeup'
)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
[work] aws_secret_access_key = madeup | JavaScript: {"work":{"aws_secret_access_key":"madeup"}} | Python: {"work":{"aws_secret_access_key":"madeup"}}
[work] aws_secret_access_key = madeup ; from May | JavaScript: {"work":{"aws_secret_access_key":"madeup"}} | Python: {"work":{"aws_secret_access_key":"madeup ; from May"}}
[work] aws_secret_access_key = madeup # from May | JavaScript: {"work":{"aws_secret_access_key":"madeup"}} | Python: {"work":{"aws_secret_access_key":"madeup # from May"}}
[work] aws_secret_access_key = made;up | JavaScript: {"work":{"aws_secret_access_key":"made;up"}} | Python: {"work":{"aws_secret_access_key":"made;up"}}
[work] aws_secret_access_key: madeup | JavaScript: {} | Python: {"work":{"aws_secret_access_key":"madeup"}}
TEXT
