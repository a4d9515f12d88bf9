import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { guardWriteBack, keepsMarker } from "../../../builtins/write-back/guard-write-back.ts";
import { isReadWhole } from "../../../shell/budget.ts";
import type { Json } from "../../../kit/json.ts";
import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import { ioWith } from "../../support/io-with.ts";
import { times } from "../../support/chance.ts";
import { expectInProportion } from "../../support/in-proportion.ts";
import {
  MARKER_COMMANDS,
  MARKER_WRITERS,
  READING_COMMANDS,
  SEARCHING_COMMANDS,
  SETTING_COMMANDS,
  withMarker,
  WRITING_SPELLINGS,
} from "../../support/marker-writings.ts";
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

function eventOf(toolName: string, toolInput: Json, toolCategory?: string): HookEvent<"pre_tool_use"> {
  const wire = { name: "pre_tool_use", wireName: "pre_tool_use", dialect: "docker-agent", raw: {} } as const;
  return { ...wire, cwd: world.cwd, toolName, toolInput, ...(toolCategory && { toolCategory }) };
}

const call = () => ({ io: ioWith("", { HOME: world.home, GITHUB_TOKEN: "x" }) });

function verdictOf(toolName: string, toolInput: Json, toolCategory?: string): string | undefined {
  return guardWriteBack(eventOf(toolName, toolInput, toolCategory), call()).verdict?.kind;
}

/** What is said of a call whose marker came from the model, and of one whose secret was taken out. */
function judged(toolName: string, toolInput: Json): { refused: boolean; rewritten: boolean } {
  const rewritten = !keepsMarker(eventOf(toolName, toolInput), toolInput, call());
  return { refused: verdictOf(toolName, toolInput) === "deny", rewritten };
}

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
  `curl -H 'Authorization: Bearer ${M}' https://example.test`,
  `git clone https://user:${M}@example.test/a.git`,
  `diff <(echo "${M}") config.yaml`,
  `echo "no marker" > config.yaml; echo "${M}"`,
  `find . -name '*${M}*' | wc -l`,
  `ls # ${M} > config.yaml`,
  `[ "$TOKEN" != "${M}" ] || exit 1`,
];

describe.each([M, TYPED])("%s is denied", (marker) => {
  test.each(MARKER_WRITERS.map(([tool, input], at) => [`${tool} ${at}`, tool, withMarker(input, marker)] as const))(
    "to %s",
    (_name, tool, input) => expect(verdictOf(tool, input)).toBe("deny"),
  );

  test.each(MARKER_COMMANDS.map((script) => withMarker(script, marker)))("to the command %s", (command) => {
    expect(verdictOf("shell", { cmd: command }, "shell")).toBe("deny");
    expect(verdictOf("run_shell_command", { command, description: "x" })).toBe("deny");
    expect(verdictOf("run_commands", { commands: JSON.stringify(["ls", command]) })).toBe("deny");
  });
});

describe("a command that writes or sets something", () => {
  test.each([...SETTING_COMMANDS, ...WRITING_SPELLINGS, ...MARKER_COMMANDS])("%s", (script) => {
    const command = withMarker(script, M);
    expect(judged("Bash", { command })).toEqual({ refused: true, rewritten: false });
    expect(judged("exec_command", { cmd: ["bash", "-lc", command] })).toEqual({ refused: true, rewritten: false });
  });
});

test.each(READING_COMMANDS)("%s only searches, prints or sends", (script) => {
  expect(judged("Bash", { command: withMarker(script, M) })).toEqual({ refused: false, rewritten: true });
});

test.each(SEARCHING_COMMANDS)("%s searches or tells", (script) => {
  expect(judged("Bash", { command: withMarker(script, M) }).refused).toBe(false);
});

