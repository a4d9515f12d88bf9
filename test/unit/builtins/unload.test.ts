import { describe, expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import unload, { unloadUrl } from "../../../builtins/unload.ts";
import { httpRecorder } from "../../support/http-recorder.ts";

describe("the unload address", () => {
  test.each([
    [{ baseUrl: "http://host:12434/engines/v1" }, "http://host:12434/engines/_unload"],
    [{ baseUrl: "http://host/engines/v1/" }, "http://host/engines/_unload"],
    [{ baseUrl: "http://host/v1?key=a" }, "http://host/_unload?key=a"],
    [{ baseUrl: "http://host" }, "http://host/_unload"],
    [{ baseUrl: "http://host/v1", unloadApi: "/release" }, "http://host/release"],
    [{ baseUrl: "http://host/v1", unloadApi: "release" }, "http://host/release"],
    [{ baseUrl: "http://host/v1", unloadApi: "https://other/free" }, "https://other/free"],
    [{ unloadApi: "http://other/free" }, "http://other/free"],
    [{ unloadApi: "release" }, undefined],
    [{ baseUrl: "/v1" }, undefined],
    [{ baseUrl: "file:///etc/passwd" }, undefined],
    [{}, undefined],
  ])("of %j is %s", (model, expected) => {
    expect(unloadUrl(model)?.href).toBe(expected);
  });
});

test.each<[event: Partial<HookEvent<"on_agent_switch">>, unloaded: string[]]>([
  [{ fromAgent: "a", toAgent: "b" }, ["m", ""]],
  [{ fromAgent: "a" }, ["m", ""]],
  [{ fromAgent: "a", toAgent: "a" }, []],
  [{ toAgent: "b" }, []],
])("at the switch %j the local models %j are unloaded", async (event, unloaded) => {
  const { url, requests, close } = await httpRecorder(200);
  const baseUrl = `${url}/v1`;
  const fromAgentModels = [
    { provider: "dmr", model: "m", baseUrl },
    { provider: "openai", model: "far", baseUrl },
    { provider: "dmr", model: "nowhere", baseUrl: "/v1" },
    { provider: "dmr", baseUrl },
  ];
  await unload({ name: "on_agent_switch", fromAgentModels, ...event } as HookEvent<"on_agent_switch">);
  close();
  expect(
    requests.map(({ method, path, body }) => [method, path, (JSON.parse(body) as { model: string }).model]),
  ).toEqual(unloaded.map((model) => ["POST", "/_unload", model]));
});

test("a server that answers with an error, or is not there, stops no switch", async () => {
  const { url, requests, close } = await httpRecorder(500);
  const fromAgentModels = [
    { provider: "dmr", model: "a", baseUrl: "http://127.0.0.1:1/v1" },
    { provider: "dmr", model: "b", baseUrl: url },
  ];
  const event = { name: "on_agent_switch", fromAgent: "a", toAgent: "b", fromAgentModels };
  expect(await unload(event as unknown as HookEvent<"on_agent_switch">)).toEqual({});
  close();
  expect(requests).toHaveLength(1);
});
