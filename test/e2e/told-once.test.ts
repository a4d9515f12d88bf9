import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { GITHUB as TOKEN } from "../support/made-up.ts";
import { runSnapveil } from "../support/run.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(
  `${COMMITTED}\necho 'Use tabs.' > AGENTS.md; mkdir src; git add .; git commit -qm 'add the rules'`,
);

/** Headings of what the default profile tells. */
const HEADINGS = {
  environment: "Here is useful information",
  user: "Current user:",
  listing: "Top-level entries",
  commits: "Recent commits:",
  date: "Today's date:",
  status: "Current git status:",
  rules: "Use tabs.",
} as const;

const SESSION_TEXTS = ["environment", "user", "listing", "commits"];

async function say(agent: string, event: object): Promise<string> {
  const { stdout, exitCode } = await world.hook(["--agent", agent], event);
  expect(exitCode).toBe(0);
  return stdout;
}

/** Which of the texts the model is told. */
async function told(agent: string, event: object): Promise<string[]> {
  const said = await say(agent, event);
  return Object.entries(HEADINGS)
    .filter(([, heading]) => said.includes(heading))
    .map(([name]) => name);
}

const PROMPT = { hook_event_name: "UserPromptSubmit", prompt: "go" };
const start = (source: string) => ({ hook_event_name: "SessionStart", source });
const wordsOf = (said: string) =>
  (JSON.parse(said) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext;

describe("a conversation that keeps what it is told", () => {
  test("is told the session's texts and the prompt files once, and nothing anew where nothing changed", async () => {
    expect(await told("qoder", start("startup"))).toEqual(SESSION_TEXTS);
    expect(await told("qoder", PROMPT)).toEqual(["date", "status", "rules"]);
    expect(await told("qoder", PROMPT)).toEqual([]);
  });

  test("begins with a session of its agent, but not with one that begins with each of its turns", async () => {
    const startAgain = { event: "SessionStart", context: { working_directory: world.cwd } };
    const [first, second] = [await told("generic", startAgain), await told("generic", startAgain)];
    expect(first).toEqual(expect.arrayContaining(SESSION_TEXTS));
    expect(second).toEqual([]);
    expect(await told("qoder", start("startup"))).toEqual(SESSION_TEXTS);
    expect(await told("qoder", start("startup"))).toEqual(SESSION_TEXTS);
  });

  test("is told nothing anew by another process either: the notes are on the disk", async () => {
    const input = JSON.stringify({ session_id: "s", cwd: world.cwd, ...PROMPT });
    const ask = () => runSnapveil(["hook", "--agent", "qoder"], { env: world.env, cwd: world.cwd, input });
    expect((await ask()).stdout).toContain(HEADINGS.rules);
    expect(await ask()).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });

  test("is told the status again where it is another", async () => {
    await told("qoder", PROMPT);
    world.write("new.txt", "new");
    expect(await told("qoder", PROMPT)).toEqual(["status"]);
    expect(await told("qoder", PROMPT)).toEqual([]);
    world.sh("rm new.txt");
    expect(await told("qoder", PROMPT)).toEqual(["status"]);
  });

  test("is told a prompt file of another folder, and the known ones not again", async () => {
    await told("qoder", PROMPT);
    world.write("src/AGENTS.md", "Use semicolons.");
    world.write("src/deep/x.ts", "x");
    world.sh("git add .; git commit -qm more");
    await told("qoder", PROMPT);
    const said = await say("qoder", { ...PROMPT, cwd: join(world.cwd, "src/deep") });
    expect(said).toContain("Use semicolons.");
    expect(said).not.toContain("Use tabs.");
    expect(await told("qoder", PROMPT)).not.toContain("rules");
  });

  test("is told all of it after a summary, also in the middle of a turn, and then no more", async () => {
    await told("qoder", start("startup"));
    await told("qoder", PROMPT);
    expect(await told("qoder", start("compact"))).toEqual([...SESSION_TEXTS, "date", "status", "rules"]);
    expect(await told("qoder", PROMPT)).toEqual([]);
  });

  test("is told all of it after it was cleared", async () => {
    await told("qoder", start("startup"));
    await told("qoder", PROMPT);
    expect(await told("qoder", start("clear"))).toEqual(SESSION_TEXTS);
    expect(await told("qoder", PROMPT)).toEqual(["date", "status", "rules"]);
  });

  test.each([[["SessionEnd"]], [[]]])("knows it when it is taken up again after %j", async (events) => {
    await told("qoder", start("startup"));
    await told("qoder", PROMPT);
    for (const name of events) await say("qoder", { hook_event_name: name, reason: "other" });
    expect(await told("qoder", start("resume"))).toEqual([]);
    expect(await told("qoder", PROMPT)).not.toContain("rules");
  });

  test("does not count what came with a refusal", async () => {
    const { stdout, exitCode } = await world.hook(["--agent", "qoder"], { ...PROMPT, prompt: `use ${TOKEN}` });
    expect(exitCode).toBe(2);
    expect(stdout).toContain('"decision":"block"');
    expect(await told("qoder", PROMPT)).toContain("rules");
  });

  test("is told again by an agent that only says that it will summarize", async () => {
    const prompt = { sessionId: "s", cwd: world.cwd, timestamp: 1, prompt: "go" };
    const names = (event: string, more: object) => async () => {
      const { stdout } = await world.hook(["--agent", "copilot-cli", "--event", event], { ...more });
      return Object.entries(HEADINGS).flatMap(([name, heading]) => (stdout.includes(heading) ? [name] : []));
    };
    const prompted = names("userPromptSubmitted", prompt);
    expect(await names("sessionStart", { sessionId: "s", cwd: world.cwd, source: "startup" })()).toEqual(SESSION_TEXTS);
    expect(await prompted()).toEqual(["date", "status"]);
    expect(await prompted()).toEqual([]);
    await names("preCompact", { sessionId: "s", cwd: world.cwd, trigger: "auto" })();
    expect(await prompted()).toEqual([...SESSION_TEXTS, "date", "status"]);
    expect(await prompted()).toEqual([]);
  });

  test("is another one where its session has another name", async () => {
    await told("qoder", PROMPT);
    expect(await told("qoder", { ...PROMPT, session_id: "other" })).toContain("rules");
  });

  test("is remembered without a text, for the owner alone, and forgotten with its session", async () => {
    await told("qoder", PROMPT);
    const folder = join(world.data, "conversations");
    const [name = ""] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, name), "utf8")).not.toContain("Use tabs");
    await say("qoder", { hook_event_name: "SessionEnd", reason: "other" });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is told each time where nothing can be remembered", async () => {
    world.write(join(world.data, "conversations"), "in the way");
    expect(await told("qoder", PROMPT)).toContain("rules");
    expect(await told("qoder", PROMPT)).toContain("rules");
  });
});

