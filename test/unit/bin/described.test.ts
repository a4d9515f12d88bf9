import { stripVTControlCharacters } from "node:util";

import { describe, expect, test } from "vitest";

import { describeDoctor } from "../../../bin/describe-doctor.ts";
import { describeConfig } from "../../../bin/describe-config.ts";
import { describeHooks } from "../../../bin/describe-hooks.ts";
import { describePlans, describeResult } from "../../../bin/describe-install.ts";
import { shortExplanation } from "../../../bin/describe-explanation.ts";
import { broken, limit, ok, warning } from "../../../doctor/check.ts";
import { prepareUninstall } from "../../../install/install.ts";
import type { ListedHook } from "../../../doctor/list-hooks.ts";
import { withinColumns } from "../../../terminal/text-width.ts";
import { COLOURED, PLAIN, type Reader, UNBOUND } from "../../../terminal/display.ts";
import { widthOf } from "../../../terminal/text-width.ts";
import { installWorld } from "../install/install-world.ts";

const [GREEN, YELLOW, RED] = ["\u001b[32m", "\u001b[33m", "\u001b[31m"];
const words = (text: string) => stripVTControlCharacters(text).split(/\s+/).join(" ");

/** Says the same in a pipe and in a narrow terminal, there in colours and no wider. */
function expectShown(describe: (reader: Reader) => string, columns: number): string {
  const [plain, shown] = [describe(UNBOUND), describe({ columns, style: COLOURED })];
  expect(plain).not.toContain("\u001b");
  expect(shown.split("\n").filter((line) => widthOf(line) > columns)).toEqual([]);
  expect(shown.split("\n").length).toBeGreaterThan(plain.split("\n").length);
  expect(words(shown)).toBe(words(plain));
  return shown;
}

test("doctor's report", () => {
  const machine = [
    ok("state", "State is kept in the folder for it."),
    warning(
      "git",
      "git was not found on PATH, so some hooks cannot look at anything.",
      "Install git, or put it there.",
    ),
  ];
  const checks = [
    broken("registered", "This agent does not start snapveil: nothing is registered for it at all.", "x"),
  ];
  const agents = [{ agent: "codex", title: "Codex", files: [], checks, notes: ["It is an agent as others are, too."] }];
  const shown = expectShown((reader) => describeDoctor({ ok: false, machine, agents }, reader), 40);
  for (const mark of [`${GREEN}ok`, `${YELLOW}warning`, `${RED}BROKEN`]) expect(shown).toContain(mark);
  const short = describeDoctor({ ok: false, machine, agents }, UNBOUND, "snapveil doctor -v").split("\n");
  expect(short[0]).toBe("1 thing is broken, and 1 thing needs a look.");
  expect(short.filter((line) => /^ {2}\S/.test(line)).map((line) => line.trim().split(" ")[0])).toEqual([
    "warning",
    "BROKEN",
  ]);
  expect(short.join("\n")).not.toContain("It is an agent");
  expect(short.at(-2)).toBe("1 check passed. These, and what each agent cannot do: snapveil doctor -v");
});

test.each([
  [[ok("a", "fine"), limit("b", "the agent's own")], "Nothing is broken."],
  [[ok("a", "fine"), warning("b", "yours")], "Nothing is broken; 1 thing needs a look."],
])("doctor's first line counts what a person can mend: %j", (checks, says) => {
  const agents = [{ agent: "codex", title: "Codex", files: [], checks, notes: [] }];
  const lines = describeDoctor({ ok: true, machine: [], agents }, UNBOUND, "-v").split("\n");
  expect(lines[0]).toBe(says);
  expect(lines.some((line) => line.includes("the agent's own"))).toBe(false);
  expect(lines.some((line) => line.includes("yours"))).toBe(checks[1]!.message === "yours");
});

test("of a project, doctor's first line does not promise strictness where something needs a look", () => {
  const agents = [{ agent: "codex", title: "Codex", files: [], checks: [warning("b", "yours")], notes: [] }];
  const said = (checks: typeof agents) =>
    describeDoctor({ ok: true, machine: [], agents: checks, project: [ok("a", "fine")] }, UNBOUND, "-v").split("\n")[0];
  expect(said(agents)).toBe("Nothing is broken, or weaker than the project asks; 1 thing needs a look.");
  expect(said([])).toBe("Nothing is broken: this machine is as strict as the project asks.");
});

test.each([50, 60, 80])("the settings fit %i columns, file names included", (columns) => {
  const from = "/home/me/.config/snapveil/config.jsonc";
  const entries = ["redact_secrets", "log_events"].map((name) => ({ name, args: [], from }));
  const found = {
    files: [{ file: from }],
    settings: { deadline: { value: 10, from: [from] } },
    off: [],
    events: { user_steering_messages_submit: entries },
    problems: [],
  };
  const text = withinColumns(describeConfig(found as never, columns), { columns });
  expect(text.split("\n").filter((line) => line.length > columns)).toEqual([]);
  expect(text).toContain(from);
  expect(text.split(from)).toHaveLength(5);
});

