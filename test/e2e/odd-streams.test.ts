import { spawn } from "node:child_process";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { askInThisProcess, run, runSnapveil } from "../support/run.ts";
import { temporaryWorld } from "../support/temporary-world.ts";

const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

const world = temporaryWorld();
afterAll(() => world.remove());

const event = (text: string) => JSON.stringify({ hook_event_name: "tool_response_transform", tool_response: text });
const here = { env: world.env, cwd: world.cwd };
const sh = (script: string, input = "") =>
  run("bash", ["-c", script], { env: { ...world.env, NODE: process.execPath, SV: BINARY }, cwd: world.cwd, input });

describe("standard streams of any kind", () => {
  test("input that comes in pieces with pauses is read whole", async () => {
    const child = spawn(process.execPath, [BINARY, "hook", "redact_secrets"], {
      ...here,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const text = event(`${"x".repeat(200_000)} ${TOKEN}`);
    child.stdin.write(text.slice(0, 1000));
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.stdin.end(text.slice(1000));
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (output += part));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      hook_specific_output: { updated_tool_response: `${"x".repeat(200_000)} [REDACTED]` },
    });
  });

  test.each([
    ["standard output", "> /dev/full"],
    ["both", "> /dev/full 2> /dev/full"],
    ["standard error, with input that is no event", "2> /dev/full <<< '{ torn'"],
    ["both, with such input", "> /dev/full 2> /dev/full <<< '{ torn'"],
  ])("where %s is full, a guard ends with exit code 2", async (_, redirections) => {
    const result = await sh(`"$NODE" "$SV" hook redact_secrets ${redirections}`, event(TOKEN));
    expect(result.exitCode).toBe(2);
  });

  test("input from a pipe that does not block is waited for", async () => {
    const script = `import os, subprocess, sys, time
text = sys.stdin.buffer.read()
read, write = os.pipe()
os.set_blocking(read, False)
child = subprocess.Popen([os.environ["NODE"], os.environ["SV"], "hook", "redact_secrets"], stdin=read)
os.close(read)
os.write(write, text[:1000]); time.sleep(0.5)
rest = text[1000:]
while rest: rest = rest[os.write(write, rest[:4096]):]
os.close(write)
sys.exit(child.wait())`;
    const result = await run(
      "bash",
      [
        "-c",
        'command -v python3 >/dev/null || { echo "left out: no python3" >&2; exit 77; }; exec python3 -c "$SCRIPT"',
      ],
      {
        env: { ...world.env, NODE: process.execPath, SV: BINARY, SCRIPT: script },
        cwd: world.cwd,
        input: event(`${"x".repeat(100_000)} ${TOKEN}`),
      },
    );
    if (result.exitCode === 77) return;
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toContain("[REDACTED]");
  });

  test("where nobody reads the answer, a guard ends with exit code 2 and without a word", async () => {
    const { exitCode, stderr } = await sh(
      `gone=$(mktemp -u); mkfifo "$gone"
      { read -r _ <"$gone"; "$NODE" "$SV" hook redact_secrets; } | { exec <&-; echo >"$gone"; }
      status=\${PIPESTATUS[0]}; rm "$gone"; exit "$status"`,
      event(TOKEN),
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "" });
  });

  test("closed standard input is unreadable input", async () => {
    const { exitCode, stdout } = await sh(`"$NODE" "$SV" hook redact_secrets <&-`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  });

  async function answers(text: string, ask: typeof runSnapveil) {
    const { exitCode, stdout } = await ask(["hook", "redact_secrets"], { ...here, input: event(`${text}${TOKEN}`) });
    expect(exitCode).toBe(0);
    expect(stdout.slice(-40)).toContain("[REDACTED]");
    expect(stdout.length).toBeGreaterThan(text.length);
  }

  test("three megabytes are answered", () => answers("x ".repeat(1_500_000), runSnapveil));

  // A process answers in time, be it done or not; here nobody waits.
  test("twenty megabytes are answered where there is time", { tags: ["long"] }, () =>
    answers("lorem ipsum dolor ".repeat(1_100_000), askInThisProcess),
  );

  test("nesting too deep to write out is withheld, not let through", async () => {
    const deep = `${"[".repeat(20_000)}"${TOKEN}"${"]".repeat(20_000)}`;
    const response = await run(process.execPath, [BINARY, "hook"], {
      ...here,
      input: `{"hook_event_name":"tool_response_transform","tool_response":${deep}}`,
    });
    expect(response.exitCode).toBe(0);
    expect(response.stdout).toContain("withheld");
    const call = await run(process.execPath, [BINARY, "hook"], {
      ...here,
      input: `{"hook_event_name":"pre_tool_use","tool_name":"x","tool_input":{"a":${deep}}}`,
    });
    expect(JSON.parse(call.stdout)).toMatchObject({ hook_specific_output: { permission_decision: "deny" } });
    expect(response.stdout + call.stdout + response.stderr + call.stderr).not.toContain(TOKEN);
  });
});