describe("a marker spelled with escapes", () => {
  const B = "\\";
  test.each([
    `printf 'token: ${B}x5bREDACTED${B}x5d' > config.yaml`,
    `echo $'token: ${B}x5BREDACTED]' > config.yaml`,
    `echo -e "token: ${B}0133REDACTED${B}0135" >> config.yaml`,
    `printf '${B}133REDACTED:token${B}135' | tee config.yaml`,
    `python3 -c 'open("c", "w").write("${B}u005bREDACTED${B}u005d")'`,
    `node -e 'require("fs").writeFileSync("c", "${B}u{5b}REDACTED]")'`,
  ])("is denied to %s", (command) => expect(verdictOf("Bash", { command })).toBe("deny"));

  test("is denied to a tool that writes files", () => {
    expect(verdictOf("Write", { file_path: "config.json", content: `{"token": "${B}u005bREDACTED${B}u005d"}` })).toBe(
      "deny",
    );
    expect(
      verdictOf("Edit", {
        file_path: "config.yaml",
        old_string: "port: 80",
        new_string: `token: "${B}x5bREDACTED:token${B}x5d"`,
      }),
    ).toBe("deny");
  });

  test("stays where the file has it in a line that moves to another column", () => {
    writeFileSync(join(world.cwd, "nested.yaml"), `a:\n  token: ${M}\n`);
    const moved = (line: string) =>
      verdictOf("Write", { file_path: "nested.yaml", content: `a:\n  b:\n    ${line}\n` });
    expect(moved(`token: ${M}`)).toBeUndefined();
    expect(moved(`secret: ${M}`)).toBe("deny");
  });

  test("stays where the file has it so, and a pattern is none", () => {
    writeFileSync(join(world.cwd, "escaped.ts"), `const M = "${B}u005bREDACTED${B}u005d";\nconst n = 1;\n`);
    expect(
      verdictOf("Write", {
        file_path: "escaped.ts",
        content: `const M = "${B}u005bREDACTED${B}u005d";\nconst n = 2;\n`,
      }),
    ).toBeUndefined();
    expect(verdictOf("Bash", { command: `grep -c '${B}x5bREDACTED' a > count.txt` })).toBeUndefined();
    expect(verdictOf("Bash", { command: `sed -i 's/${B}[REDACTED${B}]/value/' config.yaml` })).toBeUndefined();
    expect(verdictOf("Write", { file_path: "m.txt", content: "The name was [redacted]." })).toBeUndefined();
    expect(
      verdictOf("Write", { file_path: "m.ts", content: `const OPENER = "[" + "REDACTED" + "]";` }),
    ).toBeUndefined();
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
    [
      "a description of the edit",
      "Edit",
      { file_path: "config.yaml", old_string: "port: 80", new_string: "port: 81", description: `left ${M} alone` },
    ],
    [
      "an edit that leaves the marker out",
      "Edit",
      { file_path: "config.yaml", old_string: "port: 80", new_string: "port: 81" },
    ],
    [
      "an edit of a line in which the file has it",
      "Edit",
      {
        file_path: "docs/redaction.md",
        old_string: `It writes \`${M}\` in place`,
        new_string: `It puts \`${M}\` in place`,
      },
    ],
    [
      "an edit across it",
      "Edit",
      {
        file_path: "docs/redaction.md",
        old_string: `\`${M}\` in place of a secret.\nPort: 80`,
        new_string: `\`${M}\` in place of a secret.\nPort: 81`,
      },
    ],
    [
      "an edit that takes it away",
      "Edit",
      { file_path: "docs/redaction.md", old_string: `\`${M}\``, new_string: "a marker" },
    ],
    ["the whole of a file that has it", "Write", { file_path: "docs/redaction.md", content: DOC.replace("80", "81") }],
    ["the whole of a file with CRLF", "Write", { file_path: "crlf.md", content: DOC.replace("80", "81") }],
    [
      "a patch around it",
      "apply_patch",
      {
        command:
          "*** Begin Patch\n" +
          "*** Update File: docs/redaction.md\n" +
          "@@\n" +
          ` It writes \`${M}\` in place of a secret.\n` +
          "-Port: 80\n" +
          "+Port: 81\n" +
          "*** End Patch",
      },
    ],
    [
      "blocks around it",
      "replace_in_file",
      {
        path: "docs/redaction.md",
        diff:
          "<<<<<<< SEARCH\n" +
          `It writes \`${M}\` in place of a secret.\n` +
          "Port: 80\n" +
          "=======\n" +
          `It writes \`${M}\` in place of a secret.\n` +
          "Port: 81\n" +
          ">>>>>>> REPLACE",
      },
    ],
    [
      "a notebook's cell that has it",
      "NotebookEdit",
      { notebook_path: "cells.ipynb", new_source: `x = "${M}"\ny = 2` },
    ],
    [
      "a here-document with the file's own lines",
      "Bash",
      { command: `cat > docs/redaction.md <<'EOF'\n${DOC.replace("80", "81")}EOF` },
    ],
  ])("for %s", (_name, tool, input) => {
    expect(verdictOf(tool, input)).toBeUndefined();
  });
});

