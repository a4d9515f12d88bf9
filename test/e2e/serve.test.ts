import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { run, runSnapveil } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");
const SECRET = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
const TOKEN = "0123456789abcdef0123456789abcdef";

let world: TemporaryWorld;
let server: { url: string; printed: string; process: ChildProcess; ended: Promise<number | null> };
beforeEach(async () => {
  world = temporaryWorld();
  execFileSync("git", ["init", "-q"], { cwd: world.cwd, env: world.env });
  server = await start({ SNAPVEIL_TOKEN: TOKEN });
});
afterEach(() => {
  server.process.kill();
  world.remove();
});

async function start(env: Record<string, string>, ...words: string[]): Promise<typeof server> {
  const process = spawn(globalThis.process.execPath, [BINARY, "serve", ...words], {
    cwd: world.home,
    env: { ...world.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<number | null>((resolve) => process.once("exit", resolve));
  const printed = await new Promise<string>((resolve) =>
    process.stdout.once("data", (part: Buffer) => resolve(String(part))),
  );
  return { url: printed.split("\n")[0]!, printed, process, ended };
}

/** Node's own client, since fetch hides a wrong Host and says where it comes from. */
function post(
  query: string,
  body: string,
  headers: Record<string, string> = {},
  method = "POST",
): Promise<{ status: number; body: string; exitCode: string | undefined; type: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.url}${query}`,
      { method, headers: { authorization: `Bearer ${TOKEN}`, ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode!,
            body: Buffer.concat(parts).toString("utf8"),
            exitCode: response.headers["snapveil-exit-code"] as string | undefined,
            type: response.headers["content-type"],
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const event = (name: string, fields: object = {}) =>
  JSON.stringify({ session_id: "s", cwd: world.cwd, hook_event_name: name, ...fields });
const withSecret = (session = "s") =>
  event("PostToolUse", {
    session_id: session,
    transcript_path: "/x",
    permission_mode: "default",
    tool_name: "Bash",
    tool_use_id: "t",
    tool_input: { command: "env" },
    tool_response: { stdout: `A=${SECRET}`, stderr: "", interrupted: false },
  });

describe("an event over HTTP", () => {
  test("is answered as a process answers it", async () => {
    const query = "?agent=claude-code&builtin=redact_secrets";
    const { stdout } = await runSnapveil(["hook", "--agent", "claude-code", "redact_secrets"], {
      ...world,
      input: withSecret(),
    });
    // What is said once a session is said to each of two.
    expect(await post(query, withSecret("s2"))).toEqual({
      status: 200,
      body: stdout.trimEnd(),
      exitCode: "0",
      type: "application/json; charset=utf-8",
    });
    expect(stdout).toContain("[REDACTED]");
  });

  test("of which there is nothing to say gets an empty answer", async () => {
    expect(
      await post(
        "?agent=claude-code&builtin=redact_secrets",
        event("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } }),
      ),
    ).toMatchObject({ status: 200, body: "", exitCode: "0" });
  });

  test("takes arguments and an event's name from the query", async () => {
    for (const note of ["one", "two", "three"])
      execFileSync("git", ["commit", "-q", "--allow-empty", "-m", note], { cwd: world.cwd, env: world.env });
    const { body } = await post(
      "?event=session_start&builtin=add_recent_commits&arg=2",
      JSON.stringify({ cwd: world.cwd }),
    );
    expect(
      (JSON.parse(body) as { hook_specific_output: { additional_context: string } }).hook_specific_output
        .additional_context,
    ).toMatch(/^Recent commits:\n\n\w+ three\n\w+ two$/);
  });

  test("records checkpoints, many at once too", async () => {
    const call = (name: string, id: string) =>
      post("?agent=docker-agent&builtin=snapshot", event(name, { tool_use_id: id, tool_name: "edit" }));
    const ids = ["a", "b", "c", "d"];
    await Promise.all(ids.map((id) => call("pre_tool_use", id)));
    writeFileSync(join(world.cwd, "new.txt"), "1");
    expect(
      (await Promise.all(ids.map((id) => call("post_tool_use", id)))).map(({ status, body }) => `${status}${body}`),
    ).toEqual(["200", "200", "200", "200"]);
    const { checkpoints } = JSON.parse((await runSnapveil(["checkpoints", "--json"], world)).stdout) as {
      checkpoints: { files: { path: string }[] }[];
    };
    expect(checkpoints.map(({ files }) => files.map(({ path }) => path))).toEqual(ids.map(() => ["new.txt"]));
  });

  test("a secret that came into .env since the last event is known at the next", async () => {
    const value = ["correct7", "Horse", "battery9"].join("");
    const output = () =>
      post("?builtin=redact_secrets", event("tool_response_transform", { tool_response: `it is ${value} here` }));
    expect((await output()).body).toBe("");
    writeFileSync(join(world.cwd, ".env"), `SERVICE_PASSWORD=${value}\n`);
    expect((await output()).body).toContain("it is [REDACTED] here");
  });

  test("a verdict is status 200 with the decision, however the agent's process would say it", async () => {
    const write = (agent: string, raw: object) =>
      post(`?agent=${agent}`, JSON.stringify({ session_id: "s", cwd: world.cwd, ...raw }));
    const input = { file_path: "a.env", content: "KEY=[REDACTED]" };
    const claude = await write("claude-code", {
      hook_event_name: "PreToolUse",
      tool_name: "Write",
      tool_use_id: "t",
      tool_input: input,
    });
    expect({ status: claude.status, ...(JSON.parse(claude.body) as object) }).toMatchObject({
      status: 200,
      hookSpecificOutput: { permissionDecision: "deny" },
    });
    const generic = await write("generic", {
      event: "PreToolUse",
      tool_name: "Write",
      tool_input: input,
      context: { working_directory: world.cwd },
    });
    expect({
      status: generic.status,
      exitCode: generic.exitCode,
      ...(JSON.parse(generic.body) as object),
    }).toMatchObject({ status: 200, exitCode: "2", decision: "block" });
    const kiro = await write("kiro", {
      hook_event_name: "preToolUse",
      tool_name: "fs_write",
      tool_input: { command: "create", path: "a.env", file_text: "KEY=[REDACTED]" },
    });
    expect({ status: kiro.status, exitCode: kiro.exitCode, ...(JSON.parse(kiro.body) as object) }).toMatchObject({
      status: 200,
      exitCode: "2",
      decision: "block",
      reason: expect.stringContaining("placeholder"),
    });
  });

  test("that cannot be read is no answer: status 422 and a sentence", async () => {
    expect(await post("?builtin=redact_secrets", "no json")).toMatchObject({
      status: 422,
      exitCode: "2",
      body: expect.stringContaining("not valid JSON"),
    });
    expect(await post("?builtin=add_date", "")).toMatchObject({ status: 422, exitCode: "1" });
    expect(await post("?builtin=add_dat", "{}")).toMatchObject({
      status: 422,
      body: expect.stringContaining('no builtin named "add_dat"'),
    });
  });
});

describe("who may ask", () => {
  test.each<[name: string, status: number, headers: Record<string, string>]>([
    ["no token", 401, { authorization: "" }],
    ["a wrong token", 401, { authorization: `Bearer ${TOKEN.slice(0, -1)}e` }],
    ["a beginning of the token", 401, { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ["a foreign host", 421, { host: "evil.example" }],
    ["a page in a browser", 403, { origin: "http://127.0.0.1" }],
    ["a page's picture", 403, { "sec-fetch-site": "same-origin" }],
    ["an event of a gigabyte", 413, { "content-length": String(2 ** 30) }],
  ])("%s is turned away", async (_name, status, headers) => {
    const answer = await post("?builtin=redact_secrets", "", headers).catch((error: NodeJS.ErrnoException) => ({
      status: error.code,
      body: "",
    }));
    expect(answer).toMatchObject({ status });
    expect(JSON.stringify(answer)).not.toContain(TOKEN);
  });

  test("only POST to /hook with known parameters is an event", async () => {
    expect((await post("", "{}", {}, "GET")).status).toBe(405);
    expect((await post("/x", "{}")).status).toBe(404);
    expect(await post("?agnet=codex", "{}")).toMatchObject({ status: 400, body: expect.stringContaining('"agnet"') });
  });

  test("nobody but this machine: it listens on 127.0.0.1", async () => {
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
    const { stdout } = await run("bash", ["-c", "command -v ss >/dev/null && ss -ltnH || true"], world);
    const own = stdout.split("\n").filter((line) => line.includes(`:${new URL(server.url).port} `));
    expect(own.every((line) => line.includes("127.0.0.1:"))).toBe(true);
  });
});

describe("the command", () => {
  test("prints the address, and a new token only where none was given; a signal ends it with 0", async () => {
    expect(server.printed).toBe(`${server.url}\n`);
    const other = await start({});
    expect(other.printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hook\nAuthorization: Bearer [\w-]{43}\n$/);
    other.process.kill("SIGTERM");
    expect(await other.ended).toBe(0);
  });

  test.each([
    [["--port", "70000"], {}],
    [["--idle", "-1"], {}],
    [["--bogus"], {}],
    [[], { SNAPVEIL_TOKEN: "short" }],
    [[], { SNAPVEIL_TOKEN: `${TOKEN} with blanks` }],
  ])("%j with %j is refused with exit code 2", async (words, env) => {
    const { exitCode, stdout, stderr } = await runSnapveil(["serve", ...words], {
      cwd: world.cwd,
      env: { ...world.env, ...env },
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^snapveil: /);
  });

  test("a port that is taken is said", async () => {
    const { exitCode, stderr } = await runSnapveil(["serve", "--port", new URL(server.url).port], world);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("EADDRINUSE") });
  });
});
