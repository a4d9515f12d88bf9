// @module-tag long
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { runSnapveil } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

interface Check {
  name: string;
  state: "ok" | "warning" | "broken";
  message: string;
  repair?: string;
}
interface Report {
  ok: boolean;
  machine: Check[];
  agents: { agent: string; checks: Check[] }[];
}

let world: TemporaryWorld;
beforeEach(() => {
  world = temporaryWorld();
});
afterEach(() => world.remove());

async function snapveil(args: readonly string[], env: Record<string, string> = {}) {
  return runSnapveil(args, { env: { ...world.env, SHELL: "/bin/sh", ...env }, cwd: world.cwd });
}

async function install(...words: string[]): Promise<void> {
  const result = await snapveil(["install", ...words, "--yes"]);
  expect(result, result.stderr).toMatchObject({ exitCode: 0, stderr: "" });
}

/** What doctor says, with the checks that are not all right by name. */
async function diagnose(agent: string, env: Record<string, string> = {}) {
  const { stdout, stderr, exitCode } = await snapveil(["doctor", agent, "--json"], env);
  expect(stderr).toBe("");
  const report = JSON.parse(stdout) as Report;
  const checks = [...report.machine, ...report.agents.flatMap((one) => one.checks)];
  expect(exitCode).toBe(report.ok ? 0 : 1);
  expect(report.ok).toBe(checks.every(({ state }) => state !== "broken"));
  for (const { state, repair } of checks) if (state === "broken") expect(repair).toBeTruthy();
  return {
    ok: report.ok,
    odd: Object.fromEntries(checks.filter(({ state }) => state !== "ok").map((check) => [check.name, check])),
    checks,
  };
}

/** Without the warnings of what the agent itself does not let a hook do. */
const withoutLimits = (odd: Awaited<ReturnType<typeof diagnose>>["odd"]) =>
  Object.fromEntries(
    Object.entries(odd).filter(
      ([, { state, message }]) => state === "broken" || !/lets no hook change|program were gone/.test(message),
    ),
  );

const claude = () => join(world.home, ".claude/settings.json");
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));

describe("what is installed is found in order", () => {
  test.each([
    "claude-code",
    "gemini-cli",
    "qwen-code",
    "docker-agent",
    "kimi-code",
    "hermes",
    "cline",
    "auggie",
    "antigravity",
    "windsurf",
    "opencode",
  ])("%s", async (agent) => {
    await install(agent);
    const { ok, odd, checks } = await diagnose(agent);
    expect({ ok, odd: withoutLimits(odd) }).toEqual({ ok: true, odd: {} });
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["state", "runtime", "registered", "node", "clean_event", "secret_in_arguments"]),
    );
  });

  test.each(["claude-code", "codex", "docker-agent", "auggie", "antigravity", "cline"])(
    "%s with one leg alone: what the others would do is said and not missed",
    async (agent) => {
      const oddWith = async (leg: string) => {
        await install(agent, "--only", leg);
        const { odd, ok } = await diagnose(agent);
        delete odd["codex_trust"];
        expect(ok).toBe(true);
        return withoutLimits(odd);
      };
      expect(await oddWith("arguments")).toEqual({});
      const passing = await oddWith("snapshot");
      expect(Object.keys(passing)).toContain("secret_in_arguments");
      for (const { state, message } of Object.values(passing))
        expect({ state, message }).toEqual({
          state: "warning",
          message: expect.stringMatching(/starts snapshot alone: a secret in .* passes\.$/),
        });
    },
  );

  test("the lane for calls that docker-agent approves by itself is tried, and missed where it is not there", async () => {
    await install("docker-agent");
    const { checks } = await diagnose("docker-agent");
    const said = checks.map(({ message }) => message).join(" ");
    expect(said).toContain("preempt_yolo passes in silence");
    expect(said).toContain("A secret in the arguments of a tool call is refused.");
    const file = "~/.config/cagent/hooks.d/snapveil-before-1.137.yaml";
    const whole = world.read(file);
    const refusedWith = async (text: string) => {
      world.write(file, text);
      return (await diagnose("docker-agent")).odd["refused_file"];
    };
    expect(await refusedWith(whole.replace(" --event preempt_yolo", ""))).toMatchObject({
      state: "broken",
      message: expect.stringContaining("lacks --event preempt_yolo"),
    });
    expect(await refusedWith(whole.replace(/.*preempt_yolo: true\n/, ""))).toMatchObject({
      state: "broken",
      message: expect.stringContaining('no entry in it has "preempt_yolo: true"'),
    });
  });

  test("in a home and a project with blanks and quotes in their names", async () => {
    const home = join(world.tmp, 'it\'s a "home" $HOME');
    mkdirSync(home);
    for (const agent of ["claude-code", "codex", "hermes"]) {
      const env = { HOME: home, SNAPVEIL_DATA_DIR: join(home, "da ta") };
      expect(await snapveil(["install", agent, "--yes"], env)).toMatchObject({ exitCode: 0 });
      const { odd } = await diagnose(agent, env);
      delete odd["codex_trust"];
      expect(withoutLimits(odd)).toEqual({});
    }
  });

  test("nothing registered is nothing broken, unless an agent is named", async () => {
    expect(await snapveil(["doctor"])).toMatchObject({
      exitCode: 0,
      stdout: "No agent starts snapveil yet. Begin with: snapveil install\n",
    });
    const { ok, odd } = await diagnose("claude-code");
    expect({ ok, odd }).toMatchObject({
      ok: false,
      odd: { registered: { state: "broken", repair: "snapveil install claude-code" } },
    });
    expect(await snapveil(["doctor", "clod"])).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining('no agent named "clod"'),
    });
  });

  test("the words for a person name what is impossible", async () => {
    await install("qwen-code");
    const short = (await snapveil(["doctor"])).stdout;
    expect(short).toMatch(/^Nothing is broken\.\n\n\d+ checks passed\. .*: snapveil doctor -v\n$/);
    const { stdout } = await snapveil(["doctor", "-v"]);
    expect(stdout).toContain("refuses the call or the prompt instead: take a secret out of a tool's arguments");
    expect(stdout).toContain("A secret in what a tool printed is taken out.");
    expect(stdout).toMatch(/^Nothing is broken\.\n/);
  });
});

