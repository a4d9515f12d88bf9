import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { checkServed } from "../../../doctor/check-served.ts";
import type { RegisteredHook } from "../../../doctor/registered-hooks.ts";
import { chooseEvents } from "../../../install/choose-events.ts";
import type { JsonObject } from "../../../kit/json.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { installerFor } from "../../support/agents.ts";
import { ioWith } from "../../support/io-with.ts";

const TOKEN = "t".repeat(32);
const COMMAND = { event: "SessionStart", command: "snapveil hook --agent claude-code" } as RegisteredHook;

let server: Server;
let status = 422;
beforeEach(async () => {
  status = 422;
  server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}`;
    response.writeHead(isKnown ? status : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => void server.close());

const port = () => (server.address() as AddressInfo).port;

/** The checks of one address for PreToolUse that are not all right, by name. */
async function odd(change: JsonObject = {}, env = { SNAPVEIL_TOKEN: TOKEN }, lines = [COMMAND]) {
  const installer = installerFor("claude-code")!;
  const dialect = await loadAgent("claude-code");
  const { event = "PreToolUse", ...keys } = change;
  const object: JsonObject = {
    type: "http",
    url: `http://127.0.0.1:${port()}/hook?agent=claude-code`,
    onFailure: "block",
    headers: { Authorization: "Bearer $SNAPVEIL_TOKEN" },
    allowedEnvVars: ["SNAPVEIL_TOKEN"],
    ...keys,
  };
  const hook = { event, command: object["url"], object } as unknown as RegisteredHook;
  const chosen = chooseEvents(dialect, installer, DEFAULT_SETTINGS, []);
  const checks = await checkServed(ioWith("", env), installer, "Claude Code", {
    registered: lines,
    served: [hook],
    chosen,
  });
  expect(JSON.stringify(checks)).not.toContain(TOKEN);
  return Object.fromEntries(checks.filter(({ state }) => state !== "ok").map(({ name, message }) => [name, message]));
}

test("an address with all that it needs is in order", async () => {
  expect(await odd()).toEqual({});
});

test.each<[string, JsonObject, string, RegExp]>([
  [
    "no key against failure",
    { onFailure: "continue" },
    "open_addresses",
    /lack "onFailure": "block": where nobody listens/,
  ],
  ["no header", { headers: {} }, "token", /no header "Authorization"/],
  ["a variable that is not allowed", { allowedEnvVars: [] }, "token", /"allowedEnvVars" does not name SNAPVEIL_TOKEN/],
  [
    "another variable",
    { headers: { authorization: "Bearer ${OTHER}" }, allowedEnvVars: ["OTHER"] },
    "token",
    /OTHER is not set here/,
  ],
  ["a wrong token", { headers: { Authorization: "Bearer wrong" } }, "address", /does not take the token/],
  [
    "nobody behind it",
    { url: "http://127.0.0.1:1/hook?agent=claude-code" },
    "address",
    /Nobody listens at http:\/\/127\.0\.0\.1:1\./,
  ],
  ["a place elsewhere", { url: "https://hooks.example/hook?agent=claude-code" }, "address", /is not on this machine/],
  ["an event that is sent to none", { event: "SessionStart" }, "unserved", /sends SessionStart to no address/],
])("%s is named", async (_, change, name, message) => {
  expect(await odd(change)).toMatchObject({ [name]: expect.stringMatching(message) });
});

test("a program that answers otherwise is named", async () => {
  status = 200;
  expect((await odd())["address"]).toMatch(/not as snapveil serve does/);
});

test("a variable that is not set is named", async () => {
  expect((await odd({}, {} as never))["token"]).toMatch(/SNAPVEIL_TOKEN is not set here/);
});

test("a session's start without a command line is named", async () => {
  expect((await odd({}, undefined, []))["no_command"]).toMatch(/sends SessionStart to no address, and no command line/);
});
