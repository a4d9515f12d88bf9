import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { BUILTINS } from "../../../builtins/registry.ts";
import { DEFAULT_PROFILE } from "../../../hook/default-profile.ts";
import { PROJECT_KEYS, USER_KEYS } from "../../../worktree/apply-settings.ts";

const ROOT = join(import.meta.dirname, "../../..");
const page = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");
/** The cells of a table's rows by the name in the first, without code marks. */
const rowsOf = (text: string) =>
  new Map(
    [...text.matchAll(/^\| `([^`|]+)`(?:, `[^`|]+`)? \|(.*)\|$/gm)].map(([, name, rest]) => [
      name!,
      rest!.split(" | ").map((cell) => cell.replaceAll("`", "").trim()),
    ]),
  );

test("the page of builtins names each with its events and what its failure means", () => {
  const rows = rowsOf(page("builtins.md").split("## The default profile")[0]!);
  expect([...rows.keys()]).toEqual(BUILTINS.map(({ name }) => name));
  for (const { name, events, failure } of BUILTINS) {
    expect(rows.get(name)?.slice(-2), name).toEqual([events?.join(", ") ?? "any", failure]);
  }
});

test("the page of builtins shows the default profile", () => {
  const rows = rowsOf(page("builtins.md").split("## The default profile")[1]!);
  const shown = Object.fromEntries(
    [...rows].map(([event, [list]]) => [event, list!.split(", ").map((entry) => entry.split(" "))]),
  );
  expect(shown).toEqual(DEFAULT_PROFILE);
});

test("the page of settings names each setting, and which of them a project may use", () => {
  const rows = rowsOf(page("settings.md").split("## Environment variables")[0]!);
  expect(new Set(rows.keys())).toEqual(new Set(USER_KEYS));
  const forProjects = [...rows].filter(([, cells]) => cells.at(-1) !== "no").map(([name]) => name);
  expect(new Set(forProjects)).toEqual(new Set(PROJECT_KEYS));
});

test("the page of settings names each variable of ours that the sources read", () => {
  const folders = ["bin", "builtins", "hook", "shadow-repo", "terminal", "web", "worktree"];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(ROOT, folder, name)),
  );
  const read = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/env\["(SNAPVEIL_\w+)"\]/g)].map(([, name]) => name!),
  );
  expect(new Set(read).size).toBeGreaterThan(4);
  const text = page("settings.md");
  expect([...new Set(read)].filter((name) => !text.includes(`\`${name}`))).toEqual([]);
});
