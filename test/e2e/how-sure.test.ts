import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { JsonObject } from "../../kit/json.ts";
import { GITHUB as TOKEN } from "../support/made-up.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q . && mkdir -p src test && echo 'password: sunnydays88' > src/app.yml");
/** A password as a person makes one: it rests on the word before it alone. */
const WORD = ["Tr0ub4dor", "Horse", "77"].join("-");
/** A token of Slack's shape whose characters stand in their order. */
const MADE_UP_TOKEN = ["xoxb", "123456789012", "1234567890123", "abcdefghijklmnopqrstuvwx"].join("-");

interface Answer {
  readonly decision?: string;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: JsonObject;
}

interface Sent {
  readonly hook_specific_output: { readonly updated_messages: readonly { readonly content: string }[] };
}

async function answer(event: object): Promise<Answer> {
  const { stdout } = await world.hook(["--agent", "claude-code", "redact_secrets"], event);
  return stdout === "" ? {} : (JSON.parse(stdout) as Answer);
}
const write = (path: string, content: string) =>
  answer({
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_use_id: "t",
    tool_input: { file_path: join(world.cwd, path), content },
  });
const printed = (command: string, stdout: string) =>
  answer({
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_use_id: "t",
    tool_input: { command },
    tool_response: { stdout, stderr: "", interrupted: false, isImage: false, noOutputExpected: false },
  });
const prompt = (text: string) => answer({ hook_event_name: "UserPromptSubmit", prompt: text });

/** Passwords as a program makes one, and as a person does. */
const [MADE, TYPED] = [["Zq7mp0", "8hsE8J", "NpjW4x"].join(""), ["Velvet", "1464"].join("!")];
const PASTED = [
  `why does it not connect?\nDB_PASSWORD=${MADE}`,
  `services:\n  db:\n    environment:\n      POSTGRES_USER: shop\n      POSTGRES_PASSWORD: ${TYPED}\nwhat is wrong?`,
  `define('DB_USER', 'wp');\ndefine('DB_PASSWORD', '${TYPED}');\nno connection`,
  `mysql -h db.shop-prod.net -u shop -p${TYPED} shop fails`,
];
const SPOKEN = [`log in with the password: ${TYPED}`, `the form says "password: ${TYPED}" is too weak, why?`];

