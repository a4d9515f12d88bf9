import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { isOlder } from "../../kit/releases.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q .");

interface Report {
  readonly ok: boolean;
  readonly machine: readonly { readonly message: string }[];
  readonly project: readonly {
    readonly name: string;
    readonly state: string;
    readonly message: string;
    readonly repair?: string;
  }[];
  readonly agents: readonly { readonly agent: string; readonly checks: readonly { readonly name: string }[] }[];
}

const ask = (settings: object, path = ".snapveil.jsonc") => void world.write(path, JSON.stringify(settings));
const look = (exitCode: number, ...words: string[]) =>
  world.json<Report>(["doctor", "--project", ...words], {}, exitCode);
const said = ({ project }: Report, state: string) =>
  project.filter((one) => one.state === state).map(({ message }) => message);

describe("snapveil doctor --project", () => {
  test("ends with 0 on a machine without settings of its own, with 2 where the project has no settings", async () => {
    expect(await world.snapveil(["doctor", "--project"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("has no .snapveil.jsonc"),
    });
    ask({ policy: { output: "deny" }, team: {} });
    expect(await look(0)).toMatchObject({ ok: true, project: [{ name: "team", state: "ok" }], agents: [] });
    const { stdout } = await world.snapveil(["doctor", "--project", "--no-agents", "-v"]);
    expect((await world.snapveil(["doctor", "--project", "--no-agents"])).stdout).toBe(
      "Nothing is broken: this machine is as strict as the project asks.\n\n" +
        "1 check passed. These: snapveil doctor --project --no-agents -v\n",
    );
    expect(stdout).toMatch(
      /^Nothing is broken: .*\n\nThis project\n {2}ok .* as strict as the project asks: .*\.snapveil\.jsonc/,
    );
  });

  test.each<[what: string, mine: object, says: RegExp]>([
    [
      "a guard that is switched off",
      { block_destructive: false },
      /^block_destructive is switched off by your settings/,
    ],
    ["checkpoints that are switched off", { snapshot: false }, /^snapshot is switched off/],
    [
      "a list that replaces the profile",
      { builtins: { pre_tool_use: { replace: true, builtins: ["snapshot", "redact_secrets"] } } },
      /^scan_commit does not run at pre_tool_use/,
    ],
    [
      "a guard for some calls alone",
      {
        builtins: {
          pre_tool_use: [{ name: "block_destructive", args: ["catastrophic"], matchers: { tools: ["Bash"] } }],
        },
      },
      /^block_destructive runs at pre_tool_use for certain calls only/,
    ],
    [
      "a guard that fails open",
      { builtins: { pre_tool_use: [{ name: "block_destructive", args: ["catastrophic"], on_failure: "allow" }] } },
      /^block_destructive lets pre_tool_use go on where it fails/,
    ],
    ["a policy below the default", { policy: { output: "warn" } }, /policy\.output "warn" is weaker/],
    ["a confidence above the default", { minConfidence: { output: "high" } }, /minConfidence\.output "high"/],
    ["no search for known values", { knownValues: false }, /knownValues false/],
    ["another detector alone", { detectors: ["secretlint"] }, /detectors without "own"/],
    ["approvals beside rewrites", { approvingRewrites: true }, /approvingRewrites true is weaker/],
    ["ignored files that are not kept", { keep: false }, /keep false is weaker/],
    ["less that is kept", { keep: { files: 10 } }, /keep\.files 10 is weaker/],
    ["checkpoints for a day", { checkpoints: { days: 1 } }, /checkpoints\.days 1 is weaker/],
    ["smaller new files alone", { checkpoints: { newFileLimit: "1 KiB" } }, /checkpoints\.newFileLimit 1024 is weaker/],
    ["checkpoints of nothing", { checkpoints: { exclude: ["**"] } }, /checkpoints\.exclude leaves every file out/],
    [
      "checkpoints of few files",
      { checkpoints: { exclude: ["*.*"] } },
      /checkpoints\.exclude leaves every file with a/,
    ],
    ["kept copies of nothing", { keep: { exclude: ["*"] } }, /keep\.exclude leaves every file out/],
    ["no log of refusals", { logRefusals: false }, /logRefusals false is weaker/],
    [
      "a guard of fewer calls",
      { builtins: { pre_tool_use: [["block_destructive", "catastrophic"]] } },
      /^block_destructive lets more pass at pre_tool_use than by default/,
    ],
    [
      "a guard without arguments",
      { builtins: { tool_input_transform: ["block_destructive"] } },
      /^block_destructive lets more pass at tool_input_transform/,
    ],
    [
      "a question in the place of a refusal",
      { builtins: { pre_tool_use: [["block_destructive", "all", "ask"]] } },
      /^block_destructive lets more pass at pre_tool_use/,
    ],
    [
      "no time for checkpoints",
      { builtins: { turn_end: [{ name: "snapshot", timeout: 0.001 }] } },
      /^snapshot has less time at turn_end/,
    ],
    ["no time for hooks", { deadline: 1 }, /deadline 1 is weaker/],
    ["a lower level", { destructive: { level: "catastrophic" } }, /destructive\.level "catastrophic"/],
  ])("ends with 1 for %s", async (_, mine, says) => {
    ask({ team: {} });
    world.configure(mine);
    const report = await look(1, "--no-agents");
    expect(report.ok).toBe(false);
    for (const { name, repair } of report.project.filter(({ state }) => state === "broken"))
      expect(repair, name).toBeDefined();
    expect(said(report, "broken")).toContainEqual(expect.stringMatching(says));
    expect(report.project.filter(({ state, repair }) => state === "broken" && repair === undefined)).toEqual([]);
    expect(said(report, "ok")).toEqual([]);
  });

  test("says nothing of entries beside one that runs for every call and fails closed", async () => {
    ask({ team: {} });
    const guard = { name: "block_destructive", args: ["unrecorded"] };
    const entries = [{ ...guard, matchers: { tools: ["Bash"] } }, { ...guard, on_failure: "allow" }, guard];
    world.configure({
      builtins: {
        pre_tool_use: { replace: true, builtins: ["snapshot", "redact_secrets", "scan_commit", ...entries] },
      },
    });
    expect(said(await look(1, "--no-agents"), "broken").filter((one) => one.startsWith("block_destructive"))).toEqual(
      [],
    );
  });

  test("a remedy names the arguments without which an entry does nothing, or less", async () => {
    ask({ team: { builtins: ["http_post"] } });
    const remedies = async () => (await look(1, "--no-agents")).project.map(({ repair }) => repair);
    expect(await remedies()).toEqual([
      expect.stringContaining('"builtins": { "*": [["http_post", …]] }, where … is a URL, then a body'),
    ]);
    world.configure({ builtins: { "*": ["http_post"] } });
    expect(said(await look(1, "--no-agents"), "broken")).toEqual([
      expect.stringMatching(/^http_post runs at no event/),
    ]);
    world.configure({
      builtins: {
        "*": [["http_post", "https://example.test/"]],
        pre_tool_use: { replace: true, builtins: ["snapshot"] },
      },
    });
    expect(await remedies()).toContainEqual(
      expect.stringContaining('Add ["block_destructive","unrecorded"] to "pre_tool_use"'),
    );
  });

  test("an event that only a builtin of the project's answers is no fault of a person's registration", async () => {
    ask({ team: {}, builtins: { "*": ["log_events"] } });
    world.write("~/.gemini/settings.json", "{}");
    expect(await world.snapveil(["install", "gemini-cli", "--yes"])).toMatchObject({ exitCode: 0 });
    const { agents } = await look(0);
    expect(agents.flatMap(({ checks }) => checks.filter(({ name }) => name === "events"))).toEqual([]);
  });

  test("names exceptions of the person's, which a team cannot forbid, and stricter settings not at all", async () => {
    ask({ team: {} });
    world.configure({ allow: ["a", "b"], strict: true, policy: { output: "deny" }, destructive: { level: "all" } });
    const report = await look(0);
    expect(said(report, "warning")).toEqual(["Your setting allow makes 2 exceptions."]);
  });

  test("names patterns of files that are not recorded, and higher bounds not at all", async () => {
    ask({ team: {} });
    world.configure({
      checkpoints: { exclude: ["*.iso"], days: 30, budget: "5 GiB" },
      keep: { exclude: ["big/"], files: 9000 },
    });
    expect(said(await look(0), "warning")).toEqual([
      "Your setting checkpoints.exclude makes 1 exception.",
      "Your setting keep.exclude makes 1 exception.",
    ]);
  });

  test.each<[what: string, project: object, says: RegExp]>([
    ["names a builtin that does not run", { team: { builtins: ["http_policy"] } }, /^http_policy runs at no event/],
    ["names a builtin that nobody knows", { team: { builtins: ["no_such"] } }, /names "no_such", which this release/],
    ["names an agent that nobody knows", { team: { agents: ["no-such"] } }, /names "no-such", which this release/],
    ["asks for a newer release", { team: { release: "99.0.0" } }, /asks for snapveil 99\.0\.0 or newer; this is/],
    ["has a setting that does not count", { polcy: { output: "deny" } }, /"polcy" is not used/],
    ["would loosen", { policy: { output: "warn" } }, /"policy\.output" is not used/],
    ["cannot be read", { team: { release: "new" } }, /"team\.release" is not used/],
  ])("ends with 1 where the project's file %s", async (_, project, says) => {
    ask(project);
    const report = await look(1);
    expect(said(report, "broken")).toContainEqual(expect.stringMatching(says));
    if (says.source.includes("runs at no event"))
      expect(report.project[0]!.repair).toMatch(
        /^Add it to \/.*config\.jsonc: .*"http_policy", …\]\] \}, where … is a URL\. Then: snapveil install$/,
      );
  });

  test("ends with 0 for the example of docs/team.md", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/team.md"), "utf8");
    world.write(".snapveil.jsonc", /```jsonc\n(.*?)```/s.exec(page)![1]!);
    expect(said(await look(0, "--no-agents"), "broken")).toEqual([]);
  });

  test("what two files of a project ask is added up, and neither takes anything of the other away", async () => {
    ask({ team: { agents: ["codex"], release: "99.0.0", builtins: ["http_policy"] } });
    ask({ team: { agents: ["goose"], release: "0.0.1", builtins: [] } }, "sub/.snapveil.jsonc");
    const { settings } = await world.json<{ settings: Record<string, { value: unknown }> }>(["config"], {
      cwd: world.at("sub"),
    });
    expect(settings["team"]!.value).toEqual({
      agents: ["codex", "goose"],
      builtins: ["http_policy"],
      release: "99.0.0",
    });
  });

  test("runs the hooks of each agent that the team names, and those of no other", async () => {
    ask({ team: { agents: ["claude-code"] } });
    const without = await world.snapveil(["doctor", "--project"]);
    expect(without).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("does not start snapveil") });
    expect((await look(0, "--no-agents")).agents).toEqual([]);
    await world.snapveil(["install", "claude-code", "codex", "--yes"]);
    expect(await look(0)).toMatchObject({ ok: true, agents: [{ agent: "claude-code" }] });
    world.switchOff();
    expect((await look(1)).machine).toMatchObject([{ message: expect.stringContaining("SWITCHED OFF") }]);
  });
});

test.each([
  ["0.1.0", "0.2.0", true],
  ["1.9.3", "1.10.0", true],
  ["1.10.0", "1.9.3", false],
  ["1.2.3", "1.2.3", false],
  ["1.2.3-beta.1", "1.2.3", false],
  ["2.0.0", "1.99.99", false],
])("that %s is older than %s is %s", (release, other, older) => {
  expect(isOlder(release, other)).toBe(older);
});
