import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { describe, expect, test } from "vitest";

import { excludesFileSetting } from "../../../../shadow-repo/source/git-setting.ts";
import { findWorktree } from "../../../../worktree/find-worktree.ts";
import { makeWorld } from "../world.ts";

/** Files of which each includes the next one, and the last one has the setting. */
const chain = (length: number) =>
  Array.from({ length }, (_, at) => [
    `chained${at}`,
    at < length - 1 ? `[include]\n\tpath = chained${at + 1}\n` : "[core]\n\texcludesFile = included\n",
  ]);

/** What git itself answers is the right one. */
const cases: { name: string; global: string; more?: string; local?: string; chained?: string[][] }[] = [
  { name: "not set", global: "" },
  { name: "set", global: "[core]\n\texcludesFile = one\n" },
  { name: "the repository's wins", global: "[core]\n\texcludesFile = one\n", local: "two" },
  { name: "included", global: "[include]\n\tpath = more\n", more: "[core]\n\texcludesFile = included\n" },
  {
    name: "included before",
    global: "[include]\n\tpath = more\n[core]\n\texcludesFile = after\n",
    more: "[core]\n\texcludesFile = included\n",
  },
  ...[2, 10, 11].map((length) => ({
    name: `in the last of ${length} files that are included one by another`,
    global: "[include]\n\tpath = chained0\n",
    chained: chain(length),
  })),
  ...["gitdir:~/../project/", "gitdir:nowhere/", "onbranch:ma*"].map((condition) => ({
    name: `on the condition ${condition}`,
    global: `[includeIf "${condition}"]\n\tpath = more\n`,
    more: "[core]\n\texcludesFile = included\n",
  })),
];

test.each(cases)("a setting as git sees it: $name", ({ global, more = "", local, chained = [] }) => {
  const world = makeWorld("git init -q -b main .");
  writeFileSync(join(world.home, ".gitconfig"), global);
  writeFileSync(join(world.home, "more"), more);
  for (const [name = "", text = ""] of chained) writeFileSync(join(world.home, name), text);
  if (local !== undefined) world.sh(`git config core.excludesFile ${local}`);
  const expected = world.sh("git config --get core.excludesFile || true").trim();
  const setting = excludesFileSetting(world.io, findWorktree(world.root)!) ?? "";
  // Relative to the file that says it, where git was asked.
  expect([setting, basename(setting)]).toContain(expected);
  const withoutGit = { ...world.io, env: { ...world.io.env, PATH: "/nowhere" } };
  if (global.includes("includeIf")) expect(excludesFileSetting(withoutGit, findWorktree(world.root)!)).toBeUndefined();
});

/** Each way in which variables name other files than the user's and the system's usual ones. */
const variables: Record<string, string>[] = [
  {},
  { GIT_CONFIG_GLOBAL: "" },
  { GIT_CONFIG_GLOBAL: "HOME/other" },
  { GIT_CONFIG_NOSYSTEM: "0", GIT_CONFIG_SYSTEM: "HOME/other" },
  { GIT_CONFIG_NOSYSTEM: "0", GIT_CONFIG_SYSTEM: "HOME/other", GIT_CONFIG_GLOBAL: "" },
  { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_SYSTEM: "HOME/other", GIT_CONFIG_GLOBAL: "" },
  { XDG_CONFIG_HOME: "HOME/xdg" },
];

describe.each(["", '[includeIf "onbranch:main"]\n\tpath = more\n'])("with the condition %j", (condition) => {
  test.each(variables)("the files are those of git with %j", (given) => {
    const world = makeWorld("git init -q -b main .; mkdir -p ../home/xdg/git");
    writeFileSync(join(world.home, "more"), "");
    for (const name of [".gitconfig", "other", "xdg/git/config"]) {
      const own = name === ".gitconfig" && given["XDG_CONFIG_HOME"] ? "" : `[core]\n\texcludesFile = /${name}\n`;
      writeFileSync(join(world.home, name), own + condition);
    }
    const named = Object.entries(given).map(([name, value]) => [name, value.replace("HOME", world.home)] as const);
    const env = { ...world.io.env, ...Object.fromEntries(named) };
    const asGit = `env ${named.map(([name, value]) => `${name}=${value}`).join(" ")} git config --get core.excludesFile`;
    const expected = world.sh(`${asGit} || true`).trim();
    const found = (path: string) =>
      excludesFileSetting({ ...world.io, env: { ...env, PATH: path } }, findWorktree(world.root)!);
    expect(found(env["PATH"]!) ?? "").toBe(expected);
    // Without git, conditions are ignored, and nothing else.
    expect(found("/nowhere") ?? "").toBe(expected);
  });
});
