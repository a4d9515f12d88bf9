#!/usr/bin/env bash
# secretlint 11.7.1 (npm) with its recommended rules, on a token that is made up here and now.
#
# Expected: `--maskSecrets`, which is on, hides the secret in a message and nothing else. The message of the rule for
# GitHub has two parts, the kind of token in parentheses and the token behind a colon; the kind is what a reader needs to
# know which page revokes the token.
# Seen: both parts are masked. The kind is a value of the message's data, as the token is, so an asterisk stands for each
# of its letters. With `--no-maskSecrets` the kind can be read, and so can the token.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "name": "n", "version": "1.0.0" }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts secretlint@11.7.1 \
  @secretlint/secretlint-rule-preset-recommend@11.7.1 >/dev/null
echo '{ "rules": [ { "id": "@secretlint/secretlint-rule-preset-recommend" } ] }' >.secretlintrc.json
node -e '
  const letters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
  const { randomInt } = require("node:crypto");
  console.log("key gh" + "p_" + Array.from({ length: 36 }, () => letters[randomInt(62)]).join(""));
' >settings.txt

row() {
  (npx --no-install secretlint settings.txt --format json "$@" || true) |
    node -e '
      const [{ messages: [{ message }] }] = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
      console.log(process.argv[1] + ": " + message.replace(/gh[p]_\w{36}|\*{40}$/, "THE TOKEN"));
    ' -- "${1:-masked}"
}

seen=$(row; row --no-maskSecrets)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
masked: found GitHub Token(*****************************): THE TOKEN
--no-maskSecrets: found GitHub Token(GitHub personal access tokens): THE TOKEN
TEXT