describe("what an agent tells by itself", () => {
  test("Claude Code is not told the folder, the platform, the commits and a status that it begins with", async () => {
    expect(await told("claude-code", start("startup"))).toEqual(["user", "listing"]);
    expect(await told("claude-code", PROMPT)).toEqual(["rules"]);
    expect(await told("claude-code", PROMPT)).toEqual([]);
    world.write("new.txt", "new");
    expect(await told("claude-code", PROMPT)).toEqual(["status"]);
  });

  test("Claude Code is not told AGENTS.md by a release that reads it, which is where there is no CLAUDE.md", async () => {
    let sessions = 0;
    const isTold = async (release?: string) => {
      const event = { ...PROMPT, session_id: `s${(sessions += 1)}` };
      const env = release === undefined ? {} : { AI_AGENT: `claude-code_${release}_harness` };
      return (await world.hook(["--agent", "claude-code"], event, { env })).stdout.includes(HEADINGS.rules);
    };
    expect(await isTold()).toBe(true);
    expect(await isTold("2-1-331")).toBe(true);
    expect(await isTold("2-1-332")).toBe(false);
    expect(await isTold("2-2-0")).toBe(false);
    world.write("CLAUDE.md", "");
    expect(await isTold("2-1-332")).toBe(false);
    for (const file of ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"]) {
      world.write(file, "Other rules.");
      expect(await isTold("2-1-332"), file).toBe(true);
      world.sh(`rm ${file}`);
    }
    const env = { AI_AGENT: "claude-code_2-1-332_harness", HOME: join(world.cwd, "..", "..") };
    world.write(join(env.HOME, ".claude/CLAUDE.md"), "Rules of the user's.");
    expect((await world.hook(["--agent", "claude-code"], { ...PROMPT, session_id: "own" }, { env })).stdout).toBe("");
  });

  test("is told all the same where the user names it", async () => {
    world.configure({ builtins: { session_start: ["add_environment_info"], turn_start: ["add_git_status"] } });
    expect(await told("claude-code", start("startup"))).toEqual(["environment", "user", "listing"]);
    expect(await told("claude-code", PROMPT)).toContain("status");
  });

  test("Codex reads AGENTS.md in the worktree, and no file of that name in the home folder", async () => {
    expect(await told("codex", PROMPT)).not.toContain("rules");
    world.write("~/AGENTS.md", "Use tabs.");
    expect(await told("codex", { ...PROMPT, session_id: "t" })).toContain("rules");
    world.configure({ builtins: { turn_start: [["add_prompt_files", "AGENTS.md"]] } });
    expect(wordsOf(await say("codex", { ...PROMPT, session_id: "u" }))).toContain(`from: ${world.cwd}/AGENTS.md\n`);
  });
});

