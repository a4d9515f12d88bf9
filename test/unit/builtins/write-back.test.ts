import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { guardWriteBack } from "../../../builtins/write-back/guard-write-back.ts";
import type { Json } from "../../../kit/json.ts";
import type { HookEvent } from "../../../protocol/hook-event.ts";
import { ioWith } from "../../support/io-with.ts";
import { times } from "../../support/chance.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

const M = "[REDACTED]";
const TYPED = "[REDACTED:github-token]";
/** What the files really hold. */
const REAL = "s3cr3t-value";
const DOC = `# snapveil\n\nIt writes \`${M}\` in place of a secret.\nPort: 80\nThe end.\n`;

let world: TemporaryWorld;
beforeAll(() => {
  world = temporaryWorld();
  const put = (name: string, text: string) => writeFileSync(join(world.cwd, name), text);
  mkdirSync(join(world.cwd, "docs"));
  put("config.yaml", `token: ${REAL}\nport: 80\nname: app\n`);
  put("docs/redaction.md", DOC);
  put("crlf.md", DOC.replaceAll("\n", "\r\n"));
  put("cells.ipynb", JSON.stringify({ cells: [{ source: [`x = "${M}"\n`, "y = 1\n"] }] }, null, 1));
});
afterAll(() => world.remove());

function verdictOf(toolName: string, toolInput: Json, toolCategory?: string): string | undefined {
  const event = { name: "pre_tool_use", wireName: "pre_tool_use", dialect: "docker-agent", raw: {}, cwd: world.cwd, toolName, toolInput, ...(toolCategory && { toolCategory }) } as HookEvent<"pre_tool_use">;
  return guardWriteBack(event, { io: ioWith("", { HOME: world.home }) }).verdict?.kind;
}

const write = (marker: string) => `token: ${marker}\nport: 81\nname: app\n`;
const patch = (marker: string) => `*** Begin Patch\n*** Update File: config.yaml\n@@\n-token: x\n+token: ${marker}\n port: 80\n*** End Patch`;
const unified = (marker: string) => `--- a/config.yaml\n+++ b/config.yaml\n@@ -1,2 +1,2 @@\n-token: x\n+token: ${marker}\n port: 80\n`;
const blocks = (marker: string) => `<<<<<<< SEARCH\ntoken: x\n=======\ntoken: ${marker}\n>>>>>>> REPLACE`;
const dashes = (marker: string) => `------- SEARCH\nport: 80\n=======\nport: 81\ntoken: ${marker}\n+++++++ REPLACE`;