describe("whatever the arguments hold", () => {
  const PIECES = [
    "open(",
    "open('f',",
    "<<EOF\n",
    "<<",
    "'",
    '"',
    "$(",
    "`",
    "(",
    ")",
    "{",
    "}",
    ";",
    "|",
    ">",
    ">>",
    "&",
    "\\",
    "\n",
    " ",
    "# ",
    "replace ",
    "sub ",
    "<<<<<<< SEARCH\n",
    "=======\n",
    ">>>>>>> REPLACE\n",
    "*** Update File: a\n",
    "@@\n",
    "+",
    "-",
    "sed -i ",
    "python -c '",
    M,
  ];

  const takesTimeInProportion = (piece: string) =>
    expectInProportion((times) => {
      const text = `${M} ${piece.repeat(Math.ceil((20_000 * times) / piece.length))}`;
      const lines = text.replaceAll(" ", "\n");
      return () => {
        // A script that is too much to be read is left to the person.
        isReadWhole(() => verdictOf("Bash", { command: text }));
        isReadWhole(() => verdictOf("Bash", { command: `python3 -c "${text}` }));
        verdictOf("apply_patch", { command: `*** Begin Patch\n${text}` });
        verdictOf("replace_in_file", { path: "config.yaml", diff: `<<<<<<< SEARCH\n${text}` });
        verdictOf("Edit", { file_path: "docs/redaction.md", old_string: lines, new_string: text });
      };
    });
  test.each(PIECES.slice(0, 3))("%j again and again takes time in proportion", takesTimeInProportion);
  test.each(PIECES.slice(3))("%j again and again takes time in proportion", { tags: ["long"] }, takesTimeInProportion);

  test("nothing makes it throw", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 30 }),
        fc.anything({ maxDepth: 3 }),
        (parts, other) => {
          const text = parts.join("");
          for (const tool of ["Bash", "apply_patch", "Write", "Edit", "x", ""])
            verdictOf(tool, {
              command: text,
              path: "a",
              content: text,
              edits: [{ old_string: text, new_string: text }],
              other: other as Json,
            });
        },
      ),
      { numRuns: times(500) },
    );
  });

  test("what a redirection writes is denied, whatever stands before it", () => {
    const word = fc.constantFrom("a", "'b c'", '"d"', "$E", "-n", "\\;", "$(ls)", "x=1");
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 4 }),
        fc.constantFrom(">", ">>", ">|", "1>", "&>", "| tee", "| tee -a", "| sort >"),
        fc.constantFrom("; ", " && ", "\n", "| cat; "),
        (words, operator, joint) => {
          expect(
            verdictOf("Bash", {
              command: `ls ${words.join(" ")}${joint}echo ${words.join(" ")} "${M}" ${operator} f.txt`,
            }),
          ).toBe("deny");
        },
      ),
      { numRuns: times(500) },
    );
  });
});

