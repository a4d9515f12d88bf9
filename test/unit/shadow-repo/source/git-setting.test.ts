import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { isConditionMet } from "../../../../shadow-repo/js/include-condition.ts";
import { gitSetting } from "../../../../shadow-repo/source/git-setting.ts";
import { findWorktree } from "../../../../worktree/find-worktree.ts";
import { makeWorld } from "../world.ts";

/** What git itself answers is the right one. */
const cases: { name: string; global: string; more?: string; local?: string }[] = [
  { name: "not set", global: "" },
  { name: "set", global: "[core]\n\texcludesFile = one\n" },
  { name: "the repository's wins", global: "[core]\n\texcludesFile = one\n", local: "two" },
  { name: "included", global: "[include]\n\tpath = more\n", more: "[core]\n\texcludesFile = included\n" },
  {
    name: "included before",
    global: "[include]\n\tpath = more\n[core]\n\texcludesFile = after\n",
    more: "[core]\n\texcludesFile = included\n",
  },
  ...[
    "gitdir:/",
    "gitdir:~/../",
    "gitdir:~/../project/",
    "gitdir:project/",
    "gitdir:project",
    "gitdir:**/.git",
    "gitdir:PROJECT/",
    "gitdir/i:PROJECT/",
    "gitdir:./../project/",
    "gitdir:*/",
    "gitdir:nowhere/",
    "onbranch:main",
    "onbranch:ma*",
    "onbranch:other",
    "onbranch:",
    "elsewhere:x",
  ].map((condition) => ({
    name: `on the condition ${condition}`,
    global: `[includeIf "${condition}"]\n\tpath = more\n`,
    more: "[core]\n\texcludesFile = included\n",
  })),
];

test.each(cases)("a setting as git sees it: $name", ({ global, more = "", local }) => {
  const world = makeWorld("git init -q -b main .");
  writeFileSync(join(world.home, ".gitconfig"), global);
  writeFileSync(join(world.home, "more"), more);
  if (local !== undefined) world.sh(`git config core.excludesFile ${local}`);
  const expected = world.sh("git config --get core.excludesFile || true").trim();
  const worktree = findWorktree(world.root)!;
  const isMet = (condition: string, file: string) => isConditionMet(world.io, worktree, condition, file);
  expect(gitSetting(world.io, worktree, "core.excludesFile", isMet) ?? "").toBe(expected);
});