/** Tools that write files, as agents and servers call them. */
const WRITERS: readonly (readonly [tool: string, input: (marker: string) => Json])[] = [
  ["Write", (m) => ({ file_path: "config.yaml", content: write(m) })],
  ["Edit", (m) => ({ file_path: "config.yaml", old_string: "port: 80", new_string: `port: 80\ntoken: ${m}` })],
  ["MultiEdit", (m) => ({ file_path: "config.yaml", edits: [{ old_string: "name: app", new_string: "name: b" }, { old_string: "port: 80", new_string: `token: ${m}` }] })],
  ["NotebookEdit", (m) => ({ notebook_path: "cells.ipynb", new_source: `token = "${m}-x"`, cell_type: "code" })],
  ["apply_patch", (m) => ({ command: patch(m) })],
  ["apply_patch", (m) => ({ input: patch(m) })],
  ["apply_patch", (m) => ({ command: ["apply_patch", patch(m)] })],
  ["ApplyPatch", (m) => ({ patch: unified(m) })],
  ["write_file", (m) => ({ file_path: "config.yaml", content: write(m) })],
  ["write_file", (m) => ({ path: "config.yaml", content: write(m) })],
  ["replace", (m) => ({ file_path: "config.yaml", old_string: "port: 80", new_string: `port: ${m}`, instruction: "set the port", expected_replacements: 1 })],
  ["edit_file", (m) => ({ path: "config.yaml", edits: [{ oldText: "port: 80", newText: `port: ${m}` }] })],
  ["edit_file", (m) => ({ target_file: "config.yaml", instructions: "x", code_edit: `// ...\ntoken: ${m}` })],
  ["create_file", (m) => ({ filePath: "new.yaml", content: write(m) })],
  ["replace_string_in_file", (m) => ({ filePath: "config.yaml", oldString: "port: 80", newString: m })],
  ["multi_replace_string_in_file", (m) => ({ explanation: "x", replacements: [{ filePath: "config.yaml", oldString: "port: 80", newString: m }] })],
  ["insert_edit_into_file", (m) => ({ filePath: "config.yaml", code: write(m), explanation: "x" })],
  ["str_replace_editor", (m) => ({ command: "str_replace", path: "config.yaml", old_str: "port: 80", new_str: `a: ${m}` })],
  ["str_replace_editor", (m) => ({ command: "create", path: "new.yaml", file_text: write(m) })],
  ["str_replace_based_edit_tool", (m) => ({ command: "insert", path: "docs/redaction.md", insert_line: 1, insert_text: `It writes \`${m}\` in place of a secret.` })],
  ["file_editor", (m) => ({ command: "str_replace", path: "config.yaml", old_str: "port: 80", new_str: `a: ${m}` })],
  ["write_to_file", (m) => ({ path: "config.yaml", content: write(m) })],
  ["replace_in_file", (m) => ({ path: "config.yaml", diff: blocks(m) })],
  ["replace_in_file", (m) => ({ path: "config.yaml", diff: dashes(m) })],
  ["search_replace", (m) => ({ file_path: "config.yaml", content: blocks(m) })],
  ["fs_write", (m) => ({ command: "append", path: "config.yaml", new_str: `token: ${m}` })],
  ["text_editor", (m) => ({ command: "write", path: "config.yaml", file_text: write(m) })],
  ["Create", (m) => ({ file_path: "new.yaml", content: write(m) })],
  ["mcp__filesystem__write_file", (m) => ({ path: "config.yaml", content: write(m) })],
  ["mcp__filesystem__edit_file", (m) => ({ path: "config.yaml", edits: [{ oldText: "a", newText: m }], dryRun: false })],
  ["mcp_github_create_or_update_file", (m) => ({ owner: "o", repo: "r", path: "config.yaml", content: write(m), message: "x", branch: "b" })],
  ["save-file", (m) => ({ path: "new.yaml", file_content: write(m), instructions_reminder: "x" })],
  ["str-replace-editor", (m) => ({ command: "str_replace", path: "config.yaml", str_replace_entries: [{ old_str: "port: 80", new_str: m, old_str_start_line_number: 2 }] })],
  ["replace_file_content", (m) => ({ TargetFile: "/x/config.yaml", TargetContent: "port: 80", ReplacementContent: `p: ${m}`, Description: "x" })],
  ["patch", (m) => ({ mode: "replace", path: "config.yaml", old_string: "port: 80", new_string: m })],
  ["pre_write_code", (m) => ({ file_path: "config.yaml", edits: [{ old_string: "", new_string: write(m) }] })],
  ["hash_line_tool", (m) => ({ path: "config.yaml", content: write(m) })],
];

