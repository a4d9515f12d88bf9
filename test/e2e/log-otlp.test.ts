import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { GITHUB as SECRET } from "../support/made-up.ts";
import { httpRecorder } from "../support/http-recorder.ts";
import { runSnapveil } from "../support/run.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");
const world = worldOfEachTest("git init -q .");

interface Value {
  readonly stringValue?: string;
  readonly arrayValue?: { readonly values: readonly Value[] };
}
type Attributes = readonly { readonly key: string; readonly value: Value }[];
interface Sent {
  readonly resource: { readonly attributes: Attributes };
  readonly scopeLogs: readonly {
    readonly logRecords: readonly {
      readonly severityText: string;
      readonly eventName?: string;
      readonly timeUnixNano: string;
      readonly body: Value;
      readonly attributes: Attributes;
    }[];
  }[];
}

type Recorder = Awaited<ReturnType<typeof httpRecorder>>;
let collector: Recorder;
beforeEach(async () => void (collector = await httpRecorder(200)));
afterEach(() => collector.close());

const event = (hook_event_name: string, more: object) =>
  world.hook(["--agent", "claude-code"], { hook_event_name, ...more });
const refuse = () => event("PreToolUse", { tool_name: "Bash", tool_input: { command: `echo ${SECRET}; rm -rf ~` } });
const clean = () =>
  event("PostToolUse", {
    tool_name: "Bash",
    tool_input: { command: "env" },
    tool_response: { stdout: `A=${SECRET}`, stderr: "", interrupted: false },
  });

const plain = (attributes: Attributes) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.arrayValue?.values.map((one) => one.stringValue) ?? value.stringValue,
    ]),
  );
const sentIn = ({ requests }: Recorder) =>
  requests.flatMap(({ body }) => (JSON.parse(body) as { resourceLogs: Sent[] }).resourceLogs);
const recordsIn = (own: Recorder) =>
  sentIn(own).flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
const send = (url: string, words: readonly string[] = [], env: Record<string, string> = {}) =>
  runSnapveil(["log", "--otlp", url, ...words], { cwd: world.cwd, env: { ...world.env, ...env } });

describe("snapveil log --otlp", () => {
  test("sends what was refused and what was taken out, without any secret", async () => {
    await refuse();
    await clean();
    const env = { OTEL_EXPORTER_OTLP_HEADERS: "x-team=one", OTEL_RESOURCE_ATTRIBUTES: "host.name=laptop" };
    expect(await send(collector.url, [], env)).toEqual({ exitCode: 0, stdout: "Sent 2 entries.\n", stderr: "" });
    expect(collector.requests).toMatchObject([
      { method: "POST", path: "/v1/logs", headers: { "content-type": "application/json", "x-team": "one" } },
    ]);
    const [{ resource }] = sentIn(collector) as [Sent];
    expect(plain(resource.attributes)).toMatchObject({ "service.name": "snapveil", "host.name": "laptop" });
    const [refusal, redaction] = recordsIn(collector);
    expect(refusal).toMatchObject({ severityText: "WARN", eventName: "snapveil.refusal" });
    expect(redaction).toMatchObject({ severityText: "INFO", eventName: "snapveil.redaction" });
    expect(plain(refusal!.attributes)).toMatchObject({
      "session.id": "s",
      "snapveil.agent": "claude-code",
      "snapveil.verdict": "deny",
      "snapveil.command": "echo [REDACTED]; rm -rf ~",
      "snapveil.id": expect.any(String),
    });
    expect(plain(redaction!.attributes)).toMatchObject({ "snapveil.kinds": ["github-token"] });
    expect(refusal!.body.stringValue).toMatch(/^deny: Bash: echo \[REDACTED\]; rm -rf ~: snapveil stopped/);
    expect(Math.abs(Number(refusal!.timeUnixNano) / 1e6 - Date.now())).toBeLessThan(600_000);
    expect(collector.requests.map(({ body }) => body).join()).not.toContain(SECRET);
  });

  test("sends only what the other options let through, and to the path of the address if it has one", async () => {
    await refuse();
    await clean();
    expect((await send(`${collector.url}/otel/logs`, ["--event", "PostToolUse"])).stdout).toBe("Sent 1 entry.\n");
    expect(collector.requests).toMatchObject([{ path: "/otel/logs" }]);
  });

  test.each([
    ["refuses", 400],
    ["does not know the path", 404],
  ])("ends with 2 if the collector %s", async (_, status) => {
    await refuse();
    const own = await httpRecorder(status);
    expect(await send(own.url)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Not all entries were sent"),
    });
    own.close();
  });

  test.each(["collector", "ftp://collector", ""])("refuses the address %j", async (address) => {
    expect(await send(address)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("http:// or https://") });
  });

  test("with -f also sends what comes later, once each", async () => {
    await refuse();
    const { cwd, env } = world;
    const follower = spawn(process.execPath, [BINARY, "log", "-f", "--otlp", collector.url], {
      cwd,
      env,
      stdio: "ignore",
    });
    try {
      await expect.poll(() => recordsIn(collector).length).toBe(1);
      await clean();
      await expect.poll(() => recordsIn(collector).length).toBe(2);
      expect(recordsIn(collector).map(({ eventName }) => eventName)).toEqual([
        "snapveil.refusal",
        "snapveil.redaction",
      ]);
    } finally {
      follower.kill();
      await once(follower, "exit");
    }
  });
});
