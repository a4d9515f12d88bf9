import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { toGitPath, type GitPath } from "../../../../shadow-repo/git-path.ts";
import { IgnoreRules } from "../../../../shadow-repo/js/ignore-rules.ts";
import { joinRules } from "../../../../shadow-repo/source/ignore-files.ts";
import { makeWorld } from "../world.ts";

/** Rule files and paths to ask about; a path with a slash at its end is a folder. What git says is the right answer. */
const cases: { name: string; rules: Record<string, string>; exclude?: string; global?: string; paths: string[] }[] = [
  { name: "a name holds at any depth", rules: { ".gitignore": "x\n" }, paths: ["x", "a/x", "a/b/x", "xx", "x/y"] },
  {
    name: "a slash at the start ties to the folder",
    rules: { ".gitignore": "/x\n", "a/.gitignore": "/y\n" },
    paths: ["x", "a/x", "y", "a/y", "a/b/y"],
  },
  { name: "a slash in the middle ties too", rules: { ".gitignore": "a/x\n" }, paths: ["a/x", "b/a/x"] },
  {
    name: "a slash at the end means folders only",
    rules: { ".gitignore": "x/\n" },
    paths: ["x", "a/x", "b/x/", "b/x/file"],
  },
  { name: "a negation brings back", rules: { ".gitignore": "*.o\n!keep.o\n" }, paths: ["a.o", "keep.o", "a/keep.o"] },
  { name: "but not below an ignored folder", rules: { ".gitignore": "a/\n!a/x\n" }, paths: ["a/x", "a/"] },
  {
    name: "everything but one folder",
    rules: { ".gitignore": "/*\n!/a/\n/a/*\n!/a/b/\n" },
    paths: ["x", "a/", "a/x", "a/b/", "a/b/x", ".gitignore"],
  },
  {
    name: "the nearer file wins",
    rules: { ".gitignore": "*.o\n", "a/.gitignore": "!*.o\n", "a/b/.gitignore": "*.o\n" },
    paths: ["x.o", "a/x.o", "a/b/x.o", "a/b/c/x.o"],
  },
  {
    name: "a rule above that hides a folder hides its file",
    rules: { ".gitignore": "a\n", "a/.gitignore": "!*\n" },
    paths: ["a/x", "a/b/x"],
  },
  {
    name: "info/exclude is weaker than .gitignore and stronger than the user's file",
    rules: { ".gitignore": "!one\n" },
    exclude: "one\n!two\n",
    global: "two\nthree\n",
    paths: ["one", "two", "three", "a/three"],
  },
  {
    name: "a folder that a stronger file brings back is entered",
    rules: { ".gitignore": "!a/\n" },
    global: "a/\n*.o\n",
    paths: ["a/", "a/x", "a/x.o", "b/a/", "b/a/x"],
  },
  {
    name: "stars",
    rules: { ".gitignore": "a*\n*b\n/c*d\n" },
    paths: ["a", "ab", "ba", "xb", "cd", "cxd", "c/d", "x/cxd"],
  },
  {
    name: "two stars",
    rules: { ".gitignore": "**/x\na/**\nb/**/c\nd/**/\n" },
    paths: ["x", "q/x", "a/", "a/1", "a/2/3", "b/c", "b/1/c", "b/1/2/c", "bc", "d/", "d/e/", "d/e/f", "d/f"],
  },
  {
    name: "a question mark is one byte and no slash",
    rules: { ".gitignore": "a?c\n??.t\n" },
    paths: ["abc", "ac", "a/c", "é.t", "ab.t"],
  },
  {
    name: "classes",
    rules: { ".gitignore": "[ab]\n[!c]d\n[0-9]*\n[[:upper:]]\n[]]\n" },
    paths: ["a", "c", "cd", "xd", "7up", "U", "u", "]"],
  },
  { name: "a class that never ends matches nothing", rules: { ".gitignore": "[ab\nc[\n" }, paths: ["a", "[ab", "c["] },
  {
    name: "quoting",
    rules: { ".gitignore": "\\!x\n\\#y\n\\*z\na\\ b\nq\\?\n" },
    paths: ["!x", "#y", "*z", "az", "a b", "q?", "qq"],
  },
  {
    name: "the same in a nested file",
    rules: { "n/.gitignore": "\\!x\n\\#y\n!\\!z\n!*\n" },
    paths: ["n/!x", "n/#y", "n/!z", "!x"],
  },
  {
    name: "comments, blanks and blank lines",
    rules: { ".gitignore": "# no\n\n   \nx   \ny\\  \n z\nt\t\n" },
    paths: ["# no", "no", "x", "y ", " z", "z", "t", "t\t"],
  },
  { name: "capabilities returns", rules: { ".gitignore": "x\r\ny/\r\nz\r" }, paths: ["x", "y/", "y/1", "z", "z\r"] },
  { name: "a byte order mark", rules: { ".gitignore": "\ufeffx\ny\n" }, paths: ["x", "y"] },
  {
    name: "a slash alone, an exclamation mark alone",
    rules: { ".gitignore": "/\n!\nx\n", "a/.gitignore": "/\n//\n" },
    paths: ["x", "y", "a/", "a/y"],
  },
  {
    name: "a folder whose name is a pattern",
    rules: { "[ab]/.gitignore": "x\n/y\n", "a*/.gitignore": "z\n", "s /.gitignore": "x\n", "b\\c/.gitignore": "x\n" },
    paths: ["[ab]/x", "a/x", "[ab]/y", "[ab]/1/x", "a*/z", "ab/z", "s /x", "b\\c/x", "bc/x"],
  },
  {
    name: "letters of other scripts",
    rules: { ".gitignore": "é*\n日本/\n" },
    paths: ["é", "éa", "É", "日本/", "日本/x", "日"],
  },
  {
    name: "letter case counts",
    rules: { ".gitignore": "Build/\n*.LOG\n" },
    paths: ["build/", "Build/", "a.log", "a.LOG"],
  },
  { name: "nothing after a backslash", rules: { ".gitignore": "x\\\ny\n" }, paths: ["x", "x\\", "y"] },
  { name: "newlines in names", rules: { ".gitignore": "a*\n" }, paths: ["a\nb", "b\na", "n\nl/a"] },
  {
    name: "real life",
    rules: {
      ".gitignore": "node_modules/\n.env*\n!.env.example\n/dist\n*.log\n*~\n.cache/**\n!.cache/keep\n",
      "pkg/.gitignore": "/lib/*\n!/lib/index.js\n",
    },
    paths: [
      "node_modules/",
      "a/node_modules/b",
      ".env",
      ".env.local",
      ".env.example",
      "dist/",
      "dist/x",
      "a/dist",
      "npm.log",
      "x~",
      ".cache/keep",
      ".cache/x",
      "pkg/lib/a.js",
      "pkg/lib/index.js",
      "pkg/lib/d/index.js",
    ],
  },
];