describe("a conversation that keeps nothing", () => {
  test("of docker-agent is told each time", async () => {
    for (const _ of [1, 2]) {
      expect(await told("docker-agent", { hook_event_name: "session_start" })).toEqual(SESSION_TEXTS);
      expect(await told("docker-agent", { hook_event_name: "turn_start" })).toEqual(["date", "status", "rules"]);
    }
  });

  test("of OpenCode is told the session's texts with each prompt", async () => {
    const prompt = { hook_event_name: "chat.message", prompt: "go" };
    for (const _ of [1, 2])
      expect(await told("opencode", prompt)).toEqual(["environment", "user", "listing", "commits", "status"].slice(1));
  });
});

describe("how much is told", () => {
  const many = () =>
    world.sh("for i in $(seq 1000 2500); do echo > src/a-file-with-some-name-$i.txt; done; git add -N .");

  test("a status is at most 2 KB of whole lines, and the rest is counted", async () => {
    many();
    const said = wordsOf(await say("qoder", PROMPT));
    const status = said.slice(said.indexOf("Current git status"), said.indexOf("\n\nInstructions"));
    expect(Buffer.byteLength(status)).toBeLessThanOrEqual(2048);
    const shown = status.split("\n").filter((line) => line.startsWith(" A "));
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.every((line) => /^ A src\/a-file-with-some-name-\d{4}\.txt$/.test(line))).toBe(true);
    expect(status).toContain(`... and ${1501 - shown.length} more`);
  });

  test("all texts of an event together have 9,000 characters, and the longest are cut and say so", async () => {
    many();
    world.write("AGENTS.md", `${"A rule of the house.\n".repeat(1000)}THE END\n`);
    world.write("~/AGENTS.md", `Mine: short.\n`);
    const said = wordsOf(await say("qoder", PROMPT));
    expect(said.length).toBeLessThanOrEqual(9000);
    expect(said.length).toBeGreaterThan(8500);
    expect(said).toContain("Mine: short.");
    expect(said).toContain(`Instructions from: ${world.cwd}/AGENTS.md\nA rule`);
    expect(said).toMatch(/A rule of the house\.\n\.\.\. \(\d{5} characters more/);
    expect(said).not.toContain("THE END");
  });

  test("a builtin that a line names in place of docker-agent's own says what that one says, each time", async () => {
    many();
    world.write("AGENTS.md", `${"A rule of the house.\n".repeat(1000)}THE END\n`);
    for (const _ of [1, 2]) {
      const event = { hook_event_name: "turn_start" };
      expect((await world.hook(["add_prompt_files", "AGENTS.md"], event)).stdout).toContain("THE END");
      expect((await world.hook(["add_git_status"], event)).stdout.length).toBeGreaterThan(4096);
    }
  });
});
