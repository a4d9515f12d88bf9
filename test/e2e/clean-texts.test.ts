import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { JsonObject } from "../../kit/json.ts";
import { lineFor } from "../../redactors/allow/fingerprints.ts";
import { keptSalt } from "../../redactors/allow/kept-salt.ts";
import { hook } from "../support/legs.ts";
import { GITHUB as TOKEN } from "../support/made-up.ts";
import { silentIo } from "../support/silent-io.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const PLAIN = ["Lk0Vx7", "tn4bd9", "ws1qq8"].join("");
/** Holds what rules begin with, and nothing that they take. */
const text = (n: number) =>
  `Step ${n}: the token limit is 4096, see https://example.test/docs?id=${n} and the password policy; ` +
  `value ${PLAIN} ${"words and more words ".repeat(50)}`;
const conversation = (count = 120): JsonObject[] =>
  Array.from({ length: count }, (_, n) => ({ role: n % 2 ? "assistant" : "user", content: text(n) }));

const world = worldOfEachTest();
const folder = () => join(world.data, "clean");

async function sent(
  messages: JsonObject[],
  env: Record<string, string> = {},
  session = "s",
): Promise<JsonObject[] | undefined> {
  const { json, stderr } = await hook(
    "docker-agent",
    { hook_event_name: "before_llm_call", session_id: session, messages },
    world,
    env,
  );
  expect(stderr).toBe("");
  return (json["hook_specific_output"] as JsonObject | undefined)?.["updated_messages"] as JsonObject[] | undefined;
}

const files = () => (existsSync(folder()) ? readdirSync(folder()) : []);

test("a conversation is remembered by salted digests, for the owner alone, and never by its text", async () => {
  expect(await sent(conversation())).toBeUndefined();
  expect(files()).toHaveLength(1);
  const file = join(folder(), files()[0]!);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(file).size).toBe(16 + 120 * 16);
  expect(readFileSync(file, "latin1")).not.toMatch(/Step|token|words/);
  expect(await sent([...conversation(), { role: "user", content: text(500) }])).toBeUndefined();
  expect(statSync(file).size).toBe(16 + 121 * 16);
});

test("nothing of a conversation is remembered where a project may allow something from one turn to the next", async () => {
  for (const trustedProjects of ["all", [world.cwd]]) {
    world.configure({ trustedProjects });
    expect(await sent(conversation())).toBeUndefined();
    expect(files()).toEqual([]);
  }
});

test("a secret is redacted at every turn, and the same text under a telling name is", async () => {
  const messages = [...conversation(), { role: "user", content: `${text(1)} ${TOKEN}` }];
  for (let turn = 0; turn < 3; turn += 1) {
    const updated = await sent([...messages, { role: "user", content: text(1000 + turn) }]);
    expect(JSON.stringify(updated)).not.toContain(TOKEN);
    expect(updated).toHaveLength(messages.length + 1);
  }
  expect(readFileSync(join(folder(), files()[0]!), "latin1")).not.toContain(TOKEN.slice(4, 12));
});

test("what was clean is looked at again under other rules, settings and known values", async () => {
  expect(await sent(conversation())).toBeUndefined();
  expect(JSON.stringify(await sent(conversation(), { NEW_API_TOKEN: PLAIN }))).not.toContain(PLAIN);
  expect(await sent(conversation())).toBeUndefined();
  world.configure({ rules: [{ kind: "step", pattern: "Step 7:" }] });
  const updated = await sent(conversation());
  expect(updated?.[7]?.["content"]).toMatch(/^\[REDACTED\] the token/);
});

test("what was clean by an allowance is found again without it", async () => {
  const messages = [...conversation(), { role: "user", content: `${text(1)} ${TOKEN}` }];
  const salt = keptSalt(silentIo(world.cwd, world.env));
  world.configure({ allow: [lineFor(TOKEN, salt)] });
  for (let turn = 0; turn < 2; turn += 1) expect(await sent(messages)).toBeUndefined();
  world.configure({ marker: "plain" });
  expect(JSON.stringify(await sent(messages))).not.toContain(TOKEN);
});

test("known values count anew beside rules of the user's", async () => {
  world.configure({ rules: [{ kind: "none", pattern: "never-there-[0-9]{9}" }] });
  expect(await sent(conversation(), { OLD_API_TOKEN: "Qq7Zk3vT9xLw2mB5" })).toBeUndefined();
  expect(JSON.stringify(await sent(conversation(), { OLD_API_TOKEN: PLAIN }))).not.toContain(PLAIN);
});

test("every session has its own, which goes when it ends", async () => {
  await sent(conversation(), {}, "one");
  await sent(conversation(), {}, "../../two");
  expect(files()).toHaveLength(2);
  const end = (session: string) =>
    world.hook(["--agent", "docker-agent"], { session_id: session, hook_event_name: "session_end" });
  await end("one");
  expect(files()).toHaveLength(1);
  await end("../../two");
  expect(files()).toEqual([]);
});

test.each([
  ["cut off", (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 100))],
  ["empty", (file: string) => writeFileSync(file, "")],
  ["of noise", (file: string) => writeFileSync(file, "x".repeat(160))],
  ["open to others", (file: string) => chmodSync(file, 0o644)],
  ["one that cannot be read", (file: string) => chmodSync(file, 0o000)],
])("a file that is %s changes no answer", async (_name, damage) => {
  await sent(conversation());
  damage(join(folder(), files()[0]!));
  const updated = await sent([...conversation(), { role: "user", content: TOKEN }]);
  expect(updated?.at(-1)?.["content"]).toBe("[REDACTED]");
  expect(await sent(conversation())).toBeUndefined();
});

test("a short conversation leaves no trace, and one of few long messages is remembered", async () => {
  for (const count of [2, 6]) expect(await sent(conversation(count))).toBeUndefined();
  expect(files()).toEqual([]);
  expect(await sent(conversation(10))).toBeUndefined();
  expect(files()).toHaveLength(1);
});

test("without a place to write, everything is looked at", async () => {
  writeFileSync(world.data, "in the way");
  expect((await sent([...conversation(), { role: "user", content: TOKEN }]))?.at(-1)?.["content"]).toBe("[REDACTED]");
});
