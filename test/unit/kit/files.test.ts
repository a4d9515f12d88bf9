import { afterAll, expect, test } from "vitest";
import { join } from "node:path";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";

import { atomicWrite, isIn, makeFolder, readRegularFile, realPathOfNew } from "../../../kit/files.ts";

const top = mkdtempSync(join(tmpdir(), "snapveil-folder-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

test("a folder is made with all above it, for the owner alone, and a second time nothing happens", () => {
  for (let times = 0; times < 2; times += 1) makeFolder(join(top, "a/b/c"));
  for (const folder of ["a", "a/b", "a/b/c"]) expect(statSync(join(top, folder)).mode & 0o777).toBe(0o700);
});

test("a link to a folder is one", () => {
  symlinkSync(top, join(top, "link"));
  makeFolder(join(top, "link/below"));
  expect(statSync(join(top, "below")).isDirectory()).toBe(true);
});

test("what stands in the way is named", () => {
  writeFileSync(join(top, "file"), "");
  symlinkSync(join(top, "nowhere"), join(top, "dangling"));
  expect(() => makeFolder(join(top, "file"))).toThrow(/file cannot be written \(EEXIST\)/);
  expect(() => makeFolder(join(top, "file/a/b"))).toThrow(/cannot be written \(one of its folders is a file\)/);
  expect(() => makeFolder(join(top, "dangling"))).toThrow(/dangling cannot be written \(EEXIST\)/);
});

test.runIf(process.platform === "linux")("where the system has no room for folders, it ends", () => {
  expect(() => makeFolder("/proc/snapveil/data/snapshot")).toThrow("/proc/snapveil cannot be written (ENOENT)");
});

test("a file is written whole, for its owner alone, or not at all, and leaves nothing beside it", () => {
  const folder = join(top, "atomic");
  mkdirSync(join(folder, "taken/by"), { recursive: true });
  atomicWrite(join(folder, "file"), "one", { pid: 1 });
  atomicWrite(join(folder, "file"), Buffer.from("two"), { pid: 1, durable: true });
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("two");
  expect(statSync(join(folder, "file")).mode & 0o777).toBe(0o600);
  expect(() => atomicWrite(join(folder, "taken"), "three", { pid: 1 })).toThrow();
  expect(readdirSync(folder).toSorted()).toEqual(["file", "taken"]);
});

test.each([
  [0, "", false],
  [2, "ab", false],
  [3, "abc", true],
  [4, "abc", true],
  [undefined, "abc", true],
])("of a file of three bytes at most %j are read: %j, whole: %s", (limit, text, whole) => {
  const file = join(top, "three");
  writeFileSync(file, "abc");
  const head = readRegularFile(file, limit);
  expect([head.bytes.toString(), head.whole]).toEqual([text, whole]);
});

test.each([
  ["/a/b", "/a", true],
  ["/a", "/a", true],
  ["/ab", "/a", false],
  ["/a", "/a/b", false],
  ["/a", "/", true],
])("%s lies in %s: %s", (path, folder, isSo) => {
  expect(isIn(path, folder)).toBe(isSo);
});

test("a path that is not there yet is told without the links on its way", () => {
  mkdirSync(join(top, "real"), { recursive: true });
  symlinkSync(join(top, "real"), join(top, "way"));
  expect(realPathOfNew(join(top, "way/new/file"))).toBe(join(realPathOfNew(top), "real/new/file"));
});

test.each([1, 2, 3, 7, 8, 9, 5000])(
  "a path with %i names that are not there is told from the last folder that is",
  (count) => {
    const names = "new/".repeat(count).slice(0, -1);
    expect(realPathOfNew(join(top, names))).toBe(join(realPathOfNew(top), names));
  },
);
