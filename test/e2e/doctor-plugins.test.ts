// @module-tag long
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { run } from "../support/run.ts";
import { GITHUB } from "../support/made-up.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const ROOT = join(import.meta.dirname, "../..");
const world = worldOfEachTest(COMMITTED);

interface Check {
  readonly name: string;
  readonly state: string;
  readonly message: string;
}

const diagnose = async (agent: string, exitCode = 0) => {
  const how = { env: { XDG_CONFIG_HOME: world.at("~/.config") } };
  const report = await world.json<{ machine: Check[]; agents: { checks: Check[] }[] }>(
    ["doctor", agent],
    how,
    exitCode,
  );
  return report.agents.flatMap(({ checks }) => checks);
};
const install = (agent: string) => world.snapveil(["install", agent, "--yes"]);

const HOME_OF_CODEX = "~/.codex/plugins/cache/snapveil/snapveil/0.1.0";

/** What each agent writes of a plugin that was installed by its own command, as it was seen in the releases tested. */
const INSTALLED: Readonly<Record<string, () => void>> = {
  "claude-code": () => enableInClaude(true),
  codex: () => {
    world.write("~/.codex/config.toml", '[plugins."snapveil@snapveil"]\nenabled = true\n');
    copyPlugin(HOME_OF_CODEX);
  },
  "gemini-cli": () => {
    copyPlugin("~/.gemini/extensions/snapveil");
    const enabled = { snapveil: { overrides: [`${world.home}/*`] } };
    world.write("~/.gemini/extensions/extension-enablement.json", JSON.stringify(enabled));
  },
  "qwen-code": () => copyPlugin("~/.qwen/extensions/snapveil"),
  "copilot-cli": () => {
    const source = { source: "directory", path: ROOT };
    const settings = {
      enabledPlugins: { "snapveil@snapveil": true },
      extraKnownMarketplaces: { snapveil: { source } },
    };
    world.write("~/.copilot/settings.json", JSON.stringify(settings));
  },
  cursor: () => copyPlugin("~/.cursor/plugins/local/snapveil"),
  pi: () => void world.write("~/.pi/agent/settings.json", JSON.stringify({ packages: [ROOT] })),
  opencode: () =>
    void world.write("~/.config/opencode/opencode.json", JSON.stringify({ plugin: [`file://${ROOT}`, "other"] })),
};

function enableInClaude(isOn: boolean): void {
  const copy = { scope: "user", installPath: ROOT, version: "0.1.0" };
  const plugins = { version: 2, plugins: { "snapveil@snapveil": [copy] } };
  world.write("~/.claude/plugins/installed_plugins.json", JSON.stringify(plugins));
  world.write("~/.claude/settings.json", JSON.stringify({ enabledPlugins: { "snapveil@snapveil": isOn } }));
}

function copyPlugin(place: string): void {
  mkdirSync(world.at(place), { recursive: true });
  for (const name of ["dist", "hooks", "package.json"])
    cpSync(join(ROOT, name), join(world.at(place), name), { recursive: true });
}

describe.each(Object.keys(INSTALLED))("our plugin in %s", (agent) => {
  test("alone is tried, and is no fault", async () => {
    INSTALLED[agent]!();
    const checks = await diagnose(agent);
    // Codex is not there to be asked whether it trusts these. What an agent makes impossible is a warning wherever it is
    // registered.
    const AGENTS_OWN = ["codex_trust", "program_gone", "secret_in_output"];
    const odd = checks.filter(({ name, state }) => state !== "ok" && !AGENTS_OWN.includes(name));
    expect(odd).toEqual([]);
    expect(checks.filter(({ state }) => state === "broken")).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(["registered", "secret_in_arguments"]));
  });

  test("is listed among the hooks", async () => {
    INSTALLED[agent]!();
    const { hooks } = await world.json<{ hooks: { agent: string; ours: boolean; enabled: boolean }[] }>(["hooks"], {
      env: { XDG_CONFIG_HOME: world.at("~/.config") },
    });
    const own = hooks.filter((hook) => hook.agent === agent);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ ours, enabled }) => !ours || !enabled)).toEqual([]);
  });
});

test("a plugin that Codex does not trust is broken, since Codex runs nothing of it", async () => {
  INSTALLED["codex"]!();
  const line = `"${world.at(HOME_OF_CODEX)}/dist/snapveil" hook --agent codex`;
  const hooks = [{ command: line, eventName: "preToolUse", enabled: true, trustStatus: "untrusted" }];
  const answer = JSON.stringify({ id: 2, result: { data: [{ hooks }] } });
  world.write("~/bin/codex", `#!/bin/sh\ncat <<'END'\n${answer}\nEND\n`, 0o755);
  const how = { env: { PATH: `${world.at("~/bin")}:${world.env["PATH"]!}` } };
  const { agents } = await world.json<{ agents: { checks: Check[] }[] }>(["doctor", "codex"], how, 1);
  expect(agents[0]!.checks.filter(({ state }) => state === "broken")).toMatchObject([
    { name: "codex_trust", message: expect.stringContaining("does not trust 1 of its 1 hooks") },
  ]);
});

