import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { foundAt, isFile, linkFinder, look, namesBelow, statAt } from "../../../../shadow-repo/source/on-disk.ts";
import { worldOfEachTest } from "../../../support/temporary-world.ts";

const world = worldOfEachTest();
type Kind = "file" | "folder" | "link" | "pipe";

function makeAll(): string {
  const root = world.cwd;
  mkdirSync(join(root, "d/e"), { recursive: true });
  writeFileSync(join(root, "d/f"), "");
  symlinkSync("d", join(root, "link"));
  symlinkSync("loop", join(root, "loop"));
  symlinkSync("nowhere", join(root, "dead"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  return root;
}

const kindOf = (found: Exclude<ReturnType<typeof foundAt>, undefined>): Kind =>
  found.isSymbolicLink() ? "link" : found.isDirectory() ? "folder" : found.isFIFO() ? "pipe" : "file";

test.each<[path: string, found: Kind | "gone" | "cannot be reached"]>([
  ["d/f", "file"],
  ["d", "folder"],
  ["d/e", "folder"],
  ["link", "link"],
  ["link/f", "file"],
  ["dead", "link"],
  ["pipe", "pipe"],
  ["x", "gone"],
  ["x/y", "gone"],
  ["d/f/y", "gone"],
  ["dead/y", "gone"],
  ["loop/y", "cannot be reached"],
  ["x".repeat(300), "cannot be reached"],
])("%s is: %s", (path, expected) => {
  const root = makeAll();
  const seen = look(root, path);
  expect(typeof seen === "string" ? seen : kindOf(seen)).toBe(expected);
  const isThere = expected !== "gone" && expected !== "cannot be reached";
  expect(foundAt(root, path) !== undefined).toBe(isThere);
  const stat = statAt(root, path);
  expect(typeof stat === "object" ? "there" : stat).toBe(
    isThere ? "there" : expected === "gone" ? undefined : "unknown",
  );
  expect(isFile(root, path)).toBe(expected === "file" || expected === "link");
});

test("a folder's names are those of the disk, byte by byte, or why there are none", () => {
  const root = makeAll();
  writeFileSync(Buffer.from(`${root}/d/e/\xff`, "latin1"), "");
  expect([namesBelow(root, "d/e/"), namesBelow(root, "").length]).toEqual([["\xff"], 5]);
  const others = ["x/", "d/f/", "loop/"].map((folder) => namesBelow(root, folder));
  expect(others).toEqual(["gone", "gone", "cannot be read"]);
});

test("a slash at the end does not lead through a link", () => {
  const stat = statAt(makeAll(), "link/");
  expect(typeof stat === "object" && stat.isSymbolicLink()).toBe(true);
});

test("what lies behind a link is told by the folders above a path", () => {
  const isBehind = linkFinder(makeAll());
  expect(["d/f", "link/f", "link/e/x", "link", "x/y", "f"].map(isBehind)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});
