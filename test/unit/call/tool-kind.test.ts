import { expect, test } from "vitest";

import { startFolder } from "../../../call/start-folder.ts";
import {
  fileOf,
  filesOfArguments,
  isEdit,
  isPatch,
  isReadTool,
  isServers,
  resolvedPath,
  statementOf,
  toolKind,
  wordsOfTool,
} from "../../../call/tool-kind.ts";
import type { Json } from "../../../kit/json.ts";

const PATCH = "*** Begin Patch\n*** Delete File: a\n*** End Patch";

test.each<[name: string | undefined, input: Json, kind: string, category?: string]>([
  ["Write", { file_path: "a", content: "x" }, "write"],
  ["Write", { content: "x" }, "tool"],
  ["create_file", { file_path: "a" }, "write"],
  ["MultiEdit", { edits: [{ path: "a" }] }, "write"],
  ["apply_patch", { input: PATCH }, "write"],
  ["any_tool", { text: PATCH }, "write"],
  ["any_tool", { text: `about ${PATCH}` }, "tool"],
  ["shell", { command: PATCH }, "write"],
  [undefined, { text: PATCH }, "tool"],
  ["SlashCommand", { command: "/x" }, "tool"],
  ["Bash", { command: "ls" }, "shell"],
  ["Bash", { command: "ls", path: "a" }, "shell"],
  ["odd", { x: 1 }, "shell", "shell"],
  ["odd", { x: 1 }, "tool"],
  ["Read", { path: "a", content: "x" }, "tool"],
  ["get_it", { command: "x" }, "tool"],
  ["odd", "text", "tool"],
  ["odd", { path: "a", content: "x" }, "write"],
  ["odd", { path: "a" }, "tool"],
  ["odd", { content: "x" }, "tool"],
  ["odd", { cli_command: "x", other: 1 }, "shell"],
  ["odd", { cli_command: "x", path: "a" }, "tool"],
  ["run_code", { language: "python", code: "f()" }, "shell"],
])("%s with %j is of the kind %s", (name, input, kind, category) => {
  expect(toolKind(name, category, input)).toBe(kind);
});

test.each<[name: string, words: string[], isRead: boolean]>([
  ["mcp__my__files__read_file", ["read", "file"], true],
  ["fs.view-file", ["view", "file"], true],
  ["server/a:CatFile", ["cat", "file"], true],
  ["openAndEdit", ["open", "and", "edit"], false],
  ["get_command_output", ["get", "command", "output"], false],
  ["list_files", ["list", "files"], false],
])("%s is the words %j, and reads: %s", (name, words, isRead) => {
  expect([wordsOfTool(name), isReadTool(name)]).toEqual([words, isRead]);
});

test.each<[name: string, category: string | undefined, isIt: boolean]>([
  ["mcp_files_read", undefined, true],
  ["files__read", undefined, true],
  ["call_A2A", undefined, true],
  ["read", "mcp", true],
  ["read", "a2a", true],
  ["read_file", "shell", false],
])("%s of the category %s is a server's: %s", (name, category, isIt) => {
  expect(isServers(name, category)).toBe(isIt);
});

test.each<[name: string | undefined, input: Json, isIt: boolean]>([
  ["Edit", { file_path: "a", new_string: "x" }, true],
  ["Edit", { new_string: "x" }, false],
  ["Write", { file_path: "a", content: "x" }, false],
  ["Write", { file_path: "a", old_string: "x", content: "y" }, true],
  ["Read", { file_path: "a", edits: [] }, false],
])("%s with %j changes a part of a file: %s", (name, input, isIt) => {
  expect(isEdit(name, input)).toBe(isIt);
});

test.each<[input: Json, file: string | undefined, files: string[], sql: string | undefined]>([
  [{ uri: "file:///a/b" }, "/a/b", ["/a/b"], undefined],
  [{ path: "", filename: "b" }, "b", ["b"], undefined],
  [{ path: 1 }, undefined, [], undefined],
  [{ files: ["a", { path: "b" }, 1], query: "x" }, undefined, ["a", "b"], "x"],
  [{ sql: 1, statement: "s", query: "q" }, undefined, [], "q"],
  ["text", undefined, [], undefined],
])("%j names the file %s, the files %j and the statement %s", (input, file, files, sql) => {
  expect([fileOf(input), filesOfArguments(input), statementOf(input)]).toEqual([file, files, sql]);
});

test.each<[file: string | undefined, cwd: string | undefined, path: string | undefined]>([
  ["~/a", "/w", "/h/a"],
  ["/a", undefined, "/a"],
  ["a", "/w", "/w/a"],
  ["a", undefined, undefined],
  [undefined, "/w", undefined],
])("%s in %s is %s", (file, cwd, path) => {
  expect(resolvedPath(file, cwd, { HOME: "/h" })).toBe(path);
});

test.each<[text: string, isIt: boolean]>([
  [PATCH, true],
  ["--- a\n+++ b\n@@ -1 +1 @@\n", true],
  ["--- a\n+++ b\n", false],
  ["--- a\n@@ -1 +1 @@\n", false],
  ["+++ b\n@@ -1 +1 @@\n", false],
])("%j is a patch: %s", (text, isIt) => {
  expect(isPatch(text)).toBe(isIt);
});

test.each<[input: Json, cwd: string | undefined, folder: string | undefined]>([
  [{ cwd: "sub" }, "/w", "/w/sub"],
  [{ cwd: "", dir_path: "sub" }, "/w", "/w/sub"],
  [{ cwd: "" }, "/w", "/w"],
  [{ cwd: "/a/../b" }, undefined, "/b"],
  [{ cwd: "sub" }, undefined, undefined],
  [null, "/w", "/w"],
])("a command with %j, called in %s, starts in %s", (input, cwd, folder) => {
  expect(startFolder(input, cwd)).toBe(folder);
});
