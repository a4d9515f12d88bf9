import { afterAll, expect, test } from "vitest";
import { join } from "node:path";
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

import { makeFolder } from "../../../kit/files.ts";

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
