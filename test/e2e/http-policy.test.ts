import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { httpRecorder } from "../support/http-recorder.ts";
import { GITHUB } from "../support/made-up.ts";
import { worldUntilChanged } from "../support/temporary-world.ts";

const world = worldUntilChanged("git init -q .");

let answer: object | string;
let status: number;
let server: Awaited<ReturnType<typeof httpRecorder>> | undefined;
const judge = async (code = 200) => {
  server = await httpRecorder(code, () => (typeof answer === "string" ? answer : JSON.stringify(answer)));
  return `${server.url}/judge?key=1`;
};
beforeEach(() => {
  answer = { decision: "allow" };
  status = 200;
});
afterEach(() => {
  server?.close();
  server = undefined;
});

type Json = Record<string, unknown>;
const EVENTS = ["pre_tool_use", "permission_request", "user_prompt_submit", "stop"];
/** The judge beside the guards of the profile. */
const configure = (url: string, more: object = {}) =>
  world.configure({
    builtins: Object.fromEntries(EVENTS.map((event) => [event, [{ name: "http_policy", args: [url], ...more }]])),
  });
const hook = async (event: Json, agent = "claude-code", words: string[] = []) => {
  const { stdout, stderr, exitCode } = await world.hook(["--agent", agent, ...words], event);
  return { stdout, stderr, exitCode, json: (stdout === "" ? {} : JSON.parse(stdout)) as Json };
};
const call = (command: string, more: Json = {}) => ({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_use_id: "t",
  tool_input: { command, description: "d" },
  ...more,
});
const specific = ({ json }: { json: Json }) => (json["hookSpecificOutput"] ?? {}) as Json;

describe("what the server is sent", () => {
  test("the event as the agent sent it, without its secrets, once", async () => {
    configure(await judge(status));
    await hook(call(`curl -H 'X-Key: ${GITHUB}' https://a.test`));
    expect(server!.requests.map(({ method, path }) => [method, path])).toEqual([["POST", "/judge?key=1"]]);
    expect(JSON.parse(server!.requests[0]!.body)).toMatchObject({
      hook_event_name: "PreToolUse",
      tool_input: { command: "curl -H 'X-Key: [REDACTED]' https://a.test" },
    });
  });

  test("nothing where the address is a private one that nobody allowed", async () => {
    configure("https://10.1.2.3/judge");
    const said = specific(await hook(call("ls")));
    expect(said["permissionDecision"]).toBe("deny");
    expect(said["permissionDecisionReason"]).toMatch(/http_policy failed: https:\/\/10\.1\.2\.3 has a private address/);
  });
});

describe("before a tool", () => {
  test("allow says nothing: the agent asks by its own rules", async () => {
    configure(await judge());
    expect((await hook(call("ls"))).stdout).toBe("");
  });

  test.each([
    ["deny", "deny"],
    ["block", "deny"],
    ["ask", "ask"],
  ])("%s", async (decision, verdict) => {
    configure(await judge());
    answer = { decision, reason: `not on a Friday\nwith ${GITHUB}` };
    const said = specific(await hook(call("ls")));
    expect(said["permissionDecision"]).toBe(verdict);
    expect(said["permissionDecisionReason"]).toMatch(/your policy server says (?:deny|ask): not on a Friday/);
    expect(said["permissionDecisionReason"]).not.toContain(GITHUB);
  });

  test("allow overrules no guard", async () => {
    configure(await judge());
    expect(specific(await hook(call("rm -rf /")))["permissionDecision"]).toBe("deny");
    const url = `${server!.url}/judge`;
    // Named alone on the line it says nothing of its own, and denies nothing in a guard's place.
    expect((await hook(call("rm -rf /"), "claude-code", ["http_policy", url])).stdout).toBe("");
  });

  test("other arguments take the call's place, complete, and the model is told", async () => {
    configure(await judge());
    answer = {
      decision: "allow",
      reason: "no scripts",
      updated_input: { command: "npm ci --ignore-scripts", description: "d" },
    };
    const said = specific(await hook(call("npm ci")));
    expect(said["updatedInput"]).toEqual({ command: "npm ci --ignore-scripts", description: "d" });
    expect(said["permissionDecision"]).toBeUndefined();
    expect(said["additionalContext"]).toMatch(/policy server changed the arguments.*no scripts/);
  });

  test.each([["by the settings"], ["alone on the line"]])("a guard judges them, where it runs %s", async (how) => {
    const url = await judge();
    if (how === "by the settings") configure(url);
    answer = { decision: "allow", updated_input: { command: "rm -rf /", description: "d" } };
    const said = specific(await hook(call("ls"), "claude-code", how === "by the settings" ? [] : ["http_policy", url]));
    expect([said["permissionDecision"], said["updatedInput"]]).toEqual(["deny", undefined]);
  });

  test.each<[string, Json, object, RegExp]>([
    ["another key", {}, { command: "ls", description: "d", dangerouslyDisableSandbox: true }, /keys and types/],
    ["a key less", {}, { command: "ls" }, /keys and types/],
    ["another type", {}, { command: ["ls"], description: "d" }, /keys and types/],
    ["a secret", {}, { command: `echo ${GITHUB}`, description: "d" }, /they hold a secret/],
    ["a placeholder", {}, { command: "echo [REDACTED]", description: "d" }, /placeholder/],
    [
      "what is written",
      { tool_name: "Write", tool_input: { file_path: "a", content: "x" } },
      { file_path: "a", content: "y" },
      /never changed/,
    ],
  ])("%s is not taken over, and the call is not let through either", async (_, more, updated_input, why) => {
    configure(await judge());
    answer = { decision: "allow", updated_input };
    const { stdout, ...said } = await hook(call("ls", more));
    expect(specific(said)["permissionDecision"]).toBe("deny");
    expect(specific(said)["permissionDecisionReason"]).toMatch(why);
    expect(stdout).not.toContain(GITHUB);
  });

  test("an agent that lets no hook change arguments gets a denial with the reason", async () => {
    configure(await judge());
    answer = { decision: "allow", reason: "use ci", updated_input: { command: "npm ci", description: "d" } };
    const said = specific(await hook(call("npm install", { turn_id: "t" }), "codex"));
    expect(said["permissionDecision"]).toBe("deny");
    expect(said["permissionDecisionReason"]).toMatch(/Codex lets no hook change them.*use ci/);
  });
});

