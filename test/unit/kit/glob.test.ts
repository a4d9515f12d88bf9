import { expect, test } from "vitest";

import { isNamed, matchesGlob, parseGlob } from "../../../kit/glob.ts";

test.each([
  ["secrets/**", "secrets/a/b", true],
  ["secrets/**", "secrets", true],
  ["secrets", "secrets/a", true],
  ["secrets/**", "src/secrets/a", false],
  ["**/secrets", "src/secrets/a", true],
  ["src/**/*.pem", "src/a.pem", true],
  ["src/**/*.pem", "src/x/y/a.pem", true],
  ["src/**/*.pem", "src/x/y/a.pub", false],
  ["src/*/a", "src/x/y/a", false],
  ["**/x/**/y/*", "a/x/b/x/c/y/d", true],
  [".env*", ".env.local", true],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["*", "", false],
])("the glob %j and the path %j: %s", (glob, path, fits) => {
  expect(matchesGlob(parseGlob(glob), path.split("/").filter(Boolean))).toBe(fits && path !== "");
});

test.each([
  ["mcp__*", "mcp__files__write", true],
  ["Bash", "BashOutput", false],
  ["*", "", true],
  ["*a*a*a*a*a*a*a*a*a*a*a*a*b", "a".repeat(20_000), false],
])("the name %j and %j", (pattern, name, fits) => {
  expect(isNamed(pattern, name)).toBe(fits);
});

test("a glob of many stars ends in time", () => {
  expect(matchesGlob(parseGlob("**/a/".repeat(50) + "b"), Array<string>(2000).fill("a"))).toBe(false);
});