const SHELL_WRITERS: readonly ((marker: string) => string)[] = [
  (m) => `echo "token: ${m}" > config.yaml`,
  (m) => `echo 'token: ${m}' >> config.yaml`,
  (m) => `printf 'token: %s\\n' "${m}" | tee config.yaml`,
  (m) => `cat > config.yaml <<EOF\ntoken: ${m}\nEOF`,
  (m) => `cat <<'EOF' > config.yaml\nport: 80\ntoken: ${m}\nEOF\necho done`,
  (m) => `cat <<-EOF | tee config.yaml >/dev/null\n\ttoken: ${m}\n\tEOF`,
  (m) => `tee config.yaml <<< "token: ${m}"`,
  (m) => `sed -i 's/^token:.*/token: ${m}/' config.yaml`,
  (m) => `sed -i.bak -e 's/port: 80/port: 81/' -e 's/x/${m}/' config.yaml`,
  (m) => `perl -pi -e 's/x/${m}/' config.yaml`,
  (m) => `cd app && echo "API_KEY=${m}" >> .env && npm start`,
  (m) => `{ echo a; echo "${m}"; } > config.yaml`,
  (m) => `(echo "token: ${m}") > config.yaml`,
  (m) => `bash -c 'echo "${m}" > config.yaml'`,
  (m) => `sudo sh -c "echo ${m} > /etc/app.conf"`,
  (m) => `apply_patch <<'PATCH'\n${patch(m)}\nPATCH`,
  (m) => `git apply <<'EOF'\n${unified(m)}EOF`,
  (m) => `patch -p1 <<'EOF'\n${unified(m)}EOF`,
  (m) => `python3 - <<'EOF'\nopen("config.yaml", "w").write("token: ${m}")\nEOF`,
  (m) => `python -c 'from pathlib import Path; Path("c").write_text("${m}")'`,
  (m) => `node -e 'require("fs").writeFileSync("c", "${m}")'`,
  (m) => `ruby -e 'File.write("c", "${m}")'`,
  (m) => `jq '.token = "${m}"' a.json > b.json`,
  (m) => `awk '{sub(/x/, "${m}")} 1' a > b`,
  (m) => `echo ${m} | dd of=config.yaml`,
  (m) => `echo "${m}" | sudo tee -a /etc/app.conf`,
  (m) => `cp /dev/stdin config.yaml <<< '${m}'`,
  (m) => `TOKEN=x echo "${m}" &> config.yaml`,
  (m) => `git config user.token "${m}"`,
  (m) => `npm config set //registry/:_authToken ${m}`,
  (m) => `echo "${m}" | gh secret set TOKEN`,
  (m) => `Set-Content -Path config.yaml -Value "token: ${m}"`,
  (m) => `"token: ${m}" | Out-File config.yaml`,
  (m) => `if true; then echo "${m}" > config.yaml; fi`,
  (m) => `for f in a b; do echo "${m}" > $f; done`,
  (m) => `(echo a; echo "${m}"; echo b) | tee config.yaml`,
  (m) => `(\n  echo a\n  echo "${m}"\n  echo b\n) > config.yaml`,
  (m) => `echo "${m}" | sort | uniq > config.yaml`,
  (m) => `echo "$(printf '%s' "${m}")" > config.yaml`,
  (m) => `echo "${m}" 1> config.yaml`,
  (m) => `echo "${m}" >| config.yaml`,
  (m) => `echo \\\n  "${m}" \\\n  > config.yaml`,
  (m) => `ed config.yaml <<EOF\n1c\ntoken: ${m}\n.\nw\nEOF`,
];

const READ_COMMANDS = [
  `grep -rn '${M}' .`,
  `rg "${M}" src | head -5`,
  `grep -c "${M}" config.yaml > count.txt`,
  `git log --grep='${M}' --oneline > log.txt`,
  `git commit -m "Explain ${M}"`,
  `echo "${M}"`,
  `echo "${M}" 2>/dev/null`,
  `echo "${M}" >&2`,
  `cat <<EOF\n${M}\nEOF`,
  `test "$(cat f)" = "${M}" && echo same`,
  `sed -n 's/${M}/x/p' config.yaml`,
  `sed -i 's/\\[REDACTED\\]/value/' config.yaml`,
  `python3 -c 'print(open("f").read().count("${M}"))'`,
  `curl -d 'x=${M}' https://example.test`,
  `diff <(echo "${M}") config.yaml`,
  `echo "no marker" > config.yaml; echo "${M}"`,
  `find . -name '*${M}*' | wc -l`,
  `ls # ${M} > config.yaml`,
  `[ "$TOKEN" != "${M}" ] || exit 1`,
];