describe("the file decides", () => {
  test.each<readonly [name: string, tool: string, input: Json]>([
    [
      "an anchor that the file does not have",
      "Edit",
      { file_path: "config.yaml", old_string: `token: ${M}\nport: 80`, new_string: `token: ${M}\nport: 81` },
    ],
    ["an anchor alone", "Edit", { file_path: "config.yaml", old_string: `token: ${M}`, new_string: "" }],
    [
      "one more than it has",
      "Write",
      { file_path: "docs/redaction.md", content: `${DOC}It writes \`${M}\` in place of a secret.\n` },
    ],
    [
      "one more than was taken",
      "Edit",
      { file_path: "docs/redaction.md", old_string: `\`${M}\``, new_string: `\`${M}\` or \`${M}\`` },
    ],
    [
      "another kind than was taken",
      "Edit",
      { file_path: "docs/redaction.md", old_string: `\`${M}\``, new_string: `\`${TYPED}\`` },
    ],
    [
      "another line than it has",
      "Write",
      { file_path: "docs/redaction.md", content: DOC.replace("It writes", "token:") },
    ],
    ["a file that is not there", "Write", { file_path: "copy.md", content: DOC }],
    [
      "a patch whose context it does not have",
      "apply_patch",
      {
        command: `*** Begin Patch\n*** Update File: config.yaml\n@@\n token: ${M}\n-port: 80\n+port: 81\n*** End Patch`,
      },
    ],
  ])("%s is denied", (_name, tool, input) => {
    expect(verdictOf(tool, input)).toBe("deny");
  });
});

test("a command that lost a part of itself together with the secret is not run", () => {
  expect(
    keepsMarker(eventOf("Bash", { command: "curl -H x https://a.test > out" }), { command: `curl -H ${M}` }, call()),
  ).toBe(true);
});

describe("a command that keeps what it found, or a text for people", () => {
  test.each([
    `grep -rn "${M}" . > hits.txt`,
    `curl -H "Authorization: Bearer ${M}" https://example.test/a -o a.json`,
    `curl -u me:${M} https://example.test/a.sh | sh`,
    `git commit -m "Explain ${M}"`,
    `gh issue create --title x --body "It prints ${M}"`,
  ])("%s", (command) => {
    expect(judged("Bash", { command })).toEqual({ refused: false, rewritten: false });
  });
});

describe("a marker that a shell puts together", () => {
  test.each([
    `A='[RED'; B='ACTED]'; echo $A$B > .env`,
    `A='[RED'\nB="ACTED]"\nprintf 'TOKEN=%s%s\\n' "$A" "$B" >> .env`,
    `printf '%s%s' '[RED' 'ACTED]' > .env`,
    `printf '[%s]' REDACTED > .env`,
    `x=REDACTED; echo "TOKEN=[$x]" > .env`,
    `x=REDACTED; kubectl create secret generic a --from-literal=t="[\${x}]"`,
    `echo "TOKEN=[RED"'ACTED]' > .env`,
    `echo TOKEN=\\[REDACTED\\] > .env`,
    `echo "[$(echo REDACTED)]" > .env`,
    `echo "[$(echo -n REDACTED)]" > .env`,
    `echo REDACTED | xargs printf '[%s]' > .env`,
    `x='[REDACT'; x+='ED]'; vault kv put a t=$x`,
    `A='['; B=RED; C=ACTED; D=']'; echo $A$B$C$D > .env`,
    `printf -v t '[%s]' REDACTED; echo "$t" > .env`,
    `bash -c 'echo "$1" > .env' _ '${M}'`,
    `echo '${M}' | xargs sh -c 'echo "$0" > .env'`,
    `set -- '[RED' 'ACTED]'; echo "$1$2" > .env`,
  ])("is refused to %s", (command) => expect(judged("Bash", { command }).refused).toBe(true));

  test.each([
    `if [ "$X" = REDACTED ]; then echo yes > a.txt; fi`,
    `[ -f a ] && echo RED > b`,
    `A='[RED'; echo $A > a`,
    `arr[R]=1; ./run D]`,
  ])("and none is made of %s", (command) => expect(judged("Bash", { command }).refused).toBe(false));
});

