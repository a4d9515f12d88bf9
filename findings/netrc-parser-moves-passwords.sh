#!/usr/bin/env bash
# netrc-parser 3.1.6 (npm), by which command line programs keep their tokens in .netrc; compared with curl 7.88.1.
#
# Expected: to add a machine and save adds one entry, which curl then finds, and changes no other. The package keeps
# comments and blank lines, so it seems to write everything else back as it was.
# Seen: curl finds other passwords than before. To the package `#` begins a comment even within quotes, and it puts a
# blank in front: the password between the quotes is another one. Of two accounts on one machine, which curl tells apart
# by the name in the address, the second is dropped. The new machine goes to the end, behind `default`; that entry fits
# every machine and has to be the last one, so curl never uses the new password.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . netrc-parser@3.1.6 >/dev/null
cat >before <<'NETRC'
# made up
machine quoted.test login me password "#one"
machine two.test login first password two
machine two.test login second password three

default login any password four
NETRC

cat >compare.cjs <<'JS'
const { execFile } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const { promisify } = require("node:util");
const { Netrc } = require("netrc-parser");

// A proxy on loopback that answers with the name and password that curl sends.
const proxy = http.createServer((request, response) => {
  response.end(Buffer.from((request.headers.authorization ?? "").replace("Basic ", ""), "base64"));
});

async function ask(address) {
  const at = ["--proxy", `http://127.0.0.1:${proxy.address().port}`, `http://${address}/`];
  const { stdout } = await promisify(execFile)("curl", ["--silent", "--netrc-file", ".netrc", ...at]);
  return `[${stdout}]`;
}

const ADDRESSES = ["quoted.test", "first@two.test", "second@two.test", "new.test"];

proxy.listen(0, "127.0.0.1", async () => {
  fs.copyFileSync("before", ".netrc");
  const before = [];
  for (const address of ADDRESSES) before.push(await ask(address));
  const netrc = new Netrc(".netrc");
  netrc.loadSync();
  netrc.machines["new.test"] = { login: "new", password: "five" };
  netrc.saveSync();
  for (const [index, address] of ADDRESSES.entries()) console.log(address, before[index], await ask(address));
  proxy.close();
});
JS

seen=$(node compare.cjs; diff before .netrc || true)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
quoted.test [me:#one] [me: #one]
first@two.test [first:two] [first:two]
second@two.test [second:three] [second:]
new.test [any:four] [any:four]
2c2
< machine quoted.test login me password "#one"
---
> machine quoted.test login me password " #one"
4d3
< machine two.test login second password three
6a6
> machine new.test login new password five
TEXT