describe("a release of OpenCode", () => {
  const answering = (release: string) => {
    world.write("~/bin/opencode", `#!/bin/sh\n[ "$1" = --version ] && echo ${release}\n`, 0o755);
    return { XDG_CONFIG_HOME: world.at("~/.config"), PATH: `${world.at("~/bin")}:${world.env["PATH"]!}` };
  };
  const told = async (release: string, exitCode: number) => {
    const how = { env: answering(release) };
    const { agents } = await world.json<{ agents: { checks: Check[] }[] }>(["doctor", "opencode"], how, exitCode);
    return agents[0]!.checks.filter(({ name }) => name === "agent_release");
  };

  test.each(["plugin", "install"])("that does not load the plugin is broken, by %s", async (way) => {
    if (way === "plugin") INSTALLED["opencode"]!();
    else await world.snapveil(["install", "opencode", "--yes"], { env: answering("2.2.6") });
    expect(await told("2.2.6", 1)).toMatchObject([
      { state: "broken", message: expect.stringMatching(/release 2\.2\.6\. .* runs without snapveil: no secret/) },
    ]);
  });

  test("that loads it is fine", async () => {
    INSTALLED["opencode"]!();
    expect(await told("1.18.33", 0)).toMatchObject([{ state: "ok" }]);
  });
});

test("a plugin that is switched off serves nobody, and both are said", { tags: ["sample"] }, async () => {
  enableInClaude(false);
  const said = (await diagnose("claude-code", 1)).filter(({ state }) => state !== "ok");
  expect(said.map(({ name, state }) => [name, state])).toEqual([
    ["plugin", "warning"],
    ["registered", "broken"],
  ]);
});

test("a plugin beside what install registered is said by both commands", async () => {
  enableInClaude(true);
  const { stdout, stderr } = await install("claude-code");
  expect(stdout + stderr).toContain("claude-code also has the plugin of snapveil");
  const twice = (await diagnose("claude-code")).filter(({ name }) => name === "registered_twice");
  expect(twice).toMatchObject([{ state: "warning", message: expect.stringContaining("starts snapveil twice") }]);
});

describe("a plugin's hook beside one that install registered", () => {
  const event = { session_id: "s", hook_event_name: "UserPromptSubmit", prompt: "please" };
  const start = async (input: object) =>
    (
      await run(join(ROOT, "dist/snapveil"), ["hook", "--agent", "claude-code"], {
        env: world.env,
        cwd: world.cwd,
        input: JSON.stringify({ cwd: world.cwd, ...input }),
      })
    ).stdout;

  test("leaves the texts for the model to that one, and tells them again when it is gone", async () => {
    world.configure({ builtins: { turn_start: [["add_context", "of the turn"]] } });
    expect(await start(event)).toContain("of the turn");
    await install("claude-code");
    expect(await start({ ...event, session_id: "second" })).not.toContain("of the turn");
    expect((await world.hook(["--agent", "claude-code"], { ...event, session_id: "third" })).stdout).toContain(
      "of the turn",
    );
    await world.snapveil(["uninstall", "claude-code", "--yes"]);
    expect(await start({ ...event, session_id: "fourth" })).toContain("of the turn");
  });

  test("goes on guarding", async () => {
    await install("claude-code");
    const token = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
    const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: `echo ${token} > file` } };
    expect(await start({ session_id: "s", ...call })).toContain("contain a secret");
  });
});

test("hooks of a project's shared settings are listed, and those that are an address", async () => {
  const hook = { type: "http", url: "https://example.test/hook" };
  world.write(".claude/settings.json", JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
  const { hooks } = await world.json<{ hooks: object[] }>(["hooks"]);
  expect(hooks).toEqual([
    expect.objectContaining({ agent: "claude-code", event: "Stop", command: hook.url, ours: false }),
  ]);
});

test("another hook before tools is named, since its arguments may count in the place of ours", async () => {
  await install("claude-code");
  const file = "~/.claude/settings.json";
  const settings = JSON.parse(world.read(file)) as { hooks: { PreToolUse: object[] } };
  settings.hooks.PreToolUse.push({ matcher: "Bash", hooks: [{ type: "command", command: `rtk ${GITHUB}` }] });
  world.write(file, JSON.stringify(settings));
  const said = (await diagnose("claude-code")).filter(({ name }) => name === "other_hooks");
  expect(said).toMatchObject([
    {
      state: "warning",
      message: expect.stringMatching(/^1 other hook runs before tools: rtk \[REDACTED\] \(for Bash\) in /),
    },
  ]);
});
