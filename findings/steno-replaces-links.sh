#!/usr/bin/env bash
# steno 4.0.2 (npm), compared with write-file-atomic 7.0.1 and atomically 2.1.1 (npm).
#
# Expected: a settings file that is a symbolic link, as tools for dotfiles make it, stays a link when it is written
# through, as with `fs.writeFile`; the two other packages, which also write a neighbouring file and rename it, look up
# where the link leads first.
# Seen: steno renames its file over the link. The file that the link led to keeps its old text, and from then on there
# are two files where a person believes to have one.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . \
  steno@4.0.2 write-file-atomic@7.0.1 atomically@2.1.1 >/dev/null

cat >write.mjs <<'JS'
import fs from "node:fs";
import { writeFile as atomically } from "atomically";
import { Writer } from "steno";
import writeFileAtomic from "write-file-atomic";

const ROWS = {
  fs: fs.promises.writeFile,
  "write-file-atomic": writeFileAtomic,
  atomically,
  steno: (path, text) => new Writer(path).write(text),
};

for (const [name, write] of Object.entries(ROWS)) {
  fs.mkdirSync(`${name}/dotfiles`, { recursive: true });
  fs.writeFileSync(`${name}/dotfiles/settings.json`, "old");
  fs.symlinkSync("dotfiles/settings.json", `${name}/settings.json`);
  await write(`${name}/settings.json`, "new");
  const kind = fs.lstatSync(`${name}/settings.json`).isSymbolicLink() ? "link" : "file";
  console.log(`${name}: ${kind}, ${fs.readFileSync(`${name}/dotfiles/settings.json`)} text behind it`);
}
JS

seen=$(node write.mjs)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
fs: link, new text behind it
write-file-atomic: link, new text behind it
atomically: link, new text behind it
steno: file, old text behind it
TEXT
