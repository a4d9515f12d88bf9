import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { installerFor } from "../../support/agents.ts";
import { installWorld, treeOf, type InstallWorld } from "./install-world.ts";

const refusal = async (agent: string, text: string) =>
  installerFor(agent)!.refuses!("/home/u/file", text, await loadAgent(agent));

const HOOK = { type: "command", command: "true" };
const before = (hook: unknown, matcher: unknown = "Bash") => ({ PreToolUse: [{ matcher, hooks: [hook] }] });
const hooks = (value: unknown) => JSON.stringify({ hooks: value });

/** A text, and what the agent says against it; `undefined`: it loads the file. Each was put to the agent itself. */
type Case = readonly [name: string, text: string, clause?: string | undefined];

const CLAUDE: readonly Case[] = [
  ["a mark of the encoding", '\uFEFF{"model":"opus"}'],
  ["an empty file", ""],
  ["unknown keys, and integers of any length", '{"mine":{"a":[null]},"n":9223372036854775808}'],
  ["a key twice", '{"model":5,"model":"opus"}'],
  ["a comment", '// mine\n{"a":1}', "there is a comment in line 1"],
  ["a comment further down", '{\n  "a": 1 /* mine */\n}', "there is a comment in line 2"],
  ["a comma too many", '{\n  "a": [1,]\n}', "there is a comma with nothing behind it in line 2"],
  ["a tab in a text", '{"a":"\t"}', "it is not valid JSON (InvalidCharacter) in line 1"],
  ["a list", "[]", "the file has to be an object (line 1)"],
  ["a model that is a number", '{\n"model":5}', '"model" has to be a text (line 2)'],
  ["a switch that is a text", '{"disableAllHooks":"true"}', '"disableAllHooks" has to be true or false (line 1)'],
  ["no days", '{"cleanupPeriodDays":0}', '"cleanupPeriodDays" has to be a whole number from 1 on (line 1)'],
  ["variables of any type", '{"env":{"A":1,"B":null}}'],
  ["a rule that is a number", '{"permissions":{"allow":[5]}}'],
  ["rules in one text", '{"permissions":{"deny":"x"}}', '"permissions.deny" has to be a list (line 1)'],
  [
    "an unknown mode",
    '{"permissions":{"defaultMode":"x"}}',
    '"permissions.defaultMode" has to be one of "acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan" (line 1)',
  ],
  ["a status line without a type", '{"statusLine":{"command":"x"}}', '"statusLine" lacks "type" (line 1)'],
  [
    "a plugin that is a number",
    '{"enabledPlugins":{"a@b":5}}',
    '"enabledPlugins.a@b" has to be true or false or a list (line 1)',
  ],
  ["an event that is null", hooks({ Stop: null, PreToolUse: null })],
  ["an unreadable hook of an event that guards nothing", hooks({ Stop: [{ hooks: [{ type: "x" }] }], Mine: "x" })],
  ["a part of a second", hooks(before({ ...HOOK, timeout: 0.5 }))],
  ["keys that it does not know", hooks(before({ ...HOOK, env: 5, foo: 5 }))],
  [
    "no time at all",
    hooks(before({ ...HOOK, timeout: 0 })),
    '"hooks.PreToolUse.0.hooks.0.timeout" has to be a number above 0 (line 1)',
  ],
  [
    "a time-out in a text",
    hooks(before({ ...HOOK, timeout: "5" })),
    '"hooks.PreToolUse.0.hooks.0.timeout" has to be a number above 0 (line 1)',
  ],
  ["no type", hooks(before({ command: "true" })), '"hooks.PreToolUse.0.hooks.0" lacks "type" (line 1)'],
  ["no command", hooks(before({ type: "command" })), '"hooks.PreToolUse.0.hooks.0" lacks "command" (line 1)'],
  [
    "an unknown type",
    hooks(before({ type: "script" })),
    '"hooks.PreToolUse.0.hooks.0.type" has to be one of "command", "http", "mcp_tool", "prompt", "agent" (line 1)',
  ],
  ["a hook that is null", hooks(before(null)), '"hooks.PreToolUse.0.hooks.0" has to be an object (line 1)'],
  [
    "no address",
    hooks(before({ type: "http", url: "x" })),
    '"hooks.PreToolUse.0.hooks.0.url" has to be an address such as http://127.0.0.1:8080/ (line 1)',
  ],
  ["a matcher that is a list", hooks(before(HOOK, ["Bash"])), '"hooks.PreToolUse.0.matcher" has to be a text (line 1)'],
  ["a group without hooks", hooks({ PermissionRequest: [{}] }), '"hooks.PermissionRequest.0" lacks "hooks" (line 1)'],
  ["a group in place of a list", hooks({ PreToolUse: {} }), '"hooks.PreToolUse" has to be null or a list (line 1)'],
];

