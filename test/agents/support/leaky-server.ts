/** A server of tools (MCP, over standard input and output) with one tool, `tell`, that answers with a text. */
export function leakyServer(text: string): string {
  return `const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "leaky", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools: [{ name: "tell", description: "tells", inputSchema: { type: "object" } }] }),
  "tools/call": () => ({ content: [{ type: "text", text: ${JSON.stringify(text)} }] }),
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = answers[method]?.(params ?? {});
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: result ?? {} }));
});
`;
}
