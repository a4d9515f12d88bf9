import { describe, expect, test } from "vitest";

import { unloadUrl } from "../../../builtins/unload.ts";

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