const CODEX: readonly Case[] = [
  ["a description", '{"description":"mine","hooks":{}}'],
  ["an event of which it knows nothing", hooks({ Mine: "x", Other: [5] })],
  [
    "a time-out of null, and one of 0",
    hooks({
      Stop: [
        {
          hooks: [
            { ...HOOK, timeout: null },
            { ...HOOK, timeout: 0 },
          ],
        },
      ],
    }),
  ],
  [
    "keys that it does not know, twice",
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a","x":1,"x":2}]}]}}',
  ],
  ["a mark of the encoding", '\uFEFF{"hooks":{}}', "it begins with a mark of its encoding (BOM)"],
  ["a comment", '// mine\n{"hooks":{}}', "there is a comment in line 1"],
  ["a schema", '{"$schema":"s","hooks":{}}', '"$schema" is an unknown field (line 1)'],
  ["a flat map of events", '{"Stop":[]}', '"Stop" is an unknown field (line 1)'],
  ["hooks that are null", '{"hooks":null}', '"hooks" has to be an object (line 1)'],
  ["an event that is null", hooks({ Stop: null }), '"hooks.Stop" has to be a list (line 1)'],
  ["an event twice", '{"hooks":{"Stop":[],\n"Stop":[]}}', '"hooks.Stop" stands there twice (line 2)'],
  [
    "a key of a hook twice",
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a","command":"b"}]}]}}',
    '"hooks.Stop.0.hooks.0.command" stands there twice (line 1)',
  ],
  ...["0.5", "1.0", "1e3", "-1", '"5"', "true", "9223372036854775808"].map(
    (timeout): Case => [
      `a time-out of ${timeout}`,
      `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true","timeout":${timeout}}]}]}}`,
      '"hooks.Stop.0.hooks.0.timeout" has to be a whole number without a point, a sign or an exponent or null (line 1)',
    ],
  ),
  [
    "the largest time-out",
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true","timeout":9007199254740993}]}]}}',
  ],
  [
    "a type of another agent",
    hooks({ Stop: [{ hooks: [{ type: "http", url: "http://127.0.0.1/" }] }] }),
    '"hooks.Stop.0.hooks.0.type" has to be one of "command", "mcp_tool", "prompt", "agent" (line 1)',
  ],
  [
    "no command",
    hooks({ Stop: [{ hooks: [{ type: "command" }] }] }),
    '"hooks.Stop.0.hooks.0" lacks "command" (line 1)',
  ],
];

const GEMINI: readonly Case[] = [
  ["comments", '// mine\n{"a":/* b */1}'],
  ["values of any type", '{"general":5,"hooks":{"BeforeTool":"x"}}'],
  ["a comma too many", '{"a":1,}', "there is a comma with nothing behind it in line 1"],
  ["a mark of the encoding", "\uFEFF{}", "it begins with a mark of its encoding (BOM)"],
];

const QWEN: readonly Case[] = [
  ["comments and a mark of the encoding", '\uFEFF// mine\n{"a":/* b */1}'],
  ["a comma too many", '{"a":1,}', "there is a comma with nothing behind it in line 1"],
];

describe.each([
  ["claude-code", CLAUDE],
  ["qwen-code", QWEN],
  ["codex", CODEX],
  ["gemini-cli", GEMINI],
])("%s is told to load a file, or why it does not", (agent, cases) => {
  test.each(cases.map(([name, text, clause]) => ({ name, text, clause })))("$name", async ({ text, clause }) => {
    const { title } = await loadAgent(agent);
    const sentence = `${title} loads nothing of /home/u/file, and so none of its hooks: ${clause}.`;
    expect(await refusal(agent, text)).toBe(clause === undefined ? undefined : sentence);
  });
});