test.each(cases)("as git ignores: $name", ({ rules, exclude = "", global = "", paths }) => {
  const world = makeWorld("git init -q .");
  mkdirSync(join(world.home, ".config/git"), { recursive: true });
  writeFileSync(join(world.home, ".config/git/ignore"), global);
  writeFileSync(join(world.root, ".git/info/exclude"), exclude);
  for (const [file, text] of Object.entries(rules)) {
    mkdirSync(join(world.root, dirname(file)), { recursive: true });
    writeFileSync(join(world.root, file), text);
  }
  for (const path of paths) mkdirSync(join(world.root, path.endsWith("/") ? path : dirname(path)), { recursive: true });
  expect(paths.filter((path) => isIgnored(rules, [global, exclude], toGitPath(path)))).toEqual(
    gitIgnores(world, paths),
  );
});

function isIgnored(files: Readonly<Record<string, string>>, outside: readonly string[], path: GitPath): boolean {
  const texts = new Map(Object.entries(files).map(([file, text]) => [toGitPath(file), toGitPath(text)]));
  const textIn = (folder: GitPath) => texts.get(`${folder}.gitignore`);
  return new IgnoreRules(joinRules(outside.map(toGitPath)), false, textIn).ignores(path);
}

function gitIgnores(
  { root, home }: { readonly root: string; readonly home: string },
  paths: readonly string[],
): string[] {
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  try {
    const output = execFileSync("git", ["check-ignore", "-z", "--stdin"], {
      cwd: root,
      env,
      input: paths.map((path) => `${path.replace(/\/$/, "")}\0`).join(""),
      encoding: "utf8",
    });
    const ignored = new Set(output.split("\0"));
    return paths.filter((path) => ignored.has(path.replace(/\/$/, "")));
  } catch (error) {
    if ((error as { status?: number }).status === 1) return []; // none
    throw error;
  }
}

describe("wildcards that are repeated mean what one means, and take no longer", () => {
  test.each([
    ["**/", `${"**/".repeat(200)}x`, `${"a/".repeat(400)}y`, false],
    ["**/ above what it names", `${"**/".repeat(200)}x`, `${"a/".repeat(400)}x`, true],
    ["**/ in the middle", `a/${"**/".repeat(200)}x`, `a/${"b/".repeat(400)}x`, true],
    ["*", `${"*".repeat(200)}x`, "a".repeat(255), false],
    ["* behind an escaped one", `\\*${"*".repeat(200)}x`, "*aax", true],
  ])("%s", (_what, pattern, path, ignored) => {
    // Tried one by one, the ways to read such a pattern outlast any test.
    expect(new IgnoreRules(pattern, false, () => undefined).ignores(path)).toBe(ignored);
  });
});