describe("a prompt", () => {
  test.each(PASTED)("is refused where nothing can be taken out of it: %j", async (text) => {
    expect((await prompt(text)).decision).toBe("block");
  });

  test.each(SPOKEN)("is let through, with a word to the person: %j", async (text) => {
    const said = await prompt(text);
    expect(said.decision).toBeUndefined();
    expect(said.systemMessage).toMatch(/what may be a secret/);
  });

  test.each([...PASTED, ...SPOKEN])(
    "loses its secret on the way to the model, as an output would: %j",
    async (text) => {
      const { stdout } = await world.hook(["--agent", "docker-agent", "redact_secrets"], {
        hook_event_name: "before_llm_call",
        messages: [{ role: "user", content: text }],
      });
      const [sent] = (JSON.parse(stdout) as Sent).hook_specific_output.updated_messages;
      expect(sent!.content).toMatch(/\[REDACTED/);
      expect(sent!.content).not.toContain(MADE);
      expect(sent!.content).not.toContain(TYPED);
      // Nobody is told that it was let through.
      const asked = { hook_event_name: "user_prompt_submit", prompt: text };
      expect((await world.hook(["--agent", "docker-agent", "redact_secrets"], asked)).stdout).not.toContain(
        "let through",
      );
    },
  );
});

test("the model's own words stay, but no token of a known shape, however made up", async () => {
  const content = `set password: "${TYPED}" in the test, and ${MADE_UP_TOKEN}`;
  const made = {
    function: { name: "write_file", arguments: `{"path":"test/a.test.ts","content":"${MADE_UP_TOKEN}"}` },
  };
  const { stdout } = await world.hook(["--agent", "docker-agent", "redact_secrets"], {
    hook_event_name: "before_llm_call",
    messages: [{ role: "assistant", content, tool_calls: [{ id: "c", type: "function", ...made }] }],
  });
  expect(stdout).toContain(TYPED);
  expect(stdout).not.toContain(MADE_UP_TOKEN);
});

describe("a word behind a telling name", () => {
  test.each(["test/login.test.ts", "fixtures/users.yml", "docs/setup.md", "db/seeds.rb", "config.example.yml"])(
    "is written to %s",
    async (path) => expect(await write(path, `password: "${WORD}"\n`)).toEqual({}),
  );

  test("is asked about elsewhere, as a token of a known shape is everywhere", async () => {
    expect((await write("config/app.yml", `password: "${WORD}"\n`)).hookSpecificOutput).toMatchObject({
      permissionDecision: "ask",
    });
    for (const path of ["test/login.test.ts", "docs/setup.md"])
      expect((await write(path, `token: "${TOKEN}"\n`)).hookSpecificOutput).toMatchObject({
        permissionDecision: "ask",
      });
  });

  test("stays in what a tool answers that has written it into a test or a file of the worktree", async () => {
    for (const [path, word] of [
      ["test/login.test.ts", WORD],
      ["src/app.yml", "sunnydays88"],
    ] as const) {
      const [file, content] = [join(world.cwd, path), `password: "${word}"\n`];
      const said = await answer({
        hook_event_name: "PostToolUse",
        tool_name: "Write",
        tool_use_id: "t",
        tool_input: { file_path: file, content },
        tool_response: { type: "create", filePath: file, content, structuredPatch: [], originalFile: null },
      });
      expect(said, path).toEqual({});
    }
  });

  test("refuses no prompt, and is told; a token does", async () => {
    const said = await prompt(`log in with the password: ${TYPED}`);
    expect([said.decision, said.systemMessage]).toEqual([undefined, expect.stringContaining("let through")]);
    expect((await prompt(`use ${TOKEN}`)).decision).toBe("block");
  });

  test("stays in the output where it stands in a file of the worktree, and goes elsewhere", async () => {
    expect(await printed("cat src/app.yml", "password: sunnydays88\n")).toEqual({});
    expect((await printed("ssh host cat app.yml", `password: ${WORD}\n`)).hookSpecificOutput).toBeDefined();
  });
});

test.each(["postgres", "minioadmin", "password123", "Password123"])("%s is everybody's", async (word) => {
  expect(await write("docker-compose.yml", `services:\n  db:\n    environment:\n      PASSWORD: ${word}\n`)).toEqual(
    {},
  );
  expect(await printed("docker compose config", `      PASSWORD: ${word}\n`)).toEqual({});
  expect((await prompt(`the password is ${word}`)).decision).toBeUndefined();
});

test("what a command makes for this moment is left, and redacted where it is stored", async () => {
  const made = ["9f86d081884c7d659a2feaa0c55ad015", "a3bf4f1b2b0b822cd15d6c15b0f00a08"].join("");
  const said = await printed("openssl rand -hex 32", `${made}\n`);
  expect([said.hookSpecificOutput, said.systemMessage]).toEqual([undefined, expect.stringContaining("made just now")]);
});

test("minConfidence is the user's, and a project only lowers it", async () => {
  world.configure({ minConfidence: { write: "high" } });
  expect(await write("config/app.yml", `password: "${WORD}"\n`)).toEqual({});
  world.write(".snapveil.jsonc", JSON.stringify({ minConfidence: { write: "medium" } }));
  expect((await write("config/app.yml", `password: "${WORD}"\n`)).hookSpecificOutput).toBeDefined();
  world.configure({});
  world.write(".snapveil.jsonc", JSON.stringify({ minConfidence: { write: "high" } }));
  const { problems } = await world.json<{ problems: string[] }>(["config"]);
  expect(problems).toEqual([expect.stringContaining("a project can only lower it")]);
});
