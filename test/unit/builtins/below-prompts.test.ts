import { expect, test } from "vitest";

import { belowPrompts } from "../../../builtins/printed-value/below-prompts.ts";
import { toldByPrompts } from "../../../builtins/printed-value/told-by-prompts.ts";

const TYPED = ["nGx4!raV", "ine7Lamp"].join("");
const BASE64 = Buffer.from("f3a9c81b07d24e65a1c8").toString("base64");

const found = (text: string): string[] => belowPrompts.find(text).map(({ span }) => text.slice(...span));

test.each([
  ["of a store of passwords", `$ pass show mail/acme\n${TYPED}\n`, TYPED],
  ["of an environment", `Connecting...\n$ printenv SESSION_SIGNING_KEY\ndone soon\n${BASE64}\n$ ls\n`, BASE64],
  ["of a cluster", `$ kubectl get secret db -o jsonpath='{.data.pw}' | base64 -d; echo\n${TYPED}\n`, TYPED],
  ["behind a host", `bob@web1:~/shop$ pass show mail\n${TYPED}\nbob@web1:~/shop$ exit\n`, TYPED],
])("finds a secret below a command %s", async (_of, text, secret) => {
  expect(found(text)).toEqual([secret]);
  expect(await toldByPrompts([{ content: text }])).toEqual({ told: belowPrompts });
});

test.each([
  ["a command that prints no secret", `$ git rev-parse HEAD\n${"3f".repeat(20)}\n`],
  ["the answer of the next command", `$ pass show mail\n$ git rev-parse HEAD\n${"3f".repeat(20)}\n`],
  ["words", "$ pass show mail\nError: mail is not in the password store.\n"],
])("leaves %s", (_of, text) => {
  expect(found(text)).toEqual([]);
});

test("a text without such a command gets no detector", async () => {
  expect(await toldByPrompts("$ npm test\nall passed\n")).toEqual({});
});
