import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { readSettings } from "../../../worktree/read-settings.ts";
import type { Settings } from "../../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { silentIo } from "../../support/silent-io.ts";

const folder = mkdtempSync(join(tmpdir(), "snapveil-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(name: string, text: string): Promise<Settings> {
  const file = join(folder, name);
  writeFileSync(file, text);
  return readSettings(silentIo(folder, { SNAPVEIL_CONFIG: file }), undefined);
}

describe("a settings file means the same in every language that it can be written in", () => {
  const value = {
    marker: "typed",
    builtins: { turn_start: ["add_date", ["add_prompt_files", "AGENTS.md"]] },
    allow: ["docs/**"],
    policy: { write: "deny" },
    rules: [{ kind: "acme", pattern: "acme_[a-z]{9}" }],
  };
  const plain = JSON.stringify(value);

  test.each([
    ["JSON on many lines", "a.jsonc", JSON.stringify(value, null, 2)],
    ["behind a mark of the byte order", "e.jsonc", `\uFEFF${plain}`],
    ["with such a mark and a comment", "f.jsonc", `\uFEFF// mine\n${plain}`],
    ["YAML behind such a mark", "g.yaml", `\uFEFF${plain}`],
    ["with a comment", "b.jsonc", `// mine\n${plain}`],
    ["with a comma too many", "c.jsonc", plain.replace(/}$/, ",}")],
    ["YAML, of which JSON is a part", "d.yaml", plain],
  ])("%s", async (_, name, text) => {
    const settings = await read("plain.jsonc", plain);
    expect(settings).toMatchObject({ marker: "typed", problems: [] });
    const other = JSON.stringify(await read(name, text)).replaceAll(name, "plain.jsonc");
    expect(JSON.parse(other)).toEqual(settings);
  });
});

test.each([
  ["nothing", ""],
  ["blanks", " \n"],
  ["comments alone", "// later\n"],
])("a file with %s changes nothing", async (_, text) => {
  expect(await read("empty.jsonc", text)).toEqual(DEFAULT_SETTINGS);
});

test.each([
  ["a torn file", '{ "marker": "ty', /unexpected end of string at line 1, column 13/],
  ["a torn YAML file", "marker: {typed", /bad indent at line 1/, "c.yaml"],
  ["a key twice in YAML", "marker: one\nmarker: two", /duplicate key at line 2/, "c.yaml"],
  ["two YAML documents", "marker: one\n---\nmarker: two", /multiple docs at line/, "c.yaml"],
  ["a word", "typed", /invalid symbol at line 1, column 1/],
  ["a list", '["typed"]', /it is a list, and not a mapping/],
  ["a number", "5", /it is 5, and not a mapping/],
])("%s is said, and the default holds", async (_, text, sentence, name = "broken.jsonc") => {
  const { problems, ...rest } = await read(name, text);
  expect(problems).toEqual([expect.stringMatching(sentence)]);
  expect({ ...rest, problems: [] }).toEqual(DEFAULT_SETTINGS);
});

