import { expect, test } from "vitest";

import { checkSettings, eventsOf } from "../../../doctor/check-settings.ts";
import type { PlannedBuiltin, Settings } from "../../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";

const entry = (name: string, more: Partial<PlannedBuiltin> = {}): PlannedBuiltin => ({
  name,
  args: [],
  origin: "user",
  ...more,
});
const at = (event: string, ...entries: PlannedBuiltin[]): Partial<Settings> => ({ builtins: { [event]: entries } });
const ONLY_SHELL = { matchers: { tools: ["Bash"] } } as unknown as Partial<PlannedBuiltin>;

/** The names of the checks that are not `ok`. */
async function warned(settings: Partial<Settings>): Promise<string[]> {
  const checks = await checkSettings({ ...DEFAULT_SETTINGS, ...settings }, "config.jsonc");
  for (const { name, repair } of checks) if (name === "builtin_off") expect(repair).toContain(" out of config.jsonc. ");
  return checks.filter(({ state }) => state !== "ok").map(({ name }) => name);
}

test.each<[what: string, Partial<Settings>, codes: string[]]>([
  ["nothing", {}, []],
  ["a builtin off", { switches: { add_date: false } }, ["builtin_off"]],
  ["a builtin on", { switches: { redact_secrets: true } }, []],
  ["a name that no builtin has, off", { switches: { add_dat: false } }, ["settings"]],
  ["a guard for some tools", at("pre_tool_use", entry("block_destructive", ONLY_SHELL)), ["narrowed"]],
  ["a guard that fails open", at("pre_tool_use", entry("scan_commit", { onFailure: "allow" })), ["fails_open"]],
  ["another builtin for some tools", at("pre_tool_use", entry("log_events", ONLY_SHELL)), []],
  ["an unknown builtin for some tools", at("pre_tool_use", entry("block_all", ONLY_SHELL)), ["settings"]],
])("of the settings, %s: the check warns", async (_what, settings, codes) => {
  expect(await warned(settings)).toEqual(codes);
});

test("only builtins that exist, and that know the event, are listed at the event", () => {
  const names = (event: string, name: string) =>
    eventsOf({ ...DEFAULT_SETTINGS, ...at(event, entry(name)) })[event]?.map((one) => one.name) ?? [];
  expect(names("pre_tool_use", "log_events")).toContain("log_events");
  expect(names("pre_tool_use", "keep_hooks")).not.toContain("keep_hooks");
  expect(names("pre_tool_use", "block_all")).not.toContain("block_all");
});
