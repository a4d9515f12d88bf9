import { join } from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test } from "vitest";

import { GITHUB } from "../support/made-up.ts";
import { worldPutBack } from "../support/temporary-world.ts";

const BINARY = join(import.meta.dirname, "../../dist/snapveil.cjs");
const YES: ElicitResult = { action: "accept", content: { undo: true } };

const world = worldPutBack(async (made) => {
  made.write("app.ts", "one\n");
  made.write("kept.txt", "mine\n");
  made.sh("git init -q . && git add . && git commit -qm start");
  const hook = (hook_event_name: string, more = {}) =>
    made.hook(["--agent", "claude-code", "snapshot"], { hook_event_name, ...more });
  await hook("UserPromptSubmit", { prompt: "Change it" });
  made.write("app.ts", "two\n");
  made.write("token.txt", `token = ${GITHUB}\n`);
  await hook("Stop");
});

interface Server {
  readonly questions: readonly string[];
  tools(): Promise<string[]>;
  call(name: string, given?: Record<string, unknown>): Promise<{ text: string; isError: boolean }>;
}

const clients: Client[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

/** A client of the server in the project; `answer` is what the person says to each question, if the client can ask. */
async function connect(answer?: () => ElicitResult): Promise<Server> {
  const capabilities = answer ? { elicitation: {} } : {};
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  const questions: string[] = [];
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return answer();
    });
  const { cwd, env } = world;
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [BINARY, "mcp"], cwd, env }));
  clients.push(client);
  return {
    questions,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, given = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const [{ text }] = content as [{ text: string }];
      return { text, isError: isError === true };
    },
  };
}

const planOf = (text: string) => /^Plan ([0-9a-f]+)\./m.exec(text)?.[1];
const files = () => world.sh("tail -n +1 *");

describe("a client that cannot ask the person", () => {
  test("gets tools that only look, and the command for the person to type", async () => {
    const { tools, call } = await connect();
    const before = files();
    expect(await tools()).toEqual(["list_checkpoints", "show_changes", "plan_undo"]);
    const { text } = await call("plan_undo");
    const plan = planOf(text);
    expect(await call("undo", { plan })).toMatchObject({ isError: true });
    expect(files()).toBe(before);
    const [, words = ""] = /types: snapveil (.*)$/m.exec(text) ?? [];
    expect((await world.snapveil([...words.split(" "), "--yes"])).exitCode).toBe(0);
    expect(world.read("app.ts")).toBe("one\n");
  });
});

