import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Twenty calls of an agent that fixes a small bug: it looks around, reads, edits, runs the tests twice and reads the
 * diff. Their outputs are texts of this project.
 */
export type SessionCall =
  | { readonly does: "run"; readonly command: string; readonly prints: string; readonly pieces?: number }
  | { readonly does: "list"; readonly path: string; readonly prints: string }
  | { readonly does: "search"; readonly text: string; readonly prints: string }
  | { readonly does: "read"; readonly path: string; readonly prints: string }
  | { readonly does: "edit"; readonly path: string; readonly from: string; readonly to: string }
  | { readonly does: "write"; readonly path: string; readonly text: string };

export const PROMPT = "The seventh value is wrong: it has to be eight. Mend it, add a test, and run all tests.";

export const CALLS: readonly SessionCall[] = [
  run("git status --short --branch", "## main\n M src/file-7.ts\n"),
  { does: "list", path: "src", prints: names("src/file-", 200) },
  read("AGENTS.md", "Run the tests before you say that you are done.\n"),
  read("src/file-7.ts", ofProject("tools/bench/harness.ts", 4_000)),
  { does: "search", text: "value7", prints: "src/file-7.ts:1:export const value7 = 8;\n" },
  run("ls -la src | head -50", names("-rw-r--r-- 1 dev dev 29 Nov 26 10:00 file-", 50)),
  run("rg -n 'value[0-9]+' src | head -40", names("src/file-1.ts:1:export const value", 40)),
  read("src/file-8.ts", ofProject("tools/bench/bench.ts", 6_000)),
  edit(7),
  edit(8),
  run("npm test", testRun(60), 6),
  read("src/file-9.ts", ofProject("CONTRIBUTING.md", 5_000)),
  run("sed -n 1,80p src/file-12.ts", ofProject("tools/bench/snapshot-bench.ts", 4_000)),
  edit(9),
  { does: "write", path: "src/file-7.test.ts", text: ofProject("test/unit/architecture.test.ts", 2_000) },
  run("npm test -- src/file-7.test.ts", testRun(30), 4),
  run("git diff", difference()),
  { does: "search", text: "TODO", prints: "" },
  edit(12),
  run("git status --short && git diff --stat", " M src/file-7.ts\n M src/file-8.ts\n?? src/file-7.test.ts\n"),
];

function run(command: string, prints: string, pieces = 0): SessionCall {
  return { does: "run", command, prints, pieces };
}

function read(path: string, prints: string): SessionCall {
  return { does: "read", path, prints };
}

function edit(number: number): SessionCall {
  const [from, to] = [`export const value${number} =`, `/** The ${number}th. */\nexport const value${number} =`];
  return { does: "edit", path: `src/file-${number}.ts`, from, to };
}

function ofProject(file: string, characters: number): string {
  return readFileSync(join(import.meta.dirname, "..", file), "utf8").slice(0, characters);
}

function names(before: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${before}${at}.ts\n`).join("");
}

function testRun(files: number): string {
  const line = (at: number) => ` ✓ src/file-${at}.test.ts (${at + 3} tests) ${at * 7} ms\n`;
  return `${Array.from({ length: files }, (_, at) => line(at)).join("")}\n Test Files  ${files} passed (${files})\n`;
}

function difference(): string {
  const lines = ofProject("tools/bench/snapshot-cases.ts", 4_000).split("\n");
  return `diff --git a/src/file-7.ts b/src/file-7.ts\n${lines.map((line, at) => `${" +-"[at % 3]}${line}`).join("\n")}`;
}