describe("what was sabotaged is found", () => {
  /** Lines as somebody writes them by hand, or as an earlier version did: they name Node and no launcher. */
  const nameNode = (node: string, before = "NODE_EXTRA_CA_CERTS= NODE_OPTIONS= ") => {
    const runtime = join(world.data, "runtime");
    const line = `${before}${node} ${join(runtime, "current/snapveil.cjs")} hook`;
    edit(claude(), (text) => text.replaceAll(join(runtime, "snapveil-hook"), line));
  };

  test("Node is gone", { tags: ["sample"] }, async () => {
    await install("claude-code");
    nameNode("/opt/gone/bin/node");
    expect(await diagnose("claude-code")).toMatchObject({
      ok: false,
      odd: {
        node: { state: "broken" },
        clean_event: { state: "broken", message: expect.stringContaining("no such program") },
      },
    });
  });

  test("Node is too old", async () => {
    const node = join(world.tmp, "other-node");
    await install("claude-code");
    nameNode(node);
    const as = (version: string) =>
      writeFileSync(
        node,
        `#!/bin/sh\n[ "$1" = --version ] && echo v${version} && exit\nexec ${process.execPath} "$@"\n`,
        { mode: 0o755 },
      );
    as("20.15.1");
    expect(await diagnose("claude-code")).toMatchObject({
      ok: false,
      odd: { node: { state: "broken", message: expect.stringContaining("is Node 20.15.1;") } },
    });
    as("20.16.0");
    expect(await diagnose("claude-code")).toMatchObject({ ok: true });
  });

  test("the copy of the program was moved", async () => {
    await install("claude-code");
    rmSync(join(world.data, "runtime"), { recursive: true });
    expect(await diagnose("claude-code")).toMatchObject({
      ok: false,
      odd: {
        runtime: { state: "broken" },
        clean_event: { state: "broken", message: expect.stringContaining("no such program") },
      },
    });
    await install("claude-code");
    expect(await diagnose("claude-code")).toMatchObject({ ok: true, odd: {} });
  });

  test("the copy is of another build", async () => {
    await install("claude-code");
    edit(join(world.data, "runtime/current/snapveil.cjs"), (text) => `${text}\n// another\n`);
    expect(await diagnose("claude-code")).toMatchObject({ ok: true, odd: { runtime: { state: "warning" } } });
  });

  test("a program of ours may not be run", async () => {
    await install("auggie");
    chmodSync(join(world.data, "runtime/wrappers/snapveil-auggie.sh"), 0o600);
    expect(await diagnose("auggie")).toMatchObject({
      ok: false,
      odd: { clean_event: { state: "broken", message: expect.stringContaining("may not be run") } },
    });
    await install("auggie");
    expect(await diagnose("auggie")).toMatchObject({ ok: true });
  });

  test("all hooks are switched off, by the environment and by the agent's own key", async () => {
    await install("claude-code");
    expect(await diagnose("claude-code", { SNAPVEIL_DISABLE: "1" })).toMatchObject({
      ok: false,
      odd: { switched_off: { message: expect.stringContaining("SNAPVEIL_DISABLE=1 IS SET") } },
    });
    world.switchOff(1);
    expect(await diagnose("claude-code")).toMatchObject({
      ok: false,
      odd: { switched_off: { message: expect.stringContaining("SNAPVEIL IS SWITCHED OFF") } },
    });
    await world.snapveil(["on"]);
    edit(claude(), (text) => text.replace("{", '{ "disableAllHooks": true,'));
    expect(await diagnose("claude-code")).toMatchObject({
      ok: false,
      odd: { switched_off: { message: expect.stringContaining("disableAllHooks") } },
    });
  });

  test("variables that slow Node down or load code, where a line lets them through", async () => {
    await install("claude-code");
    const preload = join(world.tmp, "preload.cjs");
    writeFileSync(preload, "");
    const certificates = join(world.tmp, "more.pem");
    writeFileSync(certificates, rootCertificates[0]!);
    const env = { NODE_EXTRA_CA_CERTS: certificates, NODE_OPTIONS: `--require ${preload}` };
    expect((await diagnose("claude-code", env)).odd).toEqual({});
    nameNode(process.execPath, "");
    const { odd } = await diagnose("claude-code", env);
    expect(odd).toMatchObject({ node_options: { state: "warning" } });
    if (Number(process.versions.node.split(".")[0]) < 22)
      expect(odd).toMatchObject({ certificates: { state: "warning" } });
    // What it prints is taken for an answer; this program itself is started without it.
    writeFileSync(preload, "if (process.argv.includes('hook')) console.log('loaded')");
    expect(await diagnose("claude-code", env)).toMatchObject({ ok: false, odd: { clean_event: { state: "broken" } } });
  });

  test("a login script that prints", async () => {
    await install("codex");
    const shell = join(world.tmp, "chatty");
    writeFileSync(shell, '#!/bin/sh\necho "Welcome back"\nexec /bin/sh "$@"\n', { mode: 0o755 });
    expect(await diagnose("codex", { SHELL: shell })).toMatchObject({
      ok: false,
      odd: { clean_event: { state: "broken", repair: expect.stringContaining("login script") } },
    });
  });

  test("a line that takes too long", async () => {
    await install("claude-code");
    edit(claude(), (text) =>
      text.replaceAll('"timeout": 20', '"timeout": 1').replaceAll(/"command": "/g, '"command": "sleep 2; '),
    );
    expect(await diagnose("claude-code")).toMatchObject({
      ok: false,
      odd: { clean_event: { state: "broken", message: expect.stringContaining("did not end within its 1000 ms") } },
    });
  });

  test("a line without redact_secrets, and settings without it", async () => {
    await install("claude-code", "--only", "snapshot");
    expect(await diagnose("claude-code")).toMatchObject({
      ok: true,
      odd: { secret_in_arguments: { state: "warning", message: expect.stringContaining("passes") } },
    });
    await install("claude-code");
    mkdirSync(join(world.home, ".config/snapveil"), { recursive: true });
    writeFileSync(
      join(world.home, ".config/snapveil/config.jsonc"),
      '{ "builtins": { "replace": true, "pre_tool_use": ["snapshot"] } }',
    );
    expect(await diagnose("claude-code")).toMatchObject({
      ok: true,
      odd: {
        secret_in_arguments: { state: "warning", message: expect.stringContaining("Your settings do not redact") },
      },
    });
    const { stdout } = await world.snapveil(["doctor"]);
    expect(stdout).toContain(
      "Your settings replace what runs at pre_tool_use, so block_destructive, protect_snapveil, scan_commit, " +
        "block_secret_files, and redact_secrets do not run there.",
    );
  });

  test("npx in a line, and a line by hand beside ours", async () => {
    mkdirSync(join(world.tmp, "bin"));
    writeFileSync(
      join(world.tmp, "bin/npx"),
      `#!/bin/sh\nshift 2\nexec ${process.execPath} ${join(import.meta.dirname, "../../dist/snapveil.cjs")} "$@"\n`,
      { mode: 0o755 },
    );
    mkdirSync(join(world.home, ".claude"));
    writeFileSync(
      claude(),
      JSON.stringify({
        hooks: {
          PreToolUse: [
            { hooks: [{ type: "command", command: "npx -y snapveil hook --agent claude-code", timeout: 20 }] },
          ],
        },
      }),
    );
    const env = { PATH: `${join(world.tmp, "bin")}:${world.env["PATH"]}` };
    expect(await diagnose("claude-code", env)).toMatchObject({
      ok: true,
      odd: { npx: { state: "warning" }, events: { state: "warning" } },
    });
    await install("claude-code");
    expect((await diagnose("claude-code", env)).odd).toMatchObject({
      npx: { state: "warning" },
      registered_twice: { state: "warning", message: expect.stringContaining("was not written by install") },
    });
  });

  test.each([
    ["block_destructive sometimes", "block_destructive takes"],
    ["add_dat", 'no builtin named "add_dat"'],
    ["http_post 'ftp://a.example/?a=1&b=2' 2>/dev/null", "http_post sends by https"],
    ["block_destructive all ask 2>/dev/null || true", undefined],
    ["http_post 'https://a.example/?a=1&b=2'", undefined],
    ['require_checks "$CHECK"', undefined],
  ])("a line of one's own with the arguments %s: %s", async (words, fault) => {
    const command = `snapveil hook --agent claude-code ${words}`;
    mkdirSync(join(claude(), ".."), { recursive: true });
    writeFileSync(claude(), JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } }));
    const { odd } = await diagnose("claude-code");
    if (fault === undefined) expect(odd["arguments"]).toBeUndefined();
    else
      expect(odd["arguments"]).toMatchObject({
        state: "broken",
        message: expect.stringMatching(/^The line for Stop is wrong: /),
      });
    if (fault !== undefined) expect(odd["arguments"]?.message).toContain(fault);
  });

  test("settings of no use are named by doctor, by install and in a hook", async () => {
    world.configure({ builtins: { PreToolUse: ["snapshot"], stop: [["log_events", "logs.jsonl"]] } });
    const { stdout } = await snapveil(["install", "claude-code", "--yes"]);
    const event = { hook_event_name: "Stop", session_id: "s", cwd: world.cwd };
    const hook = await runSnapveil(["hook", "--agent", "claude-code"], {
      env: world.env,
      cwd: world.cwd,
      input: JSON.stringify(event),
    });
    const doctor = (await diagnose("claude-code")).checks.map(({ message }) => message).join("\n");
    for (const said of [stdout, (JSON.parse(hook.stdout) as { systemMessage: string }).systemMessage, doctor]) {
      expect(said).toContain(
        '"builtins.PreToolUse" is not used: there is no such event (did you mean "pre_tool_use"?)',
      );
      expect(said).toContain('"builtins.stop[0]" is not used: log_events takes the path');
    }
  });

  test("two registrations: the user's and the project's, and an agent that runs another's", async () => {
    await install("claude-code");
    await install("claude-code", "--project");
    expect((await diagnose("claude-code")).odd).toMatchObject({
      registered_twice: { state: "warning", message: expect.stringContaining("twice for each event") },
    });
    const { stdout } = await snapveil(["install", "cursor", "--dry-run"]);
    expect(stdout).toMatch(/Warning: cursor also runs what \S+settings\.json registers for claude-code/);
  });

  test("a broken file, an event that was taken out, all of it taken out", async () => {
    await install("claude-code");
    const installed = readFileSync(claude(), "utf8");
    writeFileSync(claude(), installed.replace('"Stop"', '"Stopp"'));
    expect(await diagnose("claude-code")).toMatchObject({
      ok: true,
      odd: { events: { message: "Not registered: Stop." } },
    });
    writeFileSync(claude(), "{}");
    const { stdout, exitCode } = await snapveil(["doctor"]);
    expect({ stdout, exitCode }).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("nothing is registered"),
    });
    writeFileSync(claude(), installed.slice(0, -5));
    expect(await diagnose("claude-code")).toMatchObject({
      ok: false,
      odd: { configuration: { message: expect.stringContaining("not valid JSON") } },
    });
  });

  test("no place for state", async () => {
    await install("claude-code");
    const env = { SNAPVEIL_DATA_DIR: join(world.tmp, "file") };
    writeFileSync(env.SNAPVEIL_DATA_DIR, "");
    expect(await diagnose("claude-code", env)).toMatchObject({ ok: false, odd: { state: { state: "broken" } } });
  });

  test("hooks that Codex does not trust, by what Codex itself says", async () => {
    await install("codex");
    const folder = join(world.tmp, "bin");
    mkdirSync(folder);
    symlinkSync(process.execPath, join(folder, "node"));
    const codex = (trustStatus: string, warnings: readonly string[] = []) =>
      writeFileSync(
        join(folder, "codex"),
        `#!${process.execPath}
const read = (data) => String(data).trim().split("\\n").map((line) => JSON.parse(line));
const command = ${JSON.stringify(`${join(world.data, "runtime/snapveil-hook")} --agent codex`)};
process.stdin.on("data", (data) => read(data).forEach(({ id, method }) => {
  if (method === "initialize") console.log(JSON.stringify({ id, result: {} }));
  const warnings = ${JSON.stringify(warnings)};
  const hooks = warnings.length > 0 ? [] : [{ command, enabled: true, trustStatus: "${trustStatus}" }];
  if (method === "hooks/list") console.log(JSON.stringify({ id, result: { data: [{ hooks, warnings }] } }));
}));`,
        { mode: 0o755 },
      );
    const env = { PATH: `${folder}:${world.env["PATH"]}` };
    codex("untrusted");
    expect(await diagnose("codex", env)).toMatchObject({
      ok: false,
      odd: { codex_trust: { state: "broken", repair: expect.stringContaining("/hooks") } },
    });
    codex("trusted");
    expect(await diagnose("codex", env)).toMatchObject({ ok: true, odd: {} });
    codex("trusted", [
      'failed to parse hooks config /x: invalid type: string "hunter2", expected u64 at line 1 column 9',
    ]);
    const message = expect.stringContaining(
      'It says: failed to parse hooks config /x: invalid type: string "…", expected u64',
    );
    expect(await diagnose("codex", env)).toMatchObject({
      ok: false,
      odd: { codex_trust: { state: "broken", message } },
    });
  });

  test("a file that Claude Code no longer loads, by what is known of it and by what it says itself", async () => {
    await install("claude-code");
    edit(claude(), (text) => text.replace("{", '{ "model": 5,'));
    const known = { state: "broken", message: expect.stringContaining('"model" has to be a text (line 1)') };
    expect(await diagnose("claude-code")).toMatchObject({ ok: false, odd: { refused_file: known } });
    const folder = join(world.tmp, "bin");
    mkdirSync(folder);
    const says = (list: string) =>
      writeFileSync(
        join(folder, "claude"),
        `#!/bin/sh\nenv > ${join(world.tmp, "asked")}\nprintf 'Claude Code doctor\\n\\nInvalid settings\\n%s\\n\\nEnd\\n' '${list}'\n`,
        { mode: 0o755 },
      );
    const env = { PATH: `${folder}:${world.env["PATH"]}` };
    says(`- ${claude()} › model: Expected string, but received number`);
    const said = { state: "broken", message: expect.stringContaining("It says: model: Expected string") };
    expect(await diagnose("claude-code", env)).toMatchObject({
      ok: false,
      odd: { refused_file: known, own_word: said },
    });
    expect(readFileSync(join(world.tmp, "asked"), "utf8")).toContain("ANTHROPIC_BASE_URL=http://127.0.0.1:9\n");
    // An entry alone is left out, and a file that is none of ours is broken: the release on PATH loads the rest.
    says(
      `- ${claude()} › hooks.Stop: received null. This entry was ignored.\n- /x/settings.json: Invalid or malformed JSON`,
    );
    const { ok, odd } = await diagnose("claude-code", env);
    expect({ ok, names: Object.keys(odd), state: odd["refused_file"]?.state }).toEqual({
      ok: true,
      names: ["refused_file"],
      state: "warning",
    });
  });
});

test("the trial leaves nothing behind", async () => {
  await install("claude-code");
  await diagnose("claude-code");
  expect(existsSync(join(world.data, "snapshot"))).toBe(false);
  expect(existsSync(join(world.data, "opened"))).toBe(false);
  expect(existsSync(join(world.data, "redactions"))).toBe(false);
});
