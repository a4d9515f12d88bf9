import { expect, test } from "vitest";

import { judgeKey, PLAIN_NAMES } from "../../../redactors/judge-key.ts";

test.each(PLAIN_NAMES)("%s promises nothing, also where it is judged and not looked up", (name) => {
  expect(judgeKey(name)).toBeUndefined();
  expect(judgeKey(`_${name}`)).toBeUndefined();
});

test("a name beside them is judged", () => {
  expect(judgeKey("_client_secret")).toEqual(judgeKey("client_secret"));
  expect(judgeKey("client_secret")).toMatchObject({ strength: "secret" });
});
