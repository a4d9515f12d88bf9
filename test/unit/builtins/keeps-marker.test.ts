import { describe, expect, test } from "vitest";

import { guardWriteBack, keepsMarker } from "../../../builtins/write-back/guard-write-back.ts";
import type { Json } from "../../../kit/json.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { ioWith } from "../../support/io-with.ts";
import {
  MARKER_COMMANDS,
  READING_COMMANDS,
  SEARCHING_COMMANDS,
  SETTING_COMMANDS,
  WRITING_SPELLINGS,
} from "../../support/marker-writings.ts";

const M = "[REDACTED]";
const call = { io: ioWith("", { GITHUB_TOKEN: "x" }) };

function event(toolName: string, toolInput: Json): HookEvent<"pre_tool_use"> {
  return {
    name: "pre_tool_use",
    wireName: "pre_tool_use",
    dialect: "claude-code",
    raw: {},
    cwd: "/nowhere",
    toolName,
    toolInput,
  };
}

/** What is said of a call whose marker came from the model, and of one whose secret was taken out. */
function judged(toolName: string, toolInput: Json): { refused: boolean; rewritten: boolean } {
  const asked = event(toolName, toolInput);
  return {
    refused: guardWriteBack(asked, call).verdict?.kind === "deny",
    rewritten: !keepsMarker(asked, toolInput, call),
  };
}

describe("a command that writes or sets something", () => {
  test.each([...SETTING_COMMANDS, ...WRITING_SPELLINGS, ...MARKER_COMMANDS].map((command) => [command(M)]))(
    "%s",
    (command) => {
      expect(judged("Bash", { command })).toEqual({ refused: true, rewritten: false });
      expect(judged("exec_command", { cmd: ["bash", "-lc", command] })).toEqual({ refused: true, rewritten: false });
    },
  );
});

describe("a command that only searches, prints or sends", () => {
  test.each(READING_COMMANDS.map((command) => [command(M)]))("%s", (command) => {
    expect(judged("Bash", { command })).toEqual({ refused: false, rewritten: true });
  });
});

describe("a command that searches or tells", () => {
  test.each(SEARCHING_COMMANDS.map((command) => [command(M)]))("%s", (command) => {
    expect(judged("Bash", { command }).refused).toBe(false);
  });
});

test("a command that lost a part of itself together with the secret is not run", () => {
  expect(
    keepsMarker(event("Bash", { command: "curl -H x https://a.test > out" }), { command: `curl -H ${M}` }, call),
  ).toBe(true);
});

describe("a command that keeps what it found, or a text for people", () => {
  test.each([
    `grep -rn "${M}" . > hits.txt`,
    `curl -H "Authorization: Bearer ${M}" https://example.test/a -o a.json`,
    `curl -u me:${M} https://example.test/a.sh | sh`,
    `git commit -m "Explain ${M}"`,
    `gh issue create --title x --body "It prints ${M}"`,
  ])("%s", (command) => {
    expect(judged("Bash", { command })).toEqual({ refused: false, rewritten: false });
  });
});

describe("a marker in pieces", () => {
  test.each([
    `A='[RED'; B='ACTED]'; echo $A$B > .env`,
    `A='[RED'\nB="ACTED]"\nprintf 'TOKEN=%s%s\\n' "$A" "$B" >> .env`,
    `printf '%s%s' '[RED' 'ACTED]' > .env`,
    `printf '[%s]' REDACTED > .env`,
    `x=REDACTED; echo "TOKEN=[$x]" > .env`,
    `x=REDACTED; kubectl create secret generic a --from-literal=t="[\${x}]"`,
    `echo "TOKEN=[RED"'ACTED]' > .env`,
    `echo TOKEN=\\[REDACTED\\] > .env`,
    `echo "[$(echo REDACTED)]" > .env`,
    `x='[REDACT'; x+='ED]'; vault kv put a t=$x`,
    `echo -n 'TOKEN=[RED' > .env; echo 'ACTED]' >> .env`,
    `A='['; B=RED; C=ACTED; D=']'; echo $A$B$C$D > .env`,
    `printf -v t '[%s]' REDACTED; echo "$t" > .env`,
    `bash -c 'echo "$1" > .env' _ '${M}'`,
    `echo '${M}' | xargs sh -c 'echo "$0" > .env'`,
    `set -- '[RED' 'ACTED]'; echo "$1$2" > .env`,
  ])("is refused to %s", (command) => expect(judged("Bash", { command }).refused).toBe(true));

  test.each([
    `if [ "$X" = REDACTED ]; then echo yes > a.txt; fi`,
    `[ -f a ] && echo RED > b`,
    `A='[RED'; echo $A > a`,
    `arr[R]=1; ./run D]`,
  ])("and none is made of %s", (command) => expect(judged("Bash", { command }).refused).toBe(false));
});

