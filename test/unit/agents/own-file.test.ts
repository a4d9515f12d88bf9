import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { isServed } from "../../../agents/formats/own-line.ts";
import { defineInstaller, type Where } from "../../../agents/formats/installer.ts";
import { ownJson, ownScript } from "../../../agents/formats/own-file.ts";

const OURS = "/d/runtime/snapveil-hook --agent a";
const JSON_FILE = ownJson(() => ({ mine: 1 }))(["Stop"]);

test.each([
  ["our line", JSON.stringify({ Stop: [{ command: OURS }] }), true],
  ["somebody's own line of ours", JSON.stringify({ Stop: [{ command: "snapveil hook" }] }), false],
  ["another hook", JSON.stringify({ Stop: [{ command: "true" }] }), false],
])("a file of our own goes, and is written again, where it holds %s", (_, text, isOurs) => {
  expect(JSON_FILE.take(text, undefined)).toBe(isOurs ? undefined : text);
  if (isOurs) expect(JSON_FILE.put(text, [])).toBe('{\n  "mine": 1\n}\n');
  else expect(() => JSON_FILE.put(text, [])).toThrow("it was not written by snapveil, and its name is needed");
});

test("an empty file is nobody's, and a script of ours is known by its line", () => {
  expect(JSON_FILE.put(" \n", [])).toContain('"mine"');
  expect(ownScript("Stop").find(`#!/bin/sh\nexec ${OURS}\n`)).toEqual([{ event: "Stop", command: OURS }]);
  expect(ownScript("Stop").take("#!/bin/sh\nexec true\n", undefined)).toBe("#!/bin/sh\nexec true\n");
});

test.each([
  ["http://127.0.0.1:1/hook?agent=codex", true],
  ["http://127.0.0.1:1/hook?event=Stop&agent=codex", true],
  ["http://127.0.0.1:1/hook?event=Stop", false],
  ["http://127.0.0.1:1/other?agent=codex", false],
])("%s is served by us: %s", (address, isSo) => {
  expect(isServed(address)).toBe(isSo);
});

test("of several places of a file the first that is there counts, else the last", () => {
  const root = mkdtempSync(join(tmpdir(), "places-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const { files } = defineInstaller({ agent: "a", folders: [], project: ["one", "two"], format: () => JSON_FILE });
  const path = () => files.project!({ root, home: root, env: {} } as unknown as Where, [])[0]!.path;
  expect(path()).toBe(join(root, "two"));
  writeFileSync(join(root, "one"), "");
  expect(path()).toBe(join(root, "one"));
});