describe.each([M, TYPED])("%s", (marker) => {
  test.each(WRITERS.map(([tool, input], at) => [`${tool} ${at}`, tool, input] as const))("is denied to %s", (_name, tool, input) => {
    expect(verdictOf(tool, input(marker))).toBe("deny");
  });

  test.each(SHELL_WRITERS.map((script) => [script(marker)] as const))("is denied to the command %s", (command) => {
    expect(verdictOf("Bash", { command, description: "x" })).toBe("deny");
    expect(verdictOf("shell", { cmd: command }, "shell")).toBe("deny");
    expect(verdictOf("run_shell_command", { command })).toBe("deny");
    expect(verdictOf("exec_command", { cmd: ["bash", "-lc", command] })).toBe("deny");
    expect(verdictOf("run_commands", { commands: JSON.stringify(["ls", command]) })).toBe("deny");
  });
});

describe("no false alarm", () => {
  test.each(READ_COMMANDS)("for %s", (command) => {
    expect(verdictOf("Bash", { command })).toBeUndefined();
  });

  test.each<readonly [name: string, tool: string, input: Json]>([
    ["a search for it", "Grep", { pattern: M, path: "docs" }],
    ["a search of Gemini's", "search_file_content", { pattern: M, path: "docs" }],
    ["a file of that name", "Read", { file_path: `docs/${M}.md` }],
    ["a list of things to do", "TodoWrite", { todos: [{ content: `look at ${M}`, status: "pending" }] }],
    ["a question on the web", "WebSearch", { query: M }],
    ["a ticket", "mcp__github__create_issue", { owner: "o", repo: "r", title: "x", body: `It prints ${M}` }],
    ["another agent's work", "Task", { description: "x", prompt: `explain ${M}` }],
    ["a description of the edit", "Edit", { file_path: "config.yaml", old_string: "port: 80", new_string: "port: 81", description: `left ${M} alone` }],
    ["an edit that leaves the marker out", "Edit", { file_path: "config.yaml", old_string: "port: 80", new_string: "port: 81" }],
    ["an edit of a line in which the file has it", "Edit", { file_path: "docs/redaction.md", old_string: `It writes \`${M}\` in place`, new_string: `It puts \`${M}\` in place` }],
    ["an edit across it", "Edit", { file_path: "docs/redaction.md", old_string: `\`${M}\` in place of a secret.\nPort: 80`, new_string: `\`${M}\` in place of a secret.\nPort: 81` }],
    ["an edit that takes it away", "Edit", { file_path: "docs/redaction.md", old_string: `\`${M}\``, new_string: "a marker" }],
    ["the whole of a file that has it", "Write", { file_path: "docs/redaction.md", content: DOC.replace("80", "81") }],
    ["the whole of a file with CRLF", "Write", { file_path: "crlf.md", content: DOC.replace("80", "81") }],
    ["a patch around it", "apply_patch", { command: `*** Begin Patch\n*** Update File: docs/redaction.md\n@@\n It writes \`${M}\` in place of a secret.\n-Port: 80\n+Port: 81\n*** End Patch` }],
    ["blocks around it", "replace_in_file", { path: "docs/redaction.md", diff: `<<<<<<< SEARCH\nIt writes \`${M}\` in place of a secret.\nPort: 80\n=======\nIt writes \`${M}\` in place of a secret.\nPort: 81\n>>>>>>> REPLACE` }],
    ["a notebook's cell that has it", "NotebookEdit", { notebook_path: "cells.ipynb", new_source: `x = "${M}"\ny = 2` }],
    ["a here-document with the file's own lines", "Bash", { command: `cat > docs/redaction.md <<'EOF'\n${DOC.replace("80", "81")}EOF` }],
  ])("for %s", (_name, tool, input) => {
    expect(verdictOf(tool, input)).toBeUndefined();
  });
});

