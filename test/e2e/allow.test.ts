import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { AGENTS, called, printed } from "../support/legs.ts";
import { GITHUB as TOKEN } from "../support/made-up.ts";
import { KEY, missing, snapveilOn } from "../support/pseudo-terminal.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q");
const SETTINGS = "~/.config/snapveil/config.jsonc";

/** On a terminal; answers the question, where there is one, with the id that it shows or with another text. */
async function allow(words: readonly string[], answer?: string): Promise<string> {
  const terminal = snapveilOn(["allow", ...words], { env: world.env, cwd: world.cwd, columns: 250, rows: 60 });
  if (answer !== undefined) {
    await terminal.shows("to let it pass:");
    const [, id = ""] = /Type its id, (\w+), to let it pass:/.exec(terminal.output) ?? [];
    terminal.press(answer === "id" ? id : answer, KEY.enter);
  }
  await terminal.ends();
  return terminal.output;
}

/** What the whole default profile says of a call. */
async function judged(tool: string, input: object, more: { cwd?: string; agent?: string; event?: string } = {}) {
  const { agent = "claude-code", event = "PreToolUse", cwd = world.cwd } = more;
  const { stdout } = await world.hook(["--agent", agent], {
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
    cwd,
  });
  const { hookSpecificOutput: said = {} } = JSON.parse(stdout || "{}") as { hookSpecificOutput?: Said };
  return { verdict: said.permissionDecision, reason: said.permissionDecisionReason ?? "", stdout };
}

interface Said {
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
}

