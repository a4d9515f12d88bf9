import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { foreignFilters } from "../../../builtins/foreign-filters.ts";
import { olderGit } from "../../support/older-git.ts";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** What is asked for in a repository with a setting, by a git that reads settings from the environment or does not. */
function filters(setting: string, value: string, without: readonly string[] = []): Record<string, string> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "snapveil-filters-")));
  made.push(top);
  const git = olderGit(top, "2.30.2", without);
  const root = join(top, "project");
  const env = { PATH: git.path, HOME: top, GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", ["init", "-q", root], { env });
  execFileSync("git", ["-C", root, "config", setting, value], { env });
  return foreignFilters({}, root, env);
}

test("every filter of the repository is switched off, and nothing else", () => {
  const settings = filters("filter.a=b.clean", "evil");
  const count = Number(settings["GIT_CONFIG_COUNT"]);
  const pairs = Array.from({ length: count }, (_, n) => [
    settings[`GIT_CONFIG_KEY_${n}`],
    settings[`GIT_CONFIG_VALUE_${n}`],
  ]);
  expect(pairs).toEqual([
    ["filter.a=b.clean", ""],
    ["filter.a=b.smudge", ""],
    ["filter.a=b.process", ""],
    ["filter.a=b.required", "false"],
  ]);
});

test("a git that would run them all the same is not started on them", () => {
  expect(() => filters("filter.evil.clean", "evil", ["GIT_CONFIG_COUNT"])).toThrow("older than 2.31");
});

test("where there are none, any git will do", () => {
  expect(filters("include.path", "nowhere", ["GIT_CONFIG_COUNT"])).toEqual({ GIT_CONFIG_COUNT: "0" });
  expect(filters("user.name", "A", ["GIT_CONFIG_COUNT"])).toEqual({ GIT_CONFIG_COUNT: "0" });
});
