import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { mentionsIn } from "../../../builtins/mentioned-files/mentions-in.ts";
import { dispatch } from "../../../hook/dispatch.ts";
import type { JsonObject } from "../../../kit/json.ts";
import { noteMod } from "../../../session/live-mod.ts";
import { ioWith } from "../../support/io-with.ts";
import { GITHUB as TOKEN } from "../../support/made-up.ts";

describe("a prompt names", () => {
  test.each<[prompt: string, mentions: ReturnType<typeof mentionsIn>]>([
    ["look at @src/a.ts", [{ path: "src/a.ts" }]],
    ["@a.ts, please; and @b.ts.", [{ path: "a.ts" }, { path: "b.ts" }, { path: "a.ts," }, { path: "b.ts." }]],
    ['@"a b.txt" and @~/notes', [{ path: "a b.txt" }, { path: "~/notes" }]],
    ["@a.ts#L10-20", [{ path: "a.ts", lines: [10, 20] }, { path: "a.ts#L10-20" }]],
    ["@a.ts#L3", [{ path: "a.ts", lines: [3, 3] }, { path: "a.ts#L3" }]],
    ["@notes.md#heading", [{ path: "notes.md" }, { path: "notes.md#heading" }]],
    ["\u3002@a.ts", [{ path: "a.ts" }]],
    ["me@example.com, git@host:a.git (@a.ts)", []],
    ["@", []],
  ])("%j", (prompt, mentions) => {
    expect(mentionsIn(prompt)).toEqual(mentions);
  });
});

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "named-"));
  mkdirSync(join(place, "project/sub"), { recursive: true });
  mkdirSync(join(place, ".config/snapveil"), { recursive: true });
  const text = `one\ntwo\nkey=${TOKEN}\nfour\n`;
  for (const name of ["project/conf.txt", "project/sub/a b.txt", "home.txt"]) writeFileSync(join(place, name), text);
  writeFileSync(join(place, "project/long.txt"), `${"a line of many words\n".repeat(60_000)}${TOKEN}\n`);
  writeFileSync(join(place, "project/ok.txt"), "nothing here\n");
  writeFileSync(join(place, "project/.env"), "PORT=3000\n");
  writeFileSync(join(place, "project/picture.png"), `\0\0${TOKEN}`);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const worldOf = (payload: JsonObject) => ({
  ...ioWith(JSON.stringify(payload), { HOME: place, SNAPVEIL_DATA_DIR: join(place, "data") }),
  now: () => new Date(),
});

async function ask(prompt: string, agent = "claude-code", folder = "project", env = {}): Promise<string> {
  const payload = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: join(place, folder), prompt };
  const io = worldOf(payload);
  const { stdout } = await dispatch(
    { ...io, env: { ...io.env, ...env } },
    { agent, builtin: "redact_secrets", args: [] },
  );
  expect(stdout).not.toContain(TOKEN);
  return stdout;
}
const configure = (redaction: JsonObject) =>
  writeFileSync(join(place, ".config/snapveil/config.jsonc"), JSON.stringify(redaction));

describe("the content of a file that is named by @ goes to Claude Code's model, so the prompt", () => {
  test.each([
    "look at @conf.txt please",
    '@"sub/a b.txt"',
    "see @~/home.txt.",
    "see @./sub/../conf.txt!",
    "first @ok.txt and then @conf.txt",
    "see @conf.txt#L2-3",
    "see @conf.txt#L3",
    "see @conf.txt#L1-2 and @conf.txt",
    "see @long.txt#L60000-60001",
    "see @conf.txt#somewhere",
  ])("%j is refused, as if the secret stood in it", async (prompt) => {
    const answer = JSON.parse(await ask(prompt)) as JsonObject;
    expect(answer["decision"]).toBe("block");
    expect(answer["reason"]).toMatch(/names a file, `.*\.txt`, that holds a secret: github-token/);
  });

  test("is refused where the agent went into another folder than it was started in", async () => {
    expect(await ask("see @conf.txt", "claude-code", "project/sub")).toBe("");
    const env = { CLAUDE_PROJECT_DIR: join(place, "project") };
    expect(await ask("see @conf.txt", "claude-code", "project/sub", env)).toContain("github-token");
  });

  test("with a file of secrets in it is refused, whatever its values look like", async () => {
    expect(await ask("@.env")).toContain("which may hold settings of an environment");
  });

  test.each([
    "see @ok.txt",
    "see @conf.txt#L1-2",
    "see conf.txt",
    "see @sub",
    "@nothing.txt",
    "@picture.png",
    "a@conf.txt",
  ])("%j passes", async (prompt) => {
    expect(await ask(prompt)).toBe("");
  });

  test("passes with a warning where the policy for prompts is to warn", async () => {
    configure({ policy: { prompt: "warn" } });
    for (const prompt of ["@conf.txt", "@.env"]) {
      const answer = JSON.parse(await ask(prompt)) as JsonObject;
      expect(answer["decision"]).toBeUndefined();
      expect(answer["systemMessage"]).toContain("It was let through, as your settings say");
    }
  });

  test("passes where our mod takes the secret out of the file", async () => {
    noteMod(worldOf({}), "s");
    expect(await ask("@conf.txt")).toBe("");
  });

  test("passes where the file is one in which the settings look for no secrets", async () => {
    configure({ allow: ["conf.txt"] });
    expect(await ask("@conf.txt")).toBe("");
  });
});

test.each(["gemini-cli", "codex"])("%s puts no file into a prompt unseen, so its prompt passes", async (agent) => {
  expect(await ask("look at @conf.txt", agent)).toBe("");
});
