import { describe, expect, test } from "vitest";

import { worldOfEachTest } from "../support/temporary-world.ts";

/** A program that keeps its servers as Claude Code does, or as Codex does, and writes down how it was started. */
const AGENT = (file: string, write: string) => `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require("node:fs");
const { HOME } = process.env;
const words = process.argv.slice(2);
appendFileSync(HOME + "/started.jsonl", JSON.stringify(words) + "\\n");
const at = words.indexOf("--");
const [command, ...args] = words.slice(at + 1);
const variables = words.flatMap((word, index) => (words[index - 1] === "--env" && index < at ? [word.split("=")] : []));
const file = HOME + ${JSON.stringify(file)};
${write}
`;
const CLAUDE = AGENT(
  "/.claude.json",
  `const root = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
root.mcpServers ??= {};
if (words[1] === "remove") delete root.mcpServers.snapveil;
else if (root.mcpServers.snapveil) process.exit(1);
else root.mcpServers.snapveil = { type: "stdio", command, args, env: Object.fromEntries(variables) };
writeFileSync(file, JSON.stringify(root));`,
);
const CODEX = AGENT(
  "/.codex/config.toml",
  `const kept = existsSync(file) ? readFileSync(file, "utf8").replace(/\\[mcp_servers[\\s\\S]*/, "") : "";
const table = (name, rows) => "[" + name + "]\\n" + rows.map(([key, value]) => key + " = " + JSON.stringify(value) + "\\n").join("");
const added = table("mcp_servers.snapveil", [["command", command], ["args", args]]) + table("mcp_servers.snapveil.env", variables);
writeFileSync(file, words[1] === "remove" ? kept : kept + added);`,
);

const world = worldOfEachTest("git init -q .");
const path = () => `${world.at("~/bin")}:${world.env["PATH"]}`;
const put = (name: string, program: string) => world.write(`~/bin/${name}`, program, 0o755);
const run = (...words: string[]) => world.snapveil([...words, "--yes"], { env: { PATH: path() } });
const started = () =>
  world
    .sh("cat ~/started.jsonl 2>/dev/null || true")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as string[]);

describe.each([
  ["claude-code", "claude", CLAUDE, "~/.claude.json", '{"mine":1,"mcpServers":{}}'],
  ["codex", "codex", CODEX, "~/.codex/config.toml", 'model = "mine"\n'],
])("%s", (agent, program, source, file, before) => {
  test("registers the server by the agent's own command, once, and uninstall removes it", async () => {
    put(program, source);
    world.write(file, before);
    expect(await run("install", agent)).toMatchObject({ exitCode: 0 });
    expect(started()).toEqual([]);
    const { stdout, exitCode } = await run("install", agent, "--mcp");
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${program} mcp add `) });
    const script = `${world.data}/runtime/current/snapveil.cjs`;
    expect(started().map((words) => words.slice(-4))).toEqual([["--", expect.stringMatching(/node$/), script, "mcp"]]);
    expect(started()[0]).toContain(`SNAPVEIL_DATA_DIR=${world.data}`);
    await run("install", agent, "--mcp");
    expect(started()).toHaveLength(1);
    expect(await run("uninstall", agent)).toMatchObject({ exitCode: 0 });
    expect(world.read(file)).toBe(before);
    await run("uninstall", agent);
    expect(started()).toHaveLength(2);
  });

  test("replaces a registration with another path, and leaves a server of somebody else", async () => {
    put(program, source);
    const line = (name: string) => [`/old/${name}`, ["/old/snapveil.cjs", "mcp"]] as const;
    const registered = (command: string, args: readonly string[]) =>
      agent === "codex"
        ? `[mcp_servers.snapveil]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`
        : JSON.stringify({ mcpServers: { snapveil: { command, args } } });
    world.write(file, registered(...line("node")));
    await run("install", agent, "--mcp");
    expect(started().map(([, verb]) => verb)).toEqual(["remove", "add"]);
    const other = registered("/their/own", ["serve"]);
    world.write(file, other);
    const { stdout } = await run("install", agent, "--mcp");
    await run("uninstall", agent);
    expect(stdout).toContain("another MCP server named snapveil, which stays");
    expect([started().length, world.read(file)]).toEqual([2, other]);
  });

  test("names the command to type if the agent's program is not there", async () => {
    const { stdout, exitCode } = await run("install", agent, "--mcp");
    expect(exitCode).toBe(0);
    expect(stdout.replace(/\s+/g, " ")).toMatch(
      new RegExp(`${program} is not on PATH. To do by hand: ${program} mcp add`),
    );
  });
});

test("a dry run starts no agent, and names the command", async () => {
  put("codex", CODEX);
  const { mcp } = await world.json<{ mcp: object[] }>(["install", "codex", "--mcp", "--dry-run"]);
  expect(mcp).toMatchObject([
    { agent: "codex", action: "register", commands: [expect.arrayContaining(["codex", "add"])] },
  ]);
  expect(started()).toEqual([]);
});

test("says of which agents it does not know how, and refuses a project", async () => {
  const { stdout } = await run("install", "goose", "--mcp");
  expect(stdout.replace(/\s+/g, " ")).toMatch(/not registered with Goose.*by hand: \S*node \S*snapveil\.cjs mcp/);
  expect(await run("install", "codex", "--project", "--mcp")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("leave --project out"),
  });
});