test.each([
  ["a setting that is not known", { colour: "red" }, /"colour" is not used: there is no such key; known: builtins, /],
  ["a name that could be a secret", { "x9\n": 1 }, /"\(an odd name\)" is not used/],
  ["a value of another kind", { strict: "yes" }, /"strict" is not used: it is "yes", and not true or false/],
  [
    "a builtin that is none",
    { builtins: { turn_start: [{}] } },
    /"builtins\.turn_start\[0\]" is not used: it has no "name"/,
  ],
  [
    "an unknown detector",
    { detectors: ["own", "mine"] },
    /"detectors\[1\]" is not used: it is "mine", and not "own", "secretlint", "pii", or "pii:" and some of email, /,
  ],
  [
    "no detector",
    { detectors: [] },
    /"detectors" is not used: it is a list, and not a list of "own", "secretlint" and "pii", with/,
  ],
  [
    "rules that are none",
    { rules: [{ kind: "a", pattern: "" }] },
    /"rules\[0\]\.pattern" is not used: it is "", and not a pattern/,
  ],
  [
    "an unknown place",
    { policy: { wirte: "deny" } },
    /"policy\.wirte" is not used: .*mean "write"\?\); known: write, s/,
  ],
  ["an unknown policy", { policy: { write: "dney" } }, /"policy\.write" is not used: it is "dney", and not "redact", /],
  ["a pattern that is none", { destructive: { deny: [""] } }, /"destructive\.deny\[0\]" is not used: it is "", and/],
  [
    "a value that may be a token",
    { engine: ["ghp_", "Zk3vQ9mB7xT2pLw8Rc"].join("") },
    /"engine" is not used: it is a text of 22 characters, and not "git"/,
  ],
  ["a long value", { engine: "a1".repeat(30) }, /"engine" is not used: it is a text of 60 characters, and not "git"/],
  [
    "known values that are a list",
    { knownValues: ["a"] },
    /"knownValues" is not used: it is a list, and not true, false, or a mapping/,
  ],
])("%s is named, and the rest of the file holds", async (_, odd, sentence) => {
  for (const text of [
    { ...odd, marker: "typed" },
    { marker: "typed", ...odd },
  ]) {
    const { problems, marker, usersFile, ...rest } = await read("odd.jsonc", JSON.stringify(text));
    expect(problems).toEqual([expect.stringMatching(sentence)]);
    expect(problems[0]).toContain(usersFile);
    expect({ ...rest, marker: "plain", problems: [] }).toEqual(DEFAULT_SETTINGS);
    expect(marker).toBe("typed");
  }
});

describe("what a file says of an event", () => {
  const plan = async (builtins: object) => {
    const { replaced, builtins: lists, problems } = await read("plan.jsonc", JSON.stringify({ builtins }));
    return { replaced, events: Object.keys(lists), problems };
  };

  test.each([
    ["adds", { turn_start: ["add_git_diff"] }, []],
    [
      "replaces one event's",
      { turn_start: { replace: true, builtins: ["snapshot"] }, stop: ["add_date"] },
      ["turn_start"],
    ],
    ["replaces all that it names", { replace: true, turn_start: ["snapshot"], stop: [] }, ["turn_start", "stop"]],
    ["adds to one all the same", { replace: true, turn_start: { replace: false, builtins: ["add_date"] } }, []],
  ])("%s", async (_, builtins, replaced) => {
    expect(await plan(builtins)).toMatchObject({ replaced, problems: [] });
  });

  test.each([
    [
      "an entry of no use",
      { turn_start: { replace: true, builtins: ["snapshot", 5] } },
      /"builtins\.turn_start\.builtins\[1\]" is not used: it is 5, and not a builtin's name, a list/,
    ],
    [
      "another key",
      { turn_start: { replace: true, builtins: ["snapshot"], replce: true } },
      /"builtins\.turn_start\.replce" .*mean "replace"\?\); known: replace, builtins/,
    ],
    [
      "a word in its place",
      { turn_start: { replace: "yes", builtins: ["snapshot"] } },
      /"builtins\.turn_start\.replace" is not used: it is "yes", and not true or false/,
    ],
    [
      "a word beside the lists",
      { replace: "yes", turn_start: ["snapshot"] },
      /"builtins\.replace" is not used: it is "yes", and not true or false/,
    ],
  ])("replaces nothing with %s", async (_, builtins, problem) => {
    expect(await plan(builtins)).toEqual({
      replaced: [],
      events: ["turn_start"],
      problems: [expect.stringMatching(problem)],
    });
  });
});

test.each([
  ["PreToolUse", "pre_tool_use"],
  ["session_strat", "session_start"],
])("an event %s that there is not is named with %s", async (odd, meant) => {
  const { problems, builtins } = await read("event.jsonc", JSON.stringify({ builtins: { [odd]: ["add_date"] } }));
  const sentence = `"builtins.${odd}" is not used: there is no such event (did you mean "${meant}"?); known: session_start`;
  expect({ problems, builtins }).toEqual({ problems: [expect.stringContaining(sentence)], builtins: {} });
});

test("a builtin that is switched off inside of builtins is told the place", async () => {
  const { problems } = await read("inside.jsonc", JSON.stringify({ builtins: { block_destructive: false } }));
  expect(problems).toEqual([
    expect.stringMatching(/is not used: a builtin is switched on or off at the top level: "block_destructive": false$/),
  ]);
});