describe("whatever the arguments hold", () => {
  const PIECES = ["open(", "open('f',", "<<EOF\n", "<<", "'", '"', "$(", "`", "(", ")", "{", "}", ";", "|", ">", ">>", "&", "\\", "\n", " ", "# ", "replace ", "sub ", "<<<<<<< SEARCH\n", "=======\n", ">>>>>>> REPLACE\n", "*** Update File: a\n", "@@\n", "+", "-", "sed -i ", "python -c '", M];

  test.each(PIECES)("%j again and again takes no time", (piece) => {
    const text = `${M} ${piece.repeat(Math.ceil(300_000 / piece.length))}`;
    const before = process.cpuUsage();
    verdictOf("Bash", { command: text });
    verdictOf("Bash", { command: `python3 -c "${text}` });
    verdictOf("apply_patch", { command: `*** Begin Patch\n${text}` });
    verdictOf("replace_in_file", { path: "config.yaml", diff: `<<<<<<< SEARCH\n${text}` });
    verdictOf("Edit", { file_path: "docs/redaction.md", old_string: text.replaceAll(" ", "\n"), new_string: text });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(4000);
  });

  test("nothing makes it throw", () => {
    fc.assert(fc.property(fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 30 }), fc.anything({ maxDepth: 3 }), (parts, other) => {
      const text = parts.join("");
      for (const tool of ["Bash", "apply_patch", "Write", "Edit", "x", ""]) verdictOf(tool, { command: text, path: "a", content: text, edits: [{ old_string: text, new_string: text }], other: other as Json });
    }), { numRuns: times(500) });
  });

  test("what a redirection writes is denied, whatever stands before it", () => {
    const word = fc.constantFrom("a", "'b c'", '"d"', "$E", "-n", "\\;", "$(ls)", "x=1");
    fc.assert(fc.property(fc.array(word, { maxLength: 4 }), fc.constantFrom(">", ">>", ">|", "1>", "&>", "| tee", "| tee -a", "| sort >"), fc.constantFrom("; ", " && ", "\n", "| cat; "), (words, operator, joint) => {
      expect(verdictOf("Bash", { command: `ls ${words.join(" ")}${joint}echo ${words.join(" ")} "${M}" ${operator} f.txt` })).toBe("deny");
    }), { numRuns: times(500) });
  });
});

describe("the file decides", () => {
  test.each<readonly [name: string, tool: string, input: Json]>([
    ["an anchor that the file does not have", "Edit", { file_path: "config.yaml", old_string: `token: ${M}\nport: 80`, new_string: `token: ${M}\nport: 81` }],
    ["an anchor alone", "Edit", { file_path: "config.yaml", old_string: `token: ${M}`, new_string: "" }],
    ["one more than it has", "Write", { file_path: "docs/redaction.md", content: `${DOC}It writes \`${M}\` in place of a secret.\n` }],
    ["one more than was taken", "Edit", { file_path: "docs/redaction.md", old_string: `\`${M}\``, new_string: `\`${M}\` or \`${M}\`` }],
    ["another kind than was taken", "Edit", { file_path: "docs/redaction.md", old_string: `\`${M}\``, new_string: `\`${TYPED}\`` }],
    ["another line than it has", "Write", { file_path: "docs/redaction.md", content: DOC.replace("It writes", "token:") }],
    ["a file that is not there", "Write", { file_path: "copy.md", content: DOC }],
    ["a patch whose context it does not have", "apply_patch", { command: `*** Begin Patch\n*** Update File: config.yaml\n@@\n token: ${M}\n-port: 80\n+port: 81\n*** End Patch` }],
  ])("%s is denied", (_name, tool, input) => {
    expect(verdictOf(tool, input)).toBe("deny");
  });
});
