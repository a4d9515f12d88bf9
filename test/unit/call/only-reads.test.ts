import { expect, test } from "vitest";

import type { CallEvent } from "../../../agents/codec/hook-event.ts";
import { onlyReads } from "../../../call/only-reads.ts";

const asked = async (toolName: string, toolInput: object, toolCategory?: string) =>
  onlyReads({ name: "pre_tool_use", toolName, toolInput, toolCategory } as unknown as CallEvent);
const shell = (cmd: string) => asked("shell", { cmd });

test.each([
  "ls -la src | head -50",
  "git status --short && git diff --stat",
  "git -C sub log -p -3",
  "cd src && rg -n 'value[0-9]+' . 2>/dev/null | wc -l",
  "sed -n 1,80p src/a.ts",
  "cat a > /dev/null; pwd",
  "if [ -f x ]; then cat x; fi",
  "for f in a b; do head -3 $f; done",
  "find . -name '*.ts' | xargs grep -l foo",
  "echo $(git rev-parse HEAD)",
  "/usr/bin/ls",
  "git --no-pager log",
  "git -P log -1",
  "git --no-optional-locks status",
])("%s changes no file", async (script) => expect(await shell(script)).toBe(true));

test.each([
  "",
  "npm test",
  "ls > list.txt",
  "ls 2> errors",
  "cat a | tee b",
  "cat a | sh",
  "sed -i s/a/b/ x",
  "sed -f edits x",
  "awk -f program x",
  "find . -name x -delete",
  "find . -exec rm {} +",
  "ls | xargs rm",
  "git checkout x",
  "git stash",
  "git diff --output=x",
  "git grep -O foo",
  "git difftool",
  "git archive -o x HEAD",
  "git archive HEAD",
  "git help log",
  "git diff --ext-diff",
  "git show --textconv HEAD:x",
  "git cat-file --filters HEAD:x",
  "git ls-remote --upload-pack=./x .",
  "git grep --open-files-in-pager=x foo",
  "git -p log",
  "git -c core.pager=x log",
  "GIT_EXTERNAL_DIFF=x git diff",
  "echo $(rm x)",
  "cat <(rm x)",
  "f() { rm x; }; f",
  "ls() { rm x; }; ls",
  "alias ls=rm; ls x",
  "exec > x; ls",
  "./ls",
  "scripts/cat a",
  "$TOOL a",
  "less a",
  "more a",
  "sed --file=edits x",
  "gawk -f program x",
  "sort -o x y",
  "source x; ls",
  "git status; ./build.sh",
  "trap 'rm x' EXIT",
  "cat <<EOF > x\na\nEOF",
])("%s is not known to change none", async (script) => expect(await shell(script)).toBe(false));

test.each(["read_file", "Read", "list_directory", "Grep", "Glob", "search_files_content", "read_multiple_files"])(
  "%s looks",
  async (tool) => expect(await asked(tool, { path: "a", pattern: "b" })).toBe(true),
);

test.each([
  ["edit_file", { path: "a", edits: [{ oldText: "a", newText: "b" }] }],
  ["search_replace", { file_path: "a", old_string: "a", new_string: "b" }],
  ["create_directory", { path: "a" }],
  ["remove_directory", { path: "a" }],
  ["mcp__files__read_file", { path: "a" }],
  ["Task", { prompt: "read everything" }],
  ["run_background_job", { cmd: "npm start" }],
  ["anything", {}],
])("%s is not known to look", async (tool, input) => expect(await asked(tool, input)).toBe(false));

test("what is typed into a running shell is not known to look", async () => {
  expect(await asked("write_stdin", { session_id: 1, chars: "ls\n" })).toBe(false);
  expect(await asked("shell", { cmd: "cat a", env: { LESSOPEN: "|x" } })).toBe(false);
});
