import { expect, test } from "vitest";

import { planned, replacedGuards } from "../../../builtins/planned.ts";
import type { PlannedBuiltin, Settings } from "../../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";

const use = (name: string, ...args: string[]): PlannedBuiltin => ({ name, args, origin: "user" });
const running = (event: string, settings: Partial<Settings>) =>
  planned(event, { ...DEFAULT_SETTINGS, ...settings }).map(({ name, args }) => [name, ...args].join(" "));
const profile = (event: string) => running(event, {});

test("a list of the user's adds to the default profile", () => {
  expect(running("pre_tool_use", { builtins: { pre_tool_use: [use("add_context", "Use pnpm")] } })).toEqual([
    ...profile("pre_tool_use"),
    "add_context Use pnpm",
  ]);
  expect(running("turn_start", { builtins: { turn_start: [use("add_prompt_files", "TEAM.md")] } })).toEqual([
    ...profile("turn_start"),
    "add_prompt_files TEAM.md",
  ]);
  expect(running("stop", { builtins: { stop: [use("add_date")] } })).toEqual(["add_date"]);
});

test("an entry of a builtin that the profile has says how that one runs", () => {
  const session = running("session_start", { builtins: { session_start: [use("add_recent_commits", "5")] } });
  expect(session).toHaveLength(profile("session_start").length);
  expect(session).toContain("add_recent_commits 5");
  expect(session).not.toContain("add_recent_commits");
  const turn = running("turn_start", { builtins: { turn_start: [use("add_prompt_files", "AGENTS.md")] } });
  expect(turn.toSorted()).toEqual(profile("turn_start").toSorted());
});

test("a list that replaces is all that runs, and the guards that are gone have names", () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    builtins: { pre_tool_use: [use("redact_secrets")], turn_start: [use("add_date")], stop: [] },
    replaced: ["pre_tool_use", "turn_start", "stop"],
  };
  expect(planned("pre_tool_use", settings).map(({ name }) => name)).toEqual(["redact_secrets"]);
  expect(replacedGuards("pre_tool_use", settings)).toEqual([
    "block_destructive",
    "protect_snapveil",
    "scan_commit",
    "block_secret_files",
    "snapshot",
  ]);
  expect(replacedGuards("turn_start", settings)).toEqual(["snapshot"]);
  expect(replacedGuards("session_start", settings)).toEqual([]);
});

test.each<
  [name: string, own: PlannedBuiltin["onFailure"], project: "ask" | "deny", holds: PlannedBuiltin["onFailure"]]
>([
  ["redact_secrets", undefined, "ask", undefined], // a guard denies by itself
  ["redact_secrets", "allow", "ask", "ask"],
  ["add_date", undefined, "ask", "ask"],
  ["add_date", "deny", "ask", "deny"],
])("where %s fails, of the user's %s and a project's %s the stricter one holds", (name, own, project, holds) => {
  const entry = { ...use(name), ...(own && { onFailure: own }) };
  const added = { pre_tool_use: [{ ...use(name), origin: "project", onFailure: project } as const] };
  const steps = planned("pre_tool_use", { ...DEFAULT_SETTINGS, builtins: { pre_tool_use: [entry] }, added });
  expect(steps.filter((one) => one.name === name).map(({ onFailure }) => onFailure)).toEqual([holds]);
});