describe("at other events", () => {
  test("allow answers a question of permission, unless a guard objects; ask leaves it to the person", async () => {
    configure(await judge());
    const asked = (command: string) => hook({ ...call(command), hook_event_name: "PermissionRequest" });
    expect(specific(await asked("ls"))["decision"]).toEqual({ behavior: "allow" });
    expect(specific(await asked("rm -rf /"))["decision"]).toBeUndefined();
    answer = { decision: "ask", reason: "look" };
    expect((await asked("ls")).json).toEqual({ systemMessage: expect.stringContaining("look") as string });
    answer = { decision: "deny" };
    expect(specific(await asked("ls"))["decision"]).toMatchObject({ behavior: "deny" });
  });

  test.each(["deny", "block", "ask"])("a prompt is refused by %s", async (decision) => {
    configure(await judge());
    const prompt = { hook_event_name: "UserPromptSubmit", prompt: "hello" };
    expect((await hook(prompt)).json["decision"]).toBeUndefined();
    answer = { decision, reason: "closed" };
    expect((await hook(prompt)).json).toMatchObject({
      decision: "block",
      reason: expect.stringContaining("closed") as string,
    });
  });

  test("the end of a turn is refused twice in a row at the most, and that counts anew with the next turn", async () => {
    configure(await judge());
    answer = { decision: "block", reason: "write the changelog" };
    const end = async (isSame: boolean) => (await hook({ hook_event_name: "Stop", stop_hook_active: isSame })).json;
    expect(await end(false)).toMatchObject({
      decision: "block",
      reason: expect.stringContaining("changelog") as string,
    });
    expect(await end(true)).toMatchObject({ decision: "block" });
    expect(await end(true)).toEqual({ systemMessage: expect.stringContaining("changelog") as string });
    expect(await end(false)).toMatchObject({ decision: "block" });
  });
});

describe("where there is no answer", () => {
  test.each<[string, number, object | string]>([
    ["an error", 500, { decision: "allow" }],
    ["a redirect", 302, { decision: "allow" }],
    ["no JSON", 200, "<html>"],
    ["no decision", 200, {}],
    ["an unknown decision", 200, { decision: "yes" }],
    ["arguments that are none", 200, { decision: "allow", updated_input: "ls" }],
    ["too long an answer", 200, `{"decision":"allow","reason":"${"x".repeat(2 << 20)}"}`],
  ])("%s denies, unless on_failure says otherwise", async (_, code, given) => {
    const url = await judge(code);
    answer = given;
    configure(url);
    const said = specific(await hook(call("ls")));
    expect(said["permissionDecision"]).toBe("deny");
    expect(said["permissionDecisionReason"]).toMatch(/http_policy failed: http:\/\/127\.0\.0\.1:\d+ answered/);
    expect(said["permissionDecisionReason"]).not.toContain("key=1");
    configure(url, { on_failure: "ask" });
    expect(specific(await hook(call("ls")))["permissionDecision"]).toBe("ask");
    configure(url, { on_failure: "allow" });
    expect((await hook(call("ls"))).json).toEqual({
      systemMessage: expect.stringMatching(/http_policy was left out: .* answered/) as string,
    });
  });

  test("a server that is not there", async () => {
    const url = await judge();
    server!.close();
    configure(url);
    expect(specific(await hook(call("ls")))["permissionDecisionReason"]).toMatch(/ECONNREFUSED/);
    const prompt = { hook_event_name: "UserPromptSubmit", prompt: "hello" };
    expect((await hook(prompt)).json["decision"]).toBe("block");
    const end = await hook({ hook_event_name: "Stop", stop_hook_active: false });
    expect(end.json).toEqual({ systemMessage: expect.stringContaining("ends unchecked") as string });
  });

  test("a server that says nothing leaves the guards time to deny", async () => {
    const { createServer } = await import("node:http");
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as { port: number };
    world.configure({
      deadline: 3,
      builtins: {
        pre_tool_use: [{ name: "http_policy", args: [`http://127.0.0.1:${port}/`], on_failure: "allow" }],
      },
    });
    world.startProcesses();
    const said = specific(await hook(call("rm -rf /")));
    silent.closeAllConnections();
    silent.close();
    expect(said["permissionDecisionReason"]).toContain("rm -rf /");
  });
});

test("a project's settings cannot name it, and an explanation sends nothing", async () => {
  const url = await judge();
  const builtins = { pre_tool_use: [["http_policy", url]] };
  world.write(".snapveil.jsonc", JSON.stringify({ builtins }));
  expect((await hook(call("ls"))).stdout).toMatch(/only your own settings/);
  configure(url);
  const explained = await world.snapveil(["explain", "--agent", "claude-code"], {
    input: JSON.stringify({ session_id: "s", cwd: world.cwd, ...call("ls") }),
  });
  expect(explained.stdout).toContain("http_policy");
  expect(server!.requests).toEqual([]);
});
