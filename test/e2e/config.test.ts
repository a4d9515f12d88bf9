import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { parseJson, type JsonObject } from "../../kit/json.ts";
import parseJsonc from "../../worktree/parse-jsonc.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q . && mkdir sub");

interface Config {
  readonly files: readonly { readonly file: string; readonly origin: string; readonly outer: boolean }[];
  readonly settings: Readonly<Record<string, { readonly value: unknown; readonly from: readonly string[] }>>;
  readonly off: readonly string[];
  readonly events: Readonly<
    Record<string, readonly { readonly name: string; readonly args: readonly string[]; readonly from?: string }[]>
  >;
  readonly problems: readonly string[];
}

const project = (folder: string, settings: object) =>
  world.write(join(folder, ".snapveil.jsonc"), JSON.stringify(settings));

test("without a file everything is the default, and what runs has names", async () => {
  const { files, settings, events } = await world.json<Config>(["config"]);
  expect(files).toEqual([]);
  expect(settings["marker"]).toEqual({ value: "plain", from: [] });
  // The engine is chosen by what is installed.
  expect(Object.keys(settings).filter((key) => settings[key]!.value === undefined)).toEqual(["engine"]);
  expect(events["pre_tool_use"]!.map(({ name, args }) => [name, ...args].join(" "))).toEqual([
    "block_destructive unrecorded",
    "protect_snapveil",
    "scan_commit",
    "block_secret_files",
    "redact_secrets",
    "snapshot",
  ]);
});

test("what is kept and recorded besides is a setting of its own, named once", async () => {
  world.configure({ keep: false, alsoRecord: [".env"] });
  const mine = join(world.home, ".config/snapveil/config.jsonc");
  const { settings } = await world.json<Config>(["config"]);
  expect(settings["keep"]).toEqual({ value: false, from: [mine] });
  expect(settings["alsoRecord"]).toEqual({ value: [".env"], from: [mine] });
  expect(settings["checkpoints"]!.from).toEqual([]);
});

