import { mkdirSync, readdirSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { AGENT_PROGRAMS } from "../../../../agents/programs.ts";
import { AGENT_NAMES, AGENTS, loadAgent } from "../../../../agents/registry.ts";
import { lifeOf } from "../../../../kit/process-life.ts";
import { agentsAtWork, isAtWork, noteAgentAtWork, starterOf } from "../../../../worktree/trust/agents-at-work.ts";
import { laterService, whyDetached } from "../../../../worktree/trust/detached.ts";
import { agentAbove, namesOf, requirePerson, requirePersonOrScript } from "../../../../worktree/trust/person.ts";
import { silentIo } from "../../../support/silent-io.ts";
import { worldOfEachTest } from "../../../support/temporary-world.ts";

const world = worldOfEachTest("true");
const io = (env: Record<string, string> = {}, interactive = true) => ({
  ...silentIo(world.cwd, { ...world.env, ...env }),
  interactive,
});

describe("a process is known by its program, its script and its package:", () => {
  test.each([
    [["/usr/local/bin/claude", "--continue"], "claude"],
    [["node", "/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js"], "gemini"],
    [["/usr/bin/node", "--max-old-space-size=4096", "/x/node_modules/@anthropic-ai/claude-code/cli.js"], "claude-code"],
    [["/x/node_modules/@openai/codex/vendor/x86_64/codex/codex"], "codex"],
    [["python3.12", "/home/me/.venv/bin/hermes"], "hermes"],
    [["C:\\Program Files\\claude.exe"], "claude"],
    [["-gemini"], "gemini"],
  ])("%j is %s", (words, name) => {
    expect(namesOf(words)).toContain(name);
  });

  test.each([[["bash", "claude"]], [["vim", "/src/gemini.js"]], [["less", "codex"]], [["/usr/bin/cursor"]]])(
    "%j is no agent",
    async (words) => {
      const agents = await Promise.all(AGENT_NAMES.map(loadAgent));
      const known = new Set(agents.flatMap(({ traces }) => traces?.programs ?? []));
      expect(namesOf(words).filter((name) => known.has(name))).toEqual([]);
    },
  );
});

test("every name by which a command starts an agent is a trace of it, but the names of editors", async () => {
  const missing = Object.entries(AGENT_PROGRAMS).map(async ([agent, names]) => {
    const { traces } = await loadAgent(agent);
    return names.split(" ").filter((name) => !traces?.programs.includes(name));
  });
  expect((await Promise.all(missing)).flat()).toEqual(["cursor", "qoder"]);
});

test("every agent that hooks are registered with has traces, but those inside an editor", async () => {
  const agents = await Promise.all(AGENT_NAMES.filter((name) => AGENTS[name].install).map(loadAgent));
  const without = agents.filter(({ traces }) => !traces).map(({ name }) => name);
  expect(without).toEqual(["vscode-copilot", "cline-vscode", "kiro-v3", "windsurf"]);
});

test.each([
  ["0::/system.slice/cron.service", "cron.service"],
  ["12:pids:/x\n0::/system.slice/crond.service\n", "crond.service"],
  ["0::/system.slice/anacron.service", "anacron.service"],
  ["0::/system.slice/atd.service", "atd.service"],
  ["0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-u7.service", "run-u7.service"],
  ["0::/user.slice/user-1000.slice/session-3.scope", undefined],
  ["0::/system.slice/sshd.service", undefined],
  ["0::/system.slice/my-cron.service", undefined],
  ["", undefined],
])("the control group %j runs commands later as %s", (group, service) => {
  expect(laterService(group)).toBe(service);
});

describe("of the processes above a hook the agent's is", () => {
  test.each([
    ["the first one", ["node /x/agent.js", "zsh"], 0],
    ["the one above the line's shell", ["sh -c snapveil", "my-agent", "-zsh"], 1],
    [
      "the one above our launcher",
      ["/bin/sh /d/runtime/snapveil-hook --agent codex", "sh -c x", "my-agent", "-zsh"],
      2,
    ],
    ["the one above a plugin's launcher", ["sh /p/dist/shims/snapveil hook", "my-agent"], 1],
    ["none where a person types the line", ["-zsh", "gnome-terminal-server"], undefined],
    ["none where a script of a person's runs it", ["bash try.sh", "-zsh", "sshd"], undefined],
  ])("%s", (_which, lines, at) => {
    const ancestors = lines.map((line, index) => ({ pid: 10 + index, parent: 11 + index, words: line.split(" ") }));
    expect(starterOf(ancestors)?.pid).toBe(at === undefined ? undefined : 10 + at);
  });
});

test.each(["CLAUDECODE", "GEMINI_CLI", "CODEX_SANDBOX", "CURSOR_AGENT", "AI_AGENT", "OPENCODE"])(
  "who has %s set is started by an agent",
  async (name) => {
    expect(await agentAbove(io({ [name]: "1" }))).toBe(`${name} is set`);
    await expect(requirePerson(io({ [name]: "1" }), "snapveil off")).rejects.toThrow("an agent started this");
    await expect(requirePerson(io({ [name]: "1" }, false), "snapveil prune", { terminal: false })).rejects.toThrow(
      name,
    );
  },
);

test("a person needs a terminal, and a script none while no agent works", async () => {
  await expect(requirePerson(io({}, false), "snapveil off")).rejects.toThrow("for a person at a terminal");
  await requirePerson(io(), "snapveil off");
  await requirePersonOrScript(io({}, false), "snapveil uninstall");
});

describe.skipIf(process.platform !== "linux")("an agent that runs hooks", () => {
  test("is known while it lives, and what it starts is its own", async () => {
    noteAgentAtWork({ ...io(), pid: process.pid });
    expect(agentsAtWork(io())).toEqual([process.ppid]);
    expect(isAtWork(io(), process.ppid)).toBe(true);
    expect(await agentAbove(io())).toMatch(/^a process above it runs hooks of snapveil \(.*process \d+\)$/);
    await expect(requirePersonOrScript(io({}, false), "snapveil uninstall")).rejects.toThrow("at a terminal");
  });

  test.each<[which: string, parent: number, program: string, isDetached: boolean]>([
    ["without a parent", 1, "bash", true],
    ["started into a container from outside", 0, "bash", false],
    ["below the person's systemd alone", 1, "/usr/lib/systemd/systemd", true],
  ])("has detached a process beside it that is %s, or not", (_which, parent, program, isDetached) => {
    noteAgentAtWork({ ...io(), pid: process.pid });
    const why = whyDetached({ ...io(), pid: process.pid }, [{ pid: process.pid, parent, words: [program] }]);
    expect(why).toEqual(isDetached ? expect.stringContaining(`process ${process.ppid} works`) : undefined);
  });

  test("has detached no process that began before it", () => {
    noteAgentAtWork({ ...io(), pid: process.pid });
    expect(whyDetached({ ...io(), pid: process.pid }, [{ pid: 1, parent: 1, words: ["bash"] }])).toBeUndefined();
  });

  test("is none any more once another process has its number", () => {
    mkdirSync(`${world.data}/agents-at-work`, { recursive: true });
    writeFileSync(`${world.data}/agents-at-work/${process.ppid}`, "another boot/1");
    expect(agentsAtWork(io())).toEqual([]);
    noteAgentAtWork(io());
    expect(readdirSync(`${world.data}/agents-at-work`)).toEqual([String(process.ppid)]);
    expect(lifeOf(process.ppid, process.platform)).toBeDefined();
  });
});
