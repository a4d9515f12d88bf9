#!/usr/bin/env bash
# jsonc-parser 3.3.1 (npm), which edits settings files that hold comments.
#
# Expected: `modify` leaves a comment with the line it stands on, and what it makes of a valid file can be read again by
# the same options, here `allowTrailingComma`.
# Seen: a property is added or removed between the one before it and that one's comment. The comment on the last line
# then belongs to the new property, and the comment of a removed last property belongs to the one above; that one's own
# comment is gone. The only property of an object is removed without its trailing comma, and the comma alone is refused.
# Of a key that stands there twice, `parse` reads the last and `modify` sets the first, so that a value that was just
# written is not the one that is read.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . jsonc-parser@3.3.1 >/dev/null

cat >edit.cjs <<'JS'
const { applyEdits, modify, parse, printParseErrorCode } = require("jsonc-parser");

const ROWS = [
  ["add b", '{\n  "a": 1 // of a\n}', "b", 2],
  ["remove b", '{\n  "a": 1, // of a\n  "b": 2 // of b\n}', "b", undefined],
  ["remove a", '{\n  "a": 1,\n}', "a", undefined],
  ["set a to 3", '{\n  "a": 1,\n  "a": 2\n}', "a", 3],
];

for (const [title, text, key, value] of ROWS) {
  const edits = modify(text, [key], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  const errors = [];
  const edited = applyEdits(text, edits);
  const read = parse(edited, errors, { allowTrailingComma: true });
  console.log(`${title}: ${edited.replaceAll(/\n */g, " ")}`);
  console.log(`  ${JSON.stringify(read)} ${errors.map(({ error }) => printParseErrorCode(error)).join(" ")}`.trimEnd());
}
JS

seen=$(node edit.cjs)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
add b: { "a": 1, "b": 2 // of a }
  {"a":1,"b":2}
remove b: { "a": 1 // of b }
  {"a":1}
remove a: { , }
  {} ValueExpected
set a to 3: { "a": 3, "a": 2 }
  {"a":2}
TEXT