describe("the list of hooks", () => {
  const hook: ListedHook = {
    agent: "codex",
    file: "~/.codex/hooks.json",
    event: "PreToolUse",
    command: "/data/runtime/snapveil-hook --agent codex --event one",
    ours: true,
    trusted: null,
    changed: null,
    enabled: true,
  };
  const other = { ...hook, event: "Stop", enabled: false, trusted: false, changed: true, ours: false, matcher: "Bash" };

  test("is coloured at a terminal, and tells a command once, with the events that start it", () => {
    const list = { hooks: [hook, { ...hook, event: "SessionStart", matcher: "*" }, other], problems: [] };
    const shown = describeHooks(list, { columns: 80, style: COLOURED, home: "/data" });
    for (const mark of [`${GREEN}on`, `${YELLOW}OFF`, `${RED}NOT TRUSTED`, `${YELLOW}CHANGED`])
      expect(shown).toContain(mark);
    expect(stripVTControlCharacters(shown).split("\n").slice(1, -1)).toEqual([
      "  on                         ours   PreToolUse, SessionStart",
      "      ~/runtime/snapveil-hook --agent codex --event one",
      "  OFF, NOT TRUSTED, CHANGED  other  Stop (Bash)",
      "      ~/runtime/snapveil-hook --agent codex --event one",
    ]);
  });

  test("fits a narrow terminal: a plain command goes on behind a backslash, another one stays whole", () => {
    const odd = { ...hook, event: "Stop", command: `sh -c 'exec "/data/runtime/snapveil-hook" --agent codex'` };
    const shown = describeHooks({ hooks: [hook, odd], problems: [] }, { columns: 50, style: PLAIN });
    const lines = shown.split("\n");
    expect(lines).toContain("      /data/runtime/snapveil-hook --agent \\");
    expect(shown.replaceAll(/ \\\n +/g, " ")).toContain(hook.command);
    expect(lines).toContain(`      ${odd.command}`);
    expect(lines.filter((line) => line.length > 50)).toEqual([`      ${odd.command}`]);
  });

  test("has a whole line for each hook in a pipe", () => {
    const shown = describeHooks({ hooks: [hook, other], problems: [] }, UNBOUND);
    expect(shown.trim().split("\n").slice(1)).toEqual([
      expect.stringMatching(/on .* ours .* PreToolUse .* \/data\/runtime\/snapveil-hook --agent codex --event one$/),
      expect.stringMatching(/OFF, NOT TRUSTED, CHANGED {2}other {2}Stop \(Bash\) {2}\/data\/runtime/),
    ]);
  });
});

test("what install will do and did", async () => {
  const world = installWorld();
  const preparation = await world.prepare(["codex"]);
  const warned = { ...preparation, warnings: ["a setting of yours does nothing, as doctor will say as well."] };
  // A path is longer than the line: it stays whole.
  const narrow = { columns: 60, style: COLOURED };
  const plans = describePlans(warned, "install", false, narrow);
  expect(plans).toContain(`${YELLOW}Warning`);
  expect(plans).toContain("\u001b[1mCodex");
  expect(words(plans)).toBe(words(describePlans(warned, "install", false)));
  for (const line of `${plans}${describeResult(preparation, undefined, "install", false, narrow)}`.split("\n"))
    expect(widthOf(line) <= 60 || !line.trim().includes(" "), line).toBe(true);
  expect(stripVTControlCharacters(plans)).toContain("  Codex: will register ");
  const [{ folder, node }, file] = [preparation.where.runtime, `${world.home}/.codex/hooks.json`];
  const [said, told] = [
    describePlans(warned, "install", false),
    describeResult(preparation, undefined, "install", false),
  ];
  for (const sentence of [
    `The program is copied to ${folder}, and started by ${node}.`,
    "Each line that changes: add --diff.",
    `in ${file}; nothing else changes.`,
    "    added  SessionStart, ",
  ])
    expect(said).toContain(sentence);
  for (const sentence of [/^ *Codex: registered for \d+ events in /, /^Next: .*\n(?: {2}snapveil \w+ .*\n){3}$/m])
    expect(told).toMatch(sentence);
  const diff = describePlans(preparation, "install", true, narrow);
  expect(diff).toContain(`${GREEN}+`);
  expect(stripVTControlCharacters(diff)).toContain(
    describePlans(preparation, "install", true).split("\n  Codex: will register")[0]!,
  );
  await world.install(["codex"]);
  const again = await world.prepare(["codex"]);
  expect(describeResult(again, undefined, "install", false)).toBe("Codex: registered already. Nothing was changed.\n");
  world.remove();
});

test("uninstall names the file that it deletes, and takes the only agent if none is named", async () => {
  const world = installWorld();
  await world.install(["codex"]);
  const request = { agents: [], all: false, scope: "user" as const, execPath: process.execPath };
  const program = { folder: `${world.tmp}/program`, version: "1.0.0" };
  const preparation = await prepareUninstall({ ...world.io, interactive: true }, { ...request, program });
  expect(describePlans(preparation, "uninstall", false)).toContain(
    `Codex: deletes ${world.home}/.codex/hooks.json, which install made; nothing else changes.`,
  );
  await expect(prepareUninstall(world.io, { ...request, program })).rejects.toThrow(/Which agent\? codex/);
  world.remove();
});

test("a question that became a refusal is explained, and nothing is offered that only a log could hold", async () => {
  const world = installWorld();
  const { explain } = await import("../../../hook/explain.ts");
  const { sampleEvent } = await import("../../../hook/sample-event.ts");
  const event = (await sampleEvent(world.io, "codex", { command: "aws s3 rm --recursive s3://acme" }))!;
  const explanation = await explain(world.io, event.text, { agent: "codex", event: event.event, args: [] });
  const text = words(shortExplanation(explanation, UNBOUND));
  expect(text).toContain("block_destructive: asks; Codex lets no hook ask, so it is refused");
  expect(text).toContain("delete-in-cloud");
  expect(text).not.toContain("allow --last");
  world.remove();
});