describe.skipIf(missing !== undefined)("snapveil allow", () => {
  test.each(AGENTS)("%s: what was refused passes, and only that", async (agent) => {
    const [tool, input] =
      agent === "codex"
        ? ["apply_patch", { command: `*** Begin Patch\n*** Add File: a.env\n+T=${TOKEN}\n*** End Patch` }]
        : ["write_file", { file_path: "a.env", content: `T=${TOKEN}\n` }];
    expect((await called(agent, input as { command: string }, world, tool as string)).verdict).toMatch(/ask|deny/);
    const shown = await allow(["--last"], "id");
    expect(shown).toMatch(/github-token gh…o3 \(40 characters\) in (?:content|command), line/);
    expect(shown).toContain("It passes from the next event on.");
    expect(shown).not.toContain(TOKEN);
    const { verdict, input: rewritten } = await called(agent, input as { command: string }, world, tool as string);
    expect({ verdict, rewritten }).toEqual({ verdict: undefined, rewritten: undefined });
    const other = TOKEN.replace("ghp_Zk3", "ghp_Zk4");
    expect((await called(agent, { command: `echo ${other}` }, world)).stdout).not.toBe("");
    expect(world.read(SETTINGS)).toMatch(/^\{\s+"allow": \[\s+"hmac:[0-9a-f]{24}:[0-9a-f]{32} github-token 20/);
    expect(world.read(SETTINGS)).not.toContain(TOKEN);
    expect(statSync(world.at(SETTINGS)).mode & 0o777).toBe(0o600);
  });

  test("what was taken out of an output passes, by its id, and the settings file keeps what it holds", async () => {
    world.write(SETTINGS, '{\n  // mine\n  "titles": false, // too\n  "allow": ["docs/**"]\n}\n');
    expect((await printed("docker-agent", `it is ${TOKEN}`, world)).output).toBe("it is [REDACTED]");
    const { entries } = await world.json<{ entries: { id: string }[] }>(["log"]);
    await allow([entries[0]!.id.slice(0, 6)], "id");
    expect((await printed("docker-agent", `it is ${TOKEN}`, world)).output).toBeUndefined();
    expect(world.read(SETTINGS)).toMatch(
      /^\{\n {2}\/\/ mine\n {2}"titles": false, \/\/ too\n {2}"allow": \["docs\/\*\*", "hmac:/,
    );
  });

  test("what is allowed is said to be, is not offered again, and can be taken back", async () => {
    const command = "git push --force origin main";
    world.write(SETTINGS, '{\n  // mine\n  "destructive": { "allow": ["mine"] }\n}\n');
    await judged("Bash", { command });
    const { entries } = await world.json<{ entries: { id: string }[] }>(["log"]);
    const { id } = entries[0]!;
    const said = async (...words: string[]) => (await world.snapveil(words)).stdout;
    expect(await said("explain", "--last")).toMatch(
      new RegExp(`To let it pass from now on, .*snapveil allow ${id}\n$`),
    );
    expect(await allow(["--last"], "id")).toContain(`To take that back: snapveil allow --remove ${id}`);
    const since = `llowed since ${new Date().toISOString().slice(0, 10)} by `;
    const back = `snapveil allow --remove ${id}`;
    for (const words of [["explain", "--last"], ["log"], ["allow"], ["allow", "--remove"]]) {
      const text = await said(...words);
      expect(text).toContain(since);
      expect(text).toContain(back);
      expect(text).not.toMatch(/let it pass|snapveil allow (?!--remove)/);
    }
    const again = await allow([id]);
    expect(again).toContain(since);
    expect(again).not.toContain("Type its id");
    expect(await said("allow", "--remove", id.slice(0, 6))).toContain("is judged again from the next event on");
    expect(world.read(SETTINGS)).toBe('{\n  // mine\n  "destructive": { "allow": ["mine"] }\n}\n');
    expect((await judged("Bash", { command })).verdict).toBe("deny");
    expect(await said("allow", "--remove", id)).toContain("Nothing was allowed");
    expect(await said("allow", "--remove")).toContain("Nothing in the log is allowed now.");
  });

  test("a settings file in YAML takes it, too", { tags: ["long"] }, async () => {
    const file = world.write("~/.config/snapveil/config.yaml", "# mine\ntitles: false\n");
    await called("claude-code", { file_path: "a", content: TOKEN }, world, "Write");
    await allow(["--last"], "id");
    expect(readFileSync(file, "utf8")).toMatch(/^# mine\ntitles: false\nallow:\n {2}- "?hmac:/);
    expect((await called("claude-code", { file_path: "a", content: TOKEN }, world, "Write")).stdout).toBe("");
    await world.snapveil(["allow", "--last", "--remove"]);
    expect((await called("claude-code", { file_path: "a", content: TOKEN }, world, "Write")).verdict).toBe("ask");
  });

  test("a no changes nothing", async () => {
    await called("claude-code", { file_path: "a", content: TOKEN }, world, "Write");
    for (const answer of ["y", ""]) expect(await allow(["--last"], answer)).toContain("Nothing was changed.");
    expect((await called("claude-code", { file_path: "a", content: TOKEN }, world, "Write")).verdict).toBe("ask");
  });

  test("a command that destroys passes in its folder, as it is", async () => {
    const command = "git push --force origin main";
    world.sh("mkdir sub");
    const refused = await judged("Bash", { command });
    expect(refused.verdict).toBe("deny");
    expect(refused.reason).toContain("snapveil allow --last");
    expect(await allow(["--last"], "id")).toMatch(/destructive\.allow: hmac:/);
    expect((await judged("Bash", { command })).verdict).toBeUndefined();
    expect((await judged("Bash", { command: `${command}:main` })).verdict).toBe("deny");
    expect((await judged("Bash", { command }, { cwd: world.at("sub") })).verdict).toBe("deny");
  });

  test("what the settings name under deny does not, and says so", async () => {
    world.configure({ destructive: { deny: ["npm publish"] } });
    const { reason, verdict } = await judged("Bash", { command: "npm publish" });
    expect({ verdict, reason }).toEqual({
      verdict: "deny",
      reason: expect.stringContaining("Only the person can let it pass."),
    });
    expect(reason).not.toContain("allow --last");
    expect(await allow(["--last"])).toContain("no line of the settings would let this pass");
  });

  test.each([
    ["deny", "helm uninstall prod", "helm uninstall"],
    ["ask", "npm publish", "npm publish"],
  ])("a list %s of the project names its file, and no allow that would not help: %s", async (list, command, entry) => {
    world.write(".snapveil.jsonc", JSON.stringify({ destructive: { [list]: [entry] } }));
    const { verdict, stdout } = await judged("Bash", { command });
    expect(verdict).toBe(list);
    expect(stdout).not.toContain('allow\\": [');
    const { systemMessage } = JSON.parse(stdout) as { systemMessage: string };
    if (list === "deny")
      expect(systemMessage).toContain(`in ${world.at(".snapveil.jsonc")} names "${entry}": only a change of that file`);
  });

  test.each(["ask", "deny"])("the settings may name it under %s alone", async (verdict) => {
    world.configure({ destructive: { [verdict]: ["npm publish"] } });
    expect((await judged("Bash", { command: "npm publish" })).verdict).toBe(verdict);
    expect((await judged("Bash", { command: "npm test" })).verdict).toBeUndefined();
  });

  test("a commit with a secret passes", async () => {
    world.write("leak.js", `const t = "${TOKEN}";\n`);
    world.sh("git add leak.js");
    expect((await judged("Bash", { command: "git commit -m x" })).reason).toContain("leak.js:1");
    await allow(["--last"], "id");
    expect((await judged("Bash", { command: "git commit -m x" })).verdict).toBeUndefined();
  });
});

test("without a terminal nothing is allowed", async () => {
  await called("claude-code", { file_path: "a", content: TOKEN }, world, "Write");
  const { stdout, stderr, exitCode } = await world.snapveil(["allow", "--last"]);
  expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  expect(stderr).toContain("for a person at a terminal");
  expect((await called("claude-code", { file_path: "a", content: TOKEN }, world, "Write")).verdict).toBe("ask");
});

test("the digests are the user's alone, and no log shows one", async () => {
  await called("claude-code", { file_path: "a", content: TOKEN }, world, "Write");
  const passes = join(world.data, "log/passes.jsonl");
  expect(statSync(passes).mode & 0o777).toBe(0o600);
  const [, digest = ""] = /hmac:\w+:(\w{32})/.exec(readFileSync(passes, "utf8")) ?? [];
  expect(digest).toHaveLength(32);
  expect(JSON.stringify(await world.json(["log"]))).not.toContain(digest);
});
