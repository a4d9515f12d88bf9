import { expect, test } from "vitest";

import { startFolder } from "../../../call/start-folder.ts";

test.each([
  "workdir",
  "cwd",
  "working_dir",
  "working_directory",
  "workingDirectory",
  "workDir",
  "dir_path",
  "directory",
])("a shell's folder by the argument %s", (key) => {
  expect(startFolder({ command: "ls", [key]: "sub/../lib" }, "/w")).toBe("/w/lib");
  expect(startFolder({ command: "ls", [key]: "/x/." }, "/w")).toBe("/x");
  expect(startFolder({ command: "ls", [key]: "/x" }, undefined)).toBe("/x");
  expect(startFolder({ command: "ls", [key]: "lib" }, undefined)).toBeUndefined();
  expect(startFolder({ command: "ls", [key]: "" }, "/w")).toBe("/w");
});