const entry = (more: object) => ({ builtins: { turn_start: [{ name: "add_date", ...more }] } });

test("an entry may be a mapping", async () => {
  const matchers = { tools: ["Bash"], paths: ["src/**"], agents: ["codex"], events: ["PreToolUse"] };
  const value = entry({ args: [1, "a"], matchers, timeout: 2.5, on_failure: "ask" });
  expect(await read("mapping.jsonc", JSON.stringify(value))).toMatchObject({
    builtins: {
      turn_start: [{ name: "add_date", args: ["1", "a"], matchers, timeout: 2.5, onFailure: "ask", origin: "user" }],
    },
    problems: [],
  });
});

test.each([
  [{ colour: 1 }, "colour", /there is no such key; known: name, args, matchers, timeout, on_failure/],
  [{ timout: 1 }, "timout", /there is no such key \(did you mean "timeout"\?\)/],
  [{ args: "5" }, "args", /it is "5", and not a list of texts/],
  [{ args: [true] }, "args[0]", /it is true, and not a text or a number/],
  [{ name: 5 }, "name", /it is 5, and not a text/],
  [{ timeout: 0 }, "timeout", /it is 0, and not a number of seconds/],
  [{ timeout: 16 }, "timeout", /it is 16, and not a number of seconds/],
  [{ on_failure: "denny" }, "on_failure", /it is "denny", and not "allow", "ask" or "deny" \(did you mean "deny"\?\)/],
  [{ matchers: {} }, "matchers", /at least one of tools, paths, agents and events/],
  [{ matchers: { tool: ["a"] } }, "matchers.tool", /did you mean "tools"\?\); known: tools, paths, agents, events/],
  [{ matchers: { tools: [] } }, "matchers.tools", /not a list of 1 to 100/],
  [{ matchers: { tools: ["a".repeat(301)] } }, "matchers.tools[0]", /it is a text of 301 characters/],
  [
    { matchers: { agents: ["gemini"] } },
    "matchers.agents[0]",
    /it is "gemini", and not an agent; see: snapveil agents/,
  ],
  ...["*.{a,b}", "../a", "a/..", "a/./b", "!a", " a", "a "].map(
    (path) => [{ matchers: { paths: [path] } }, "matchers.paths[0]", /and not a path with/] as const,
  ),
] as const)("an entry with %j is named by %s", async (more, at, sentence) => {
  const { problems, builtins } = await read("entry.jsonc", JSON.stringify(entry(more)));
  expect({ problems, builtins }).toEqual({ problems: [expect.stringMatching(sentence)], builtins: {} });
  expect(problems[0]).toContain(`"builtins.turn_start[0].${at}" is not used`);
});

test.each(["src/**", "*.sql", "a..b", "..a/b", "~/x", "/etc/*", ".env"])(
  "a matcher may name the path %s",
  async (path) => {
    const { problems } = await read("entry.jsonc", JSON.stringify(entry({ matchers: { paths: [path] } })));
    expect(problems).toEqual([]);
  },
);

test("a builtin is switched off by its name in the user's settings, and never in a project's", async () => {
  expect(await read("off.jsonc", '{ "snapshot": false, "marker": "typed" }')).toMatchObject({
    switches: { snapshot: false },
    marker: "typed",
    problems: [],
  });
  writeFileSync(join(folder, ".snapveil.jsonc"), '{ "redact_secrets": false, "strict": true }');
  const settings = await readSettings(silentIo(folder, { SNAPVEIL_CONFIG: join(folder, "off.jsonc") }), folder);
  expect(settings).toMatchObject({
    switches: { snapshot: false },
    strict: true,
    problems: [expect.stringMatching(/"redact_secrets" is not used: .*a project cannot switch a builtin off/)],
  });
});

