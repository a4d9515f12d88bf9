import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { table } from "../scripts/markdown.ts";
import { begin, hasWord, optionOf } from "./command-line.ts";
import { BENCH, BINARY, benchPlace, publish, type BenchPlace } from "./harness.ts";

begin({
  script: "bench:destructive",
  does:
    "Asks each guard about each command of destructive-commands.json as Claude Code would, and counts missed commands " +
    "and wrong refusals. No command is executed.",
  options: {
    "--peer FILE": "the program of cc-safety-net, which is not part of this project",
    "--show": "prints each error",
    "--write": "puts the tables into docs/benchmarks.md",
  },
});

const PEER = optionOf("--peer") ?? process.env["CC_SAFETY_NET"];

/**
 * The kind of a command. `catastrophic`: nobody wants its effect; `all`: somebody may want the effect; `harmless`: the
 * command destroys nothing.
 */
type Kind = "catastrophic" | "all" | "harmless";
type Row = readonly [kind: Kind, command: string, why: string];

interface Tool {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const GUARD = [BINARY, "hook", "--agent", "claude-code", "block_destructive"];
const TOOLS: readonly Tool[] = [
  { name: "snapveil `catastrophic`", argv: [...GUARD, "catastrophic", "deny"] },
  { name: "snapveil `unrecorded` (default)", argv: [...GUARD, "unrecorded", "deny"] },
  { name: "snapveil `all`", argv: [...GUARD, "all", "deny"] },
  ...(PEER === undefined
    ? []
    : ["standard", "strict", "paranoid"].map((level) => ({
        name: `cc-safety-net \`${level}\``,
        argv: [PEER, "hook", "--coding-cli"],
        env: { CC_SAFETY_NET_LEVEL: level },
      }))),
];

const rows = JSON.parse(readFileSync(join(BENCH, "destructive-commands.json"), "utf8")) as Row[];
// The working folder is in `.build` and not in a folder for temporary files, because guards allow deletions there.
const place = benchPlace(join(BENCH, "../../.build"));
const worktree = makeWorktree(place);

publish("destructive", peerVersion(), table(["tool", ...columns()], TOOLS.map(rowOf)));

function columns(): string[] {
  const count = (kind: Kind) => rows.filter((row) => row[0] === kind).length;
  return [
    `missed of ${count("catastrophic")} that nobody means:`,
    `missed of ${count("all")} that somebody may mean:`,
    `refused of ${count("harmless")} harmless:`,
  ];
}

function rowOf(tool: Tool): string[] {
  const wrong = rows.filter((row) => isRefused(tool, row[1]) === (row[0] === "harmless"));
  if (hasWord("--show"))
    for (const [kind, command] of wrong) process.stdout.write(`${tool.name}: ${kind}: ${JSON.stringify(command)}\n`);
  const count = (kind: Kind) => String(wrong.filter((row) => row[0] === kind).length);
  return [tool.name, count("catastrophic"), count("all"), count("harmless")];
}

/** Whether a guard denies, or asks about, a shell call with this command. */
function isRefused({ name, argv, env }: Tool, command: string): boolean {
  const event = { session_id: "bench", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } };
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: worktree,
    env: { ...place.env, TMPDIR: "/tmp", ...env },
    input: JSON.stringify({ ...event, cwd: worktree }),
    encoding: "utf8",
  });
  if (status !== 0 && status !== 2) throw new Error(`${name} ended with ${status} on ${command}: ${stderr}`);
  return status === 2 || /"permissionDecision":\s*"(?:deny|ask)"/.test(stdout);
}

/** Creates a repository on `main`, with another folder beside it to which a link points. */
function makeWorktree({ folder, env }: BenchPlace): string {
  const root = join(folder, "shop");
  for (const name of ["src", "dist", "packages/api", "../other-project", "../Documents"])
    mkdirSync(join(root, name), { recursive: true });
  symlinkSync("../other-project", join(root, "link-out"));
  writeFileSync(join(root, "src/app.ts"), "export {};\n");
  const remote = join(folder, "remote.git");
  const author = ["-c", "user.name=bench", "-c", "user.email=bench@example.com"];
  for (const args of [
    ["init", "-q", "--bare", remote],
    ["init", "-q", "-b", "main", root],
    ["-C", root, "remote", "add", "origin", remote],
    ["-C", root, "add", "src"],
    ["-C", root, ...author, "commit", "-q", "-m", "first"],
    ["-C", root, "push", "-q", "-u", "origin", "main"],
  ])
    if (spawnSync("git", args, { env }).status !== 0) throw new Error(`git ${args.join(" ")} failed.`);
  return root;
}

function peerVersion(): string {
  if (PEER === undefined) return ", cc-safety-net is not here";
  return `, cc-safety-net ${spawnSync(process.execPath, [PEER, "--version"], { encoding: "utf8" }).stdout.trim()}`;
}