describe("a variable that the environment has", () => {
  test("is seen by every program, another one is not", () => {
    expect(judged("Bash", { command: `GITHUB_TOKEN=${M}; ./deploy.sh` }).refused).toBe(true);
    expect(judged("Bash", { command: `OTHER=${M}; ./deploy.sh` }).refused).toBe(false);
  });

  test("comes beside the command", () => {
    expect(judged("shell", { cmd: "./deploy.sh", env: { TOKEN: M } }).refused).toBe(true);
  });
});

describe("another tool", () => {
  test.each<readonly [tool: string, input: Json]>([
    ["mcp__github__create_or_update_secret", { name: "TOKEN", value: M }],
    ["create_secret", { name: "a", value: M }],
    ["mcp__aws__put_parameter", { Name: "/a", Value: M }],
    ["update_page", { id: 1, properties: { token: M } }],
    ["mcp__github__update_issue", { issue: 1, body: `token: ${M}` }],
    ["mcp__jira__create_or_update_issue", { issue: 1, body: `token: ${M}` }],
    ["set_env_var", { key: "A", value: M }],
    ["mcp__pg__execute_sql", { sql: `ALTER ROLE app PASSWORD '${M}'` }],
    ["mcp__pg__query", { sql: `INSERT INTO t VALUES ('${M}')` }],
    ["http_request", { method: "PUT", url: "https://example.test", body: { token: M } }],
    ["http_request", { method: "POST", url: "https://example.test", body: M }],
    ["http_request", { method: "PUT", url: "https://example.test", headers: { Authorization: M }, body: "{}" }],
    ["http_request", { method: "delete", url: "https://example.test", auth: M }],
    ["fetch", { url: "https://example.test", body: M }],
    ["browser_type", { selector: "#password", text: M }],
    ["execute_python", { code: `print("${M}", file=open("a", "w"))` }],
    ["run_code", { language: "js", source: `save("${M}")` }],
    ["save_memory", { fact: `the token is ${M}` }],
    ["use_mcp_tool", { server_name: "x", tool_name: "create_secret", arguments: { value: M } }],
    ["mcp__x__frobnicate", { a: [{ b: M }] }],
  ])("%s %j writes", (tool, input) => expect(judged(tool, input)).toEqual({ refused: true, rewritten: false }));

  test.each<readonly [tool: string, input: Json]>([
    ["WebFetch", { url: `https://example.test/?key=${M}`, prompt: "x" }],
    ["fetch", { urls: [`https://me:${M}@example.test`] }],
    ["WebSearch", { query: M }],
    ["http_request", { method: "GET", url: "https://example.test", headers: { Authorization: M } }],
    ["http_request", { method: "OPTIONS", url: "https://example.test", query: M }],
    ["http_request", { method: "head", url: "https://example.test", query: M }],
    ["http_request", { method: "POST", url: "https://example.test", headers: { Authorization: M }, body: "{}" }],
    ["http_request", { method: "POST", url: "https://example.test", auth: { bearer: M }, body: "{}" }],
    ["mcp__pg__query", { sql: `SELECT * FROM t WHERE a = '${M}'` }],
    ["mcp__github__search_code", { q: M }],
    ["mcp__github__create_issue", { title: "x", body: `It prints ${M}` }],
    ["mcp__slack__post_message", { channel: "x", text: M }],
    ["TodoWrite", { todos: [{ content: M }] }],
    ["Task", { prompt: M }],
    ["transfer_task", { agent: "x", task: M }],
    ["Grep", { pattern: M }],
    ["SlashCommand", { command: `/explain ${M}` }],
    ["get_secret", { name: M }],
  ])("%s %j does not", (tool, input) => expect(judged(tool, input)).toEqual({ refused: false, rewritten: true }));
});