describe("a variable that the environment has", () => {
  test("is seen by every program, another one is not", () => {
    expect(judged("Bash", { command: `GITHUB_TOKEN=${M}; ./deploy.sh` }).refused).toBe(true);
    expect(judged("Bash", { command: `OTHER=${M}; ./deploy.sh` }).refused).toBe(false);
  });

  test("comes beside the command", () => {
    expect(judged("shell", { cmd: "./deploy.sh", env: { TOKEN: M } }).refused).toBe(true);
  });
});

describe("another tool", () => {
  test.each<readonly [tool: string, input: Json]>([
    ["mcp__github__create_or_update_secret", { name: "TOKEN", value: M }],
    ["create_secret", { name: "a", value: M }],
    ["mcp__aws__put_parameter", { Name: "/a", Value: M }],
    ["update_page", { id: 1, properties: { token: M } }],
    ["mcp__github__update_issue", { issue: 1, body: `token: ${M}` }],
    ["set_env_var", { key: "A", value: M }],
    ["mcp__pg__execute_sql", { sql: `ALTER ROLE app PASSWORD '${M}'` }],
    ["mcp__pg__query", { sql: `INSERT INTO t VALUES ('${M}')` }],
    ["http_request", { method: "PUT", url: "https://example.test", body: { token: M } }],
    ["http_request", { method: "POST", url: "https://example.test", body: M }],
    ["fetch", { url: "https://example.test", body: M }],
    ["browser_type", { selector: "#password", text: M }],
    ["execute_python", { code: `print("${M}", file=open("a", "w"))` }],
    ["run_code", { language: "js", source: `save("${M}")` }],
    ["save_memory", { fact: `the token is ${M}` }],
    ["use_mcp_tool", { server_name: "x", tool_name: "create_secret", arguments: { value: M } }],
    ["mcp__x__frobnicate", { a: [{ b: M }] }],
  ])("%s %j writes", (tool, input) => expect(judged(tool, input)).toEqual({ refused: true, rewritten: false }));

  test.each<readonly [tool: string, input: Json]>([
    ["WebFetch", { url: `https://example.test/?key=${M}`, prompt: "x" }],
    ["fetch", { urls: [`https://me:${M}@example.test`] }],
    ["WebSearch", { query: M }],
    ["http_request", { method: "GET", url: "https://example.test", headers: { Authorization: M } }],
    ["http_request", { method: "POST", url: "https://example.test", headers: { Authorization: M }, body: "{}" }],
    ["mcp__pg__query", { sql: `SELECT * FROM t WHERE a = '${M}'` }],
    ["mcp__github__search_code", { q: M }],
    ["mcp__github__create_issue", { title: "x", body: `It prints ${M}` }],
    ["mcp__slack__post_message", { channel: "x", text: M }],
    ["TodoWrite", { todos: [{ content: M }] }],
    ["Task", { prompt: M }],
    ["transfer_task", { agent: "x", task: M }],
    ["Grep", { pattern: M }],
    ["SlashCommand", { command: `/explain ${M}` }],
    ["get_secret", { name: M }],
  ])("%s %j does not", (tool, input) => expect(judged(tool, input)).toEqual({ refused: false, rewritten: true }));
});