test("each setting names the files that had a say in it", async () => {
  world.configure({ marker: "typed", add_date: false, builtins: { stop: [["add_context", "hello"]] } });
  project("", { policy: { output: "deny" }, colour: "red", builtins: { stop: ["add_user_info"] } });
  project("sub", { policy: { tool: "deny", write: "maybe" } });
  const mine = join(world.home, ".config/snapveil/config.jsonc");
  const [top, below] = [join(world.cwd, ".snapveil.jsonc"), join(world.cwd, "sub/.snapveil.jsonc")];
  const found = await world.json<Config>(["config"], { cwd: join(world.cwd, "sub") });
  expect(found.files.map(({ file }) => file)).toEqual([mine, top, below]);
  expect(found.settings["marker"]).toEqual({ value: "typed", from: [mine] });
  expect(found.settings["policy"]).toMatchObject({ value: { output: "deny", tool: "deny" }, from: [top, below] });
  expect(found.settings["deadline"]!.from).toEqual([]);
  expect(found.off).toEqual(["add_date"]);
  expect(found.events["stop"]).toEqual([
    { name: "add_context", args: ["hello"], from: mine },
    { name: "add_user_info", args: [], from: top },
  ]);
  expect(found.events["session_start"]!.map(({ from }) => from)).toEqual(Array.from({ length: 6 }));
  expect(found.problems).toEqual([
    expect.stringContaining(`${top} "colour" is not used`),
    expect.stringContaining(`${below} "policy.write" is not used: it is "maybe", and not "deny"`),
  ]);
  const { stdout } = await world.snapveil(["config"], { cwd: join(world.cwd, "sub") });
  expect(stdout).toMatch(/^policy +\{.*\(.*sub\/\.snapveil\.jsonc\)$/m);
  expect(stdout).toContain(`add_context hello (${mine}), add_user_info (${top})\n`);
  expect(stdout).toContain("Switched off: add_date");
  expect(stdout).toContain("Problem: In the settings file");
});

test("a rule whose pattern is of no use is named", async () => {
  world.configure({ rules: [{ kind: "torn", pattern: "((" }] });
  const { problems } = await world.json<Config>(["config"]);
  expect(problems).toEqual([expect.stringContaining('the rule for "torn" is not used: its pattern is broken')]);
});

/** A file of the user's, and whether it is one. */
const FILES: readonly (readonly [object, boolean])[] = [
  [{}, true],
  [{ $schema: "./schema.json", marker: "typed" }, true],
  [{ snapshot: false, deadline: 5, strict: true }, true],
  [{ builtins: { replace: true, stop: ["add_date", ["add_context", "x"], { name: "add_date", timeout: 2 }] } }, true],
  [{ builtins: { stop: { replace: true, builtins: [] } } }, true],
  [{ policy: { write: "deny" }, checkpoints: { days: 3, budget: "3 GB", newFileLimit: 5 } }, true],
  [{ rules: [{ kind: "a", pattern: "b" }], knownValues: false, trustedProjects: "all" }, true],
  [{ knownValues: { files: ["a"] }, httpPost: { allow: ["127.0.0.1", "[::1]"] } }, true],
  [{ colour: "red" }, false],
  [{ policy: { wirte: "deny" } }, false],
  [{ policy: { write: "dney" } }, false],
  [{ rules: [{ kind: "BAD", pattern: "b" }] }, false],
  [{ deadline: 99 }, false],
  [{ checkpoints: { days: 0 } }, false],
  [{ checkpoints: { budget: "3 apples" } }, false],
  [{ builtins: { stop: { only: true, builtins: [] } } }, false],
  [{ builtins: { stop: [{ name: "add_date", timeout: 99 }] } }, false],
  [{ builtins: { "*": ["log_events"] } }, true],
  [{ builtins: { PreToolUse: ["add_date"] } }, false],
  [{ builtins: { stop: [{ name: "add_date", matchers: { agents: ["claude"] } }] } }, false],
  [{ builtins: { stop: [{ name: "add_date", matchers: { paths: ["src/**", "../a"] } }] } }, false],
  [{ httpPost: { allow: ["http://a/"] } }, false],
];

test("the schema and the program agree on what a settings file may say", async () => {
  const schema = await world.json<JsonObject>(["config", "--schema"]);
  const fits = new Ajv2020({ strict: false }).compile(schema);
  for (const [file, isOne] of FILES) {
    world.configure(file);
    const { problems } = await world.json<Config>(["config"]);
    expect([fits(file), problems.length === 0], JSON.stringify(file)).toEqual([isOne, isOne]);
  }
});

/** A file of a project's, and whether it is one. */
const PROJECT_FILES: readonly (readonly [object, boolean])[] = [
  [{ $schema: "x", strict: true, policy: { output: "deny" }, builtins: { stop: [["add_context", "x"]] } }, true],
  [{ builtins: { stop: { builtins: [{ name: "add_date", on_failure: "deny" }] } }, knownValues: true }, true],
  [{ marker: "typed" }, false],
  [{ snapshot: false }, false],
  [{ policy: { output: "warn" } }, false],
  [{ builtins: { replace: true, stop: ["add_date"] } }, false],
  [{ builtins: { stop: { replace: true, builtins: ["add_date"] } } }, false],
  [{ builtins: { stop: [{ name: "add_date", on_failure: "allow" }] } }, false],
  [{ destructive: { allow: ["x"] } }, false],
  [{ knownValues: false }, false],
];

test("the schema goes into a file, whose folder is made", async () => {
  const file = join(world.cwd, "no/folder/yet/schema.json");
  expect((await world.snapveil(["config", "--schema", file])).stdout).toContain('"$schema": "./schema.json"');
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(await world.json(["config", "--schema"]));
});

test("the schema and the program agree on what a project's file may say", async () => {
  const schema = await world.json<JsonObject>(["config", "--schema"]);
  const fits = new Ajv2020({ strict: false }).addSchema(schema, "all").compile({ $ref: "all#/$defs/project" });
  for (const [file, isOne] of PROJECT_FILES) {
    project("", file);
    const { problems } = await world.json<Config>(["config"]);
    expect([fits(file), problems.length === 0], JSON.stringify(file)).toEqual([isOne, isOne]);
  }
});

test("every example in the documents fits the schema, and the program says nothing of it", async () => {
  const schema = await world.json<JsonObject>(["config", "--schema"]);
  const fits = new Ajv2020({ strict: false }).compile(schema);
  const pages = ["settings.md", "builtins.md", "redaction.md"].map((name) =>
    readFileSync(join(import.meta.dirname, "../../docs", name), "utf8"),
  );
  const examples = pages.flatMap((page) => [...page.matchAll(/^```jsonc\n([^]*?)^```/gm)].map(([, text]) => text!));
  expect(examples.length).toBeGreaterThan(8);
  for (const text of examples) {
    const value = parseJson(text) ?? parseJsonc(text);
    expect(fits(value), text).toBe(true);
    // A project's example is the user's to say, too.
    world.configure(value as object);
    expect((await world.json<Config>(["config"])).problems, text).toEqual([]);
  }
});
