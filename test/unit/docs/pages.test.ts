import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { expect, test } from "vitest";

import { BUILTINS } from "../../../builtins/registry.ts";
import { docPages, readmePage } from "../../../tools/scripts/doc-pages.ts";

const ROOT = join(import.meta.dirname, "../../..");
const page = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");
test("the tables of the program stand in the pages as they are", async () => {
  const pages = await docPages(page);
  expect(Object.keys(pages)).toEqual(["agents.md", "builtins.md", "install.md", "settings.md", "start.md"]);
  for (const [name, text] of Object.entries(pages))
    expect(page(name), `docs/${name} is not up to date: npm run build && npm run docs`).toBe(text);
});

test("README is one screen and some more, with the agents as the tables have these", async () => {
  const text = readFileSync(join(ROOT, "README.md"), "utf8");
  expect(await readmePage(text), "README.md is not up to date: npm run build && npm run docs").toBe(text);
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(90);
});

test("the first screen of README has the picture, and what a fresh machine and a newcomer type", () => {
  const screen = readFileSync(join(ROOT, "README.md"), "utf8").split("\n").slice(0, 25).join("\n");
  const [, second, third] = [...screen.matchAll(/^```sh\n(.*?) *(?:#.*)?\n```$/gm)].map(([, line]) => line);
  expect(screen).toMatch(/!\[.+\]\(docs\/film\.svg\)[^]*### From a checkout/);
  expect(second).toBe("npm run check"); // `.ci/run` starts README's second command
  expect(third).toBe("npm link && snapveil install");
  expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toContain("npm run check");
});

test("no file but the table names a builtin to decide something by it", () => {
  const folders = ["agents", "audit", "bin/commands", "builtins", "doctor", "hook", "install", "terminal", "web"];
  const names = BUILTINS.map(({ name }) => name).filter((name) => name !== "snapshot" && name !== "unload");
  const quoted = new RegExp(`"(?:${names.join("|")})"`);
  const naming = sourcesIn(folders).filter((file) => quoted.test(readFileSync(file, "utf8")));
  const others = naming.map((file) => relative(ROOT, file)).filter((file) => !file.startsWith("builtins/registry/"));
  expect(naming).not.toEqual([]);
  expect(others).toEqual([]);
});

test("the page of settings names each variable of ours that the sources read", () => {
  const folders = ["bin", "builtins", "hook", "shadow-repo", "terminal", "web", "worktree"];
  const read = sourcesIn(folders).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/env\["(SNAPVEIL_\w+)"\]/g)].map(([, name]) => name!),
  );
  expect(new Set(read).size).toBeGreaterThan(4);
  const text = page("settings.md");
  expect([...new Set(read)].filter((name) => !text.includes(`\`${name}`))).toEqual([]);
});

function sourcesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(ROOT, folder, name)),
  );
}