describe("a place that is not there", () => {
  test("a folder that is gone stops a command with a sentence, and no hook", async () => {
    const { exitCode, stdout, stderr } = await sh(
      `mkdir gone && cd gone && rmdir ../gone && echo '{"hook_event_name":"turn_start"}' | "$NODE" "$SV" hook ` +
        `add_date && "$NODE" "$SV" checkpoints`,
    );
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: "snapveil: The folder in which this command was started is gone. Go to another folder, and try again.\n",
    });
    expect(stdout).toContain("Today's date");
  });

  test.each([
    ["a file", "$HOME/taken"],
    ["no place for folders", "/proc/snapveil"],
  ])("%s for the state: hooks go on, a session's beginning and a command say so", async (_name, data) => {
    const hook = (name: string) =>
      `printf '{"hook_event_name":"${name}","session_id":"s","cwd":"%s"}' "$PWD" | "$NODE" "$SV" hook snapshot`;
    const { exitCode, stdout, stderr } = await sh(
      `touch "$HOME/taken"; git init -q .; export SNAPVEIL_DATA_DIR="${data}"; ` +
        `${hook("session_start")} && ${hook("turn_start")} && ${hook("turn_end")} && "$NODE" "$SV" snapshot`,
    );
    const said = expect.stringMatching(
      /^snapveil records no checkpoints: .* cannot be (?:read or )?written \(.+\)\./,
    ) as string;
    expect(
      stdout
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ system_message: said }]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/^snapveil: .* cannot be (?:read or )?written \(.+\)\. Nothing was changed\./),
    });
  });

  test("no home and no folder for the state: commands say so, and a hook goes on", async () => {
    await sh("git init -q .");
    const homeless = { env: { PATH: world.env["PATH"]! }, cwd: world.cwd };
    const input = JSON.stringify({ hook_event_name: "turn_start", session_id: "s", cwd: world.cwd });
    expect(await runSnapveil(["hook", "snapshot"], { ...homeless, input })).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
    const stderr =
      "snapveil: There is no folder for the data: neither HOME nor SNAPVEIL_DATA_DIR is set. Set one of them.\n";
    expect(await runSnapveil(["checkpoints"], homeless)).toEqual({ exitCode: 2, stdout: "", stderr });
  });

  test("a state that belongs to somebody else is not taken for none", async (context) => {
    const nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    if ((await sh(`${nobody} test -r "$SV"`)).exitCode !== 0)
      return context.skip("this needs root, setpriv, and a checkout that others can read");
    const { stdout, stderr } = await sh(
      `chmod 755 .. ../.. 2>/dev/null; git init -q .; "$NODE" "$SV" snapshot; ` +
        `for c in checkpoints status verify undo; do ${nobody} "$NODE" "$SV" $c; echo "exit $?"; done`,
    );
    expect(stdout.replace(/^Recorded.*\n/, "")).toBe("exit 2\n".repeat(4));
    expect(stderr.match(/cannot be read or written \(permission denied\).* Look at who owns it/g)).toHaveLength(4);
  });
});
