#!/usr/bin/env bash
# @modelcontextprotocol/sdk 1.32.2 (npm): an MCP server over stdio whose client has gone.
#
# Expected: when the client closes the server's standard input, by which a stdio client ends a server, `onclose` of the
# server is called. The types of the package describe it as called when the connection is closed for any reason.
# Seen: nobody is told. The client in the same package closes that stream and then waits; the server's transport listens
# for data and errors only, so `onclose` comes when the program itself calls `close()`, and a server that holds a timer,
# a watcher or a socket stays until it gets a signal. The last row is what helps: to close at the end of the input.
#
# Exits 1 if a row below changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @modelcontextprotocol/sdk@1.32.2 >/dev/null

cat >server.mjs <<'JS'
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const server = new Server({ name: "n", version: "1" }, { capabilities: {} });
const watcher = setInterval(() => {}, 1000);
server.onclose = () => {
  process.stderr.write("closed");
  clearInterval(watcher);
};
if (process.argv[2] === "listen") process.stdin.once("end", () => void server.close());
await server.connect(new StdioServerTransport());
JS

# Each client asks once, reads the answer, and ends the input. The server then has five seconds.
cat >client.mjs <<'JS'
import { spawn } from "node:child_process";
import { once } from "node:events";

const clientInfo = { name: "n", version: "1" };
const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
for (const word of ["plain", "listen"]) {
  const server = spawn(process.execPath, ["server.mjs", word]);
  let told = "not told";
  server.stderr.on("data", (text) => (told = String(text)));
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await once(server.stdout, "data");
  server.stdin.end();
  const patience = setTimeout(() => server.kill(), 5000);
  const [, signal] = await once(server, "close");
  clearTimeout(patience);
  console.log(`${word}: ${told}, ${signal === null ? "ended by itself" : "ended by a signal"}`);
}
JS

seen=$(node client.mjs)
echo "$seen"
diff <(echo "$seen") - <<'TEXT' || exit 1
plain: not told, ended by a signal
listen: closed, ended by itself
TEXT