test("beside a part of no use the other parts of the same setting hold", async () => {
  const text = {
    policy: { wirte: "deny", output: "deny", tool: "no" },
    destructive: { deny: ["", "deploy"], levl: "all" },
    rules: [
      { kind: "BAD", pattern: "x" },
      { kind: "good", pattern: "y" },
    ],
    detectors: ["secretlint", "mine"],
    secretFiles: { deny: ["a/**", 5] },
  };
  const { redaction, destructive, secretFiles, problems } = await read("part.jsonc", JSON.stringify(text));
  expect(redaction).toMatchObject({
    policy: { ...DEFAULT_SETTINGS.redaction.policy, output: "deny" },
    rules: [{ kind: "good", pattern: "y" }],
    detectors: ["secretlint"],
  });
  expect([destructive.deny, secretFiles.deny]).toEqual([["deploy"], ["a/**"]]);
  expect(problems).toHaveLength(5);
});

test("whatever a project says, all that the user's settings say strictly goes on to hold", async () => {
  const strict = {
    strict: true,
    rules: [{ kind: "mine", pattern: "m" }],
    detectors: ["own", "secretlint", "pii"],
    knownValues: { files: ["~/mine"], variables: ["MINE"] },
    policy: { output: "deny" },
    minConfidence: { prompt: "low" },
    destructive: { level: "all", deny: ["mine"], ask: ["mine"] },
    secretFiles: { deny: ["mine/**"] },
  };
  const loose = {
    strict: false,
    rules: [{ kind: "ours", pattern: "o" }],
    detectors: ["own", "pii:email"],
    knownValues: { files: ["ours"], variables: ["OURS"] },
    policy: { output: "redact", prompt: "warn" },
    minConfidence: { prompt: "high", write: "high" },
    destructive: { level: "catastrophic", deny: ["ours"], ask: ["ours"], allow: ["**"] },
    secretFiles: { deny: ["ours/**"], allow: ["**"] },
  };
  const env = { SNAPVEIL_CONFIG: join(folder, "mine.jsonc") };
  writeFileSync(env.SNAPVEIL_CONFIG, JSON.stringify(strict));
  const alone = await readSettings(silentIo(folder, env), folder);
  writeFileSync(join(folder, ".snapveil.jsonc"), JSON.stringify(loose));
  const { redaction, destructive, secretFiles, ...both } = await readSettings(silentIo(folder, env), folder);
  const { knownValues: _known, rules: _rules, ...own } = alone.redaction;
  expect(both.strict).toBe(true);
  expect(redaction).toMatchObject(own);
  expect(redaction.rules.map(({ kind }) => kind)).toEqual(["mine", "ours"]);
  expect(redaction.knownValues).toMatchObject({ files: ["~/mine"], variables: ["MINE", "OURS"] });
  expect(destructive).toEqual({ level: "all", deny: ["mine", "ours"], ask: ["mine", "ours"], allow: [] });
  expect(secretFiles).toEqual({ deny: ["mine/**", "ours/**"], allow: [] });
});

test("a project adds and tightens, and what would loosen is named", async () => {
  const user = join(folder, "mine.jsonc");
  writeFileSync(user, JSON.stringify({ rules: [{ kind: "mine", pattern: "m" }], policy: { tool: "warn" } }));
  writeFileSync(
    join(folder, ".snapveil.jsonc"),
    JSON.stringify({
      rules: [{ kind: "ours", pattern: "o" }],
      detectors: ["secretlint"],
      knownValues: { files: [".env.ours"], variables: ["OURS"] },
      builtins: { turn_start: [["add_recent_commits", 5]] },
      strict: true,
      policy: { output: "deny" },
      allow: ["**"],
      restore: true,
    }),
  );
  const settings = await readSettings(silentIo(folder, { SNAPVEIL_CONFIG: user }), folder);
  expect(settings).toMatchObject({
    strict: true,
    added: { turn_start: [{ name: "add_recent_commits", args: ["5"], origin: "project" }] },
    redaction: {
      detectors: ["own", "secretlint"],
      knownValues: { files: [], variables: ["OURS"], projectFiles: [".env.ours"] },
      rules: [{ kind: "mine" }, { kind: "ours" }],
      policy: { ...DEFAULT_SETTINGS.redaction.policy, tool: "warn", output: "deny" },
      allow: [],
      restore: false,
    },
    problems: [expect.stringContaining('"allow" is not used'), expect.stringContaining('"restore" is not used')],
  });
});
