import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { dispatch } from "../../../hook/dispatch.ts";
import type { JsonObject } from "../../../kit/json.ts";
import { GITHUB as TOKEN } from "../../support/made-up.ts";
import { ioWith } from "../../support/io-with.ts";

const PASSWORD = ["Xq9!zzTr7", "Wv2kLm"].join("");
const LINES = [
  "MIIEpAIBAAKCAQEAy8Dbv8prpJ0kKhlGeJYozo2t60EG8L0561g13R29LvMR5hy",
  "vGZlGJpmn65A4xHXInJYiPuKzrKUnApeLZvw1HocOAZtWK0z3r26uA8kQYOKX9",
  "Qt2WmRkLz8YbVxNcJdHsGfTeUaPiOoMnBvCxZaSdFgHjKlQwErTyUiOp",
];
const [BEGIN, END] = ["BEGIN", "END"].map((word) => ["-----", word, " RSA PRIVATE KEY-----"].join(""));
const PEM = [BEGIN, ...LINES, END, ""].join("\n");

let place: string;
beforeEach(() => (place = mkdtempSync(join(tmpdir(), "pieces-"))));
afterEach(() => rmSync(place, { recursive: true, force: true }));
const tails = () => {
  try {
    return readdirSync(join(place, "data/tails"));
  } catch {
    return [];
  }
};

async function send(
  event: string,
  more: JsonObject = {},
  env: Record<string, string> = {},
): Promise<{ [key: string]: { [key: string]: string } }> {
  const payload = {
    hook_event_name: event,
    session_id: "s1",
    cwd: "/",
    tool_use_id: "call_1",
    tool_name: "shell",
    tool_category: "shell",
    tool_input: { cmd: "./deploy" },
    ...more,
  };
  const io = {
    ...ioWith(JSON.stringify(payload), { SNAPVEIL_DATA_DIR: join(place, "data"), ...env }),
    now: () => new Date(),
  };
  const { stdout } = await dispatch(io, { agent: "docker-agent", args: [] });
  return stdout === "" ? {} : (JSON.parse(stdout) as never);
}

/** What is shown of a piece. */
async function shown(piece: string, more: JsonObject = {}): Promise<string> {
  const answer = await send("tool_response_transform", { tool_response: piece, ...more });
  return answer["hook_specific_output"]?.["updated_tool_response"] ?? piece;
}

describe("a command's output that docker-agent shows in pieces", () => {
  test.each([
    ["a token", `deployed with ${TOKEN} at once\n`, [TOKEN]],
    ["a password behind its name", `user=app\npassword=${PASSWORD}\nhost=db\n`, [PASSWORD]],
    ["a private key", `key:\n${PEM}done\n`, LINES],
  ])("never shows both parts of %s, wherever it was cut", async (_name, text, secrets) => {
    for (let at = 1; at < text.length; at += 1) {
      const parts = [
        await shown(text.slice(0, at), { tool_use_id: `call_${at}` }),
        await shown(text.slice(at), { tool_use_id: `call_${at}` }),
      ];
      for (const secret of secrets) expect(parts.join(""), `cut at ${at}`).not.toContain(secret);
      const rest = secrets.filter((secret) => text.indexOf(secret) >= at);
      for (const secret of rest) expect(parts[1], `cut at ${at}`).not.toContain(secret.slice(0, 12));
    }
    expect(tails()).toEqual([]);
  });

  test("never shows a secret that is cut into single characters", async () => {
    const parts: string[] = [];
    for (const letter of `token ${TOKEN}\nall is well\n`) parts.push(await shown(letter));
    expect(parts.join("")).not.toContain(TOKEN);
    expect(parts.join("")).toContain("\nall is well\n");
  });

  test("hides a private key line by line until it ends, and nothing after that", async () => {
    const parts: string[] = [];
    for (const line of `${PEM}all is well\n`.split(/(?<=\n)/)) parts.push(await shown(line));
    for (const line of LINES) expect(parts.join("")).not.toContain(line);
    expect(parts.at(-1)).toBe("all is well\n");
  });

  test("hides a private key with headers, and one in a line of JSON", async () => {
    const parts: string[] = [];
    for (const line of [
      BEGIN,
      "Proc-Type: 4,ENCRYPTED",
      `DEK-Info: AES-128-CBC,${"A1".repeat(16)}`,
      "",
      ...LINES,
      END,
      "all is well",
    ])
      parts.push(await shown(`${line}\n`));
    const json = `{"private_key": "${[BEGIN, ...LINES, END, ""].join("\\n")}", "id": 7}\n`;
    for (const at of [40, 80, 150])
      parts.push(
        await shown(json.slice(0, at), { tool_use_id: `j${at}` }),
        await shown(json.slice(at), { tool_use_id: `j${at}` }),
      );
    for (const line of LINES) expect(parts.join("")).not.toContain(line);
    expect(parts.join("")).toContain("\nall is well\n");
    expect(parts.at(-1)).toContain('"id": 7');
  });

  test("hides a value whose name stood at the end of the piece before", async () => {
    await shown("New password:\n");
    expect(await shown(`${PASSWORD}\n`)).not.toContain(PASSWORD);
  });

  test.each([
    ["as it is", `USER=x\npassword=${PASSWORD}`],
    [
      "with what docker-agent says of a failure before it",
      `Error executing command: exit status 1\nOutput: USER=x\npassword=${PASSWORD}`,
    ],
  ])("comes whole at last, %s, and is searched by itself", async (_name, whole) => {
    await shown("USER=x\n");
    await shown(`password=${PASSWORD}`);
    expect(await shown(whole)).toBe(whole.replace(PASSWORD, "[REDACTED]"));
    expect(tails()).toEqual([]);
  });

  test("leaves the pieces of other calls and sessions alone", async () => {
    await shown("password=");
    expect(await shown("correct\n", { tool_use_id: "call_2" })).toBe("correct\n");
    expect(await shown("correct\n", { session_id: "s2" })).toBe("correct\n");
  });

  test("is kept in no file where a piece ends with its line", async () => {
    await shown("compiling 1 of 60\n");
    await shown("compiling 2 of 60\r\n");
    await shown("\rcompiling 3 of 60\r");
    expect(tails()).toEqual([]);
  });

  test.each([
    ["the call", "post_tool_use", {}],
    ["the session", "session_end", { tool_use_id: "" }],
  ])("is forgotten when %s ends", async (_name, event, more) => {
    await shown("the end is open");
    await shown("of two calls", { tool_use_id: "a/b c" });
    expect(tails().length).toBe(2);
    await send(event, more);
    await send(event, { ...more, tool_use_id: "a/b c" });
    expect(tails()).toEqual([]);
  });

  test("is kept for its owner alone, and for an hour at most", async () => {
    await shown("the end is open");
    const [name] = tails();
    const file = join(place, "data/tails", name!);
    expect([statSync(file).mode & 0o777, statSync(join(place, "data/tails")).mode & 0o777]).toEqual([0o600, 0o700]);
    utimesSync(file, new Date(), new Date(Date.now() - 61 * 60 * 1000));
    await shown("another end", { session_id: "s2" });
    expect(tails()).toEqual(["s2.call_1"]);
  });

  test("is searched piece by piece where nothing can be kept", async () => {
    writeFileSync(join(place, "file"), "");
    expect(
      await send(
        "tool_response_transform",
        { tool_response: "the end is open" },
        { SNAPVEIL_DATA_DIR: join(place, "file/data") },
      ),
    ).toEqual({});
  });
});