describe("a client that can ask", () => {
  test("plans what the command's dry run plans, asks with that, and does it", async () => {
    const { call, questions, tools } = await connect(() => YES);
    expect(await tools()).toContain("undo");
    const { text } = await call("plan_undo");
    const { stdout } = await world.snapveil(["undo", "--dry-run"]);
    expect(text).toContain(stdout);
    world.write("kept.txt", "edited meanwhile, which the plan leaves\n");
    expect(await call("undo", { plan: planOf(text) })).toMatchObject({ isError: false });
    expect(questions).toHaveLength(1);
    const [what, files, apart] = questions[0]!.split("\n");
    expect(what).toMatch(/^Undo "Change it" \(\w+, .*\)\?$/);
    expect([files, apart]).toEqual(["1 overwritten, 1 deleted: app.ts, token.txt", "redo brings it back"]);
    expect(questions[0]).toContain(stdout);
    expect([world.read("app.ts"), world.read("kept.txt")]).toEqual([
      "one\n",
      "edited meanwhile, which the plan leaves\n",
    ]);
  });

  test("has the present recorded first, so that redo brings back what was undone", async () => {
    const { call } = await connect(() => YES);
    world.write("app.ts", "two\nand a line of the person's\n");
    const before = files();
    const { text } = await call("plan_undo");
    await call("undo", { plan: planOf(text) });
    expect(files()).not.toBe(before);
    await world.json(["redo", "--yes"]);
    expect(files()).toBe(before);
  });

  test("carries out a plan once, also if it is asked for twice at the same time", async () => {
    const { call } = await connect(() => YES);
    const plan = planOf((await call("plan_undo")).text);
    const both = await Promise.all([call("undo", { plan }), call("undo", { plan })]);
    expect(both.map(({ isError }) => isError).toSorted()).toEqual([false, true]);
    const said = both.find(({ isError }) => isError)?.text;
    expect(said).toMatch(/plan the undo (?:first|once more)\.|^There is nothing/);
  });

  test.each<[string, ElicitResult]>([
    ["a no", { action: "decline" }],
    ["a question that was closed", { action: "cancel" }],
    ["a box that was not ticked", { action: "accept", content: { undo: false } }],
    ["a client that accepts by itself", { action: "accept", content: {} }],
  ])("changes nothing after %s", async (_, answer) => {
    const { call } = await connect(() => answer);
    const before = files();
    const { text } = await call("plan_undo");
    const { text: said, isError } = await call("undo", { plan: planOf(text) });
    expect(isError).toBe(true);
    expect(said).toContain("nothing was changed. The person can type: snapveil undo --step");
    expect(files()).toBe(before);
  });

  test("changes nothing if a file of the plan changed before the call or while the person thought", async () => {
    const edit = (text: string) => world.write("app.ts", text);
    const { call, questions } = await connect(() => {
      edit("three\n");
      return YES;
    });
    const { text } = await call("plan_undo");
    const during = await call("undo", { plan: planOf(text) });
    expect([during.isError, world.read("app.ts"), questions.length]).toEqual([true, "three\n", 1]);
    const again = await call("undo", { plan: planOf(text) });
    expect([again.isError, world.read("app.ts"), questions.length]).toEqual([true, "three\n", 1]);
  });

  test("is asked in three lines that no client cuts off, however many files and however long a title", async () => {
    const hook = (hook_event_name: string, more = {}) =>
      world.hook(["--agent", "claude-code", "snapshot"], { hook_event_name, ...more });
    await hook("UserPromptSubmit", { prompt: "Write many files. ".repeat(20) });
    for (let at = 0; at < 30; at += 1) world.write(`made/file-${at}.ts`, "x\n");
    await hook("Stop");
    world.write("made/file-1.ts", "edited\n");
    const { call, questions } = await connect(() => ({ action: "decline" }));
    const { text } = await call("plan_undo");
    await call("undo", { plan: planOf(text) });
    const [what, files, apart] = questions[0]!.split("\n");
    expect(what).toMatch(/^Undo "Write many files\./);
    expect(files).toMatch(/^30 deleted: /);
    expect(apart).toBe("1 edited since, redo brings it back");
    for (const line of [what, files, apart]) expect(line!.length).toBeLessThan(80);
  });

  test("takes back some files of a turn, and the rest of it later", async () => {
    const { call } = await connect(() => YES);
    const plan = async (given = {}) => planOf((await call("plan_undo", given)).text);
    await call("undo", { plan: await plan({ paths: ["app.ts"] }) });
    expect([world.read("app.ts"), world.read("token.txt").length > 0]).toEqual(["one\n", true]);
    await call("undo", { plan: await plan() });
    expect(files()).not.toContain("token.txt");
    expect((await call("plan_undo")).text).toBe("There is nothing to undo here.");
  });
});

test("no answer and no question holds a secret", async () => {
  world.sh(`git mv kept.txt ${GITHUB}.txt`);
  await world.snapveil(["snapshot", "-m", "a note"]);
  const { call, questions } = await connect(() => ({ action: "decline" }));
  const { text: list } = await call("list_checkpoints");
  const id = /^(\w+) .*turn/m.exec(list)?.[1];
  const { text: plan } = await call("plan_undo");
  const said = [
    list,
    plan,
    (await call("show_changes", { id })).text,
    (await call("show_changes")).text,
    (await call("show_changes", { paths: [GITHUB] })).text,
    (await call("plan_undo", { step: GITHUB })).text,
    (await call("undo", { plan: planOf(plan) })).text,
    (await call(GITHUB)).text,
    ...questions,
  ].join("\n");
  expect(said).toContain("token.txt");
  expect(said).not.toContain(GITHUB);
});

test.each<[string, Record<string, unknown>]>([
  ["plan_undo", { step: 3 }],
  ["plan_undo", { whole: true }],
  ["plan_undo", { paths: "app.ts" }],
  ["plan_undo", { step: "ffffffff" }],
  ["show_changes", { paths: [1] }],
  ["undo", {}],
  ["undo", { plan: "none" }],
  ["allow", { id: "--last" }],
])("%s with %j is an error that the model reads", async (name, given) => {
  const { call } = await connect(() => YES);
  const before = files();
  expect(await call(name, given)).toMatchObject({ isError: true });
  expect(files()).toBe(before);
});