const KIMI: readonly Case[] = [
  ["other tables", "a = 1979-05-27\n[models.x]\nmax = 5\n"],
  ["a hook of somebody's", '[[hooks]]\nevent = "Stop"\ncommand = "true"\nmatcher = ".*"\ntimeout = 5\n'],
  [
    "an integer that JavaScript cannot hold",
    "a = 1\nseed = 9223372036854775807\n",
    "what stands in line 2 is no TOML that it reads",
  ],
  ["a name", '[[hooks]]\nname = "mine"\nevent = "Stop"\ncommand = "true"\n', '"hooks.0.name" is an unknown field'],
  [
    "no time at all",
    '[[hooks]]\nevent = "Stop"\ncommand = "true"\ntimeout = 0\n',
    '"hooks.0.timeout" has to be a whole number from 1 on up to 600',
  ],
  ["no command", '[[hooks]]\nevent = "Stop"\n', '"hooks.0" lacks "command"'],
];

test.each(KIMI.map(([name, text, clause]) => ({ name, text, clause })))(
  "kimi-code and $name",
  async ({ text, clause }) => {
    const sentence = `Kimi Code loads none of the hooks in /home/u/file: ${clause}.`;
    expect(await refusal("kimi-code", text)).toBe(clause === undefined ? undefined : sentence);
  },
);

test("a key that may be anything is not repeated, nor is a value", async () => {
  const token = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
  for (const text of [`{"${token}${token}":1}`, `{"description":{"a":"${token}"}}`])
    expect(await refusal("codex", text)).not.toContain(token);
});

describe("install", () => {
  let world: InstallWorld;
  beforeEach(() => {
    world = installWorld();
  });
  afterEach(() => world.remove());

  test.each([
    [
      "claude-code",
      ".claude/settings.json",
      '// mine\n{"model":"opus"}\n',
      /there is a comment.*install again\. Nothing/,
    ],
    ["codex", ".codex/hooks.json", '{"$schema":"s"}', /"\$schema" is an unknown field/],
    ["gemini-cli", ".gemini/settings.json", "{ // mine\n}\uFEFF", /is not valid JSON/],
  ])("calls nothing registered that %s will not load, and changes nothing", async (agent, file, text, sentence) => {
    world.write(world.home, { [file]: text });
    const home = treeOf(world.home);
    await expect(world.prepare([agent])).rejects.toThrow(sentence);
    expect(treeOf(world.home)).toEqual(home);
  });

  test("puts its entries in the place of null, which Claude Code takes for nothing", async () => {
    const file = join(world.home, ".claude/settings.json");
    world.write(world.home, { ".claude/settings.json": '{"hooks":{"Stop":null,"PreToolUse":null}}' });
    await world.install(["claude-code"]);
    const { hooks: written } = JSON.parse(readFileSync(file, "utf8")) as { hooks: Record<string, unknown[]> };
    expect([written["Stop"]?.length, written["PreToolUse"]?.length]).toEqual([1, 1]);
    await world.uninstall(["claude-code"]);
    expect(readFileSync(file, "utf8")).toBe('{"hooks":{"Stop":null,"PreToolUse":null}}');
  });

  test("warns where nobody has tried whether the agent reads such a file", async () => {
    world.write(world.home, { ".letta/settings.json": "// mine\n{}", ".factory/hooks.json": "{}" });
    const { warnings } = await world.prepare(["letta", "droid"]);
    expect(warnings.filter((warning) => warning.includes("nobody here has tried"))).toEqual([
      `Whether Letta Code loads ${join(world.home, ".letta/settings.json")} nobody here has tried: there is a comment in line 1. ` +
        "Look whether it lists these hooks.",
    ]);
  });

  test("says so of a file that was sound when it was registered, and takes its lines out all the same", async () => {
    const file = join(world.home, ".claude/settings.json");
    await world.install(["claude-code"]);
    const broken = readFileSync(file, "utf8").replace("{", '{ "model": 5, // mine\n');
    world.write(world.home, { ".claude/settings.json": broken });
    await expect(world.prepare(["claude-code"])).rejects.toThrow(/there is a comment/);
    await world.uninstall(["claude-code"]);
    expect(readFileSync(file, "utf8")).toBe('{ "model": 5 // mine\n}\n');
  });
});
