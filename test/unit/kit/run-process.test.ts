import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { runProcess, type ProcessOptions, type ProcessResult } from "../../../kit/run-process.ts";
import { withMoreTime } from "../../support/more-time.ts";

const env = { PATH: process.env["PATH"] ?? "" };
const BIG = Buffer.alloc(3_000_000, "0123456789abcdef\n");

const folder = mkdtempSync(join(tmpdir(), "snapveil-process-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The same with its output as text, a character for each byte. */
function inBytes({ stdout, ...rest }: ProcessResult): object {
  return { ...rest, stdout: stdout.toString("latin1") };
}

const WAYS: [string, string, string[], Partial<ProcessOptions>, object][] = [
  [
    "what it wrote, byte for byte, and its code",
    "sh",
    ["-c", "printf 'a\\377\\000b'; printf 'schön' >&2; exit 7"],
    {},
    { status: 7, stdout: "a\xff\0b", stderr: "schön" },
  ],
  [
    "arguments as they are",
    "printf",
    ["%s|", "a b", "$HOME", "'\"", "", "ü\n"],
    {},
    { status: 0, stdout: Buffer.from("a b|$HOME|'\"||ü\n|").toString("latin1"), stderr: "" },
  ],
  [
    "the environment that it is given, and no other",
    "sh",
    ["-c", "echo $ONE; echo ${HOME:-none}"],
    { env: { ...env, ONE: "1=2" } },
    { status: 0, stdout: "1=2\nnone\n", stderr: "" },
  ],
  ["a folder to work in", "pwd", [], { cwd: "/" }, { status: 0, stdout: "/\n", stderr: "" }],
  [
    "more input than a pipe holds",
    "cat",
    [],
    { input: BIG },
    { status: 0, stdout: BIG.toString("latin1"), stderr: "" },
  ],
  [
    "text as input",
    "cat",
    [],
    { input: "schön" },
    { status: 0, stdout: Buffer.from("schön").toString("latin1"), stderr: "" },
  ],
  ["an empty input, which ends at once", "cat", [], { input: "" }, { status: 0, stdout: "", stderr: "" }],
  ["no input, which ends at once", "cat", [], {}, { status: 0, stdout: "", stderr: "" }],
  ["input that nobody reads", "true", [], { input: BIG }, { status: 0, stdout: "", stderr: "" }],
  ["a program that is not there", "no-such-program", [], {}, { status: -1, stdout: "", stderr: "", error: "ENOENT" }],
  ["a program that may not be run", "/etc/passwd", [], {}, { status: -1, stdout: "", stderr: "", error: "EACCES" }],
  [
    "a folder that is not there",
    "true",
    [],
    { cwd: "/no/such/folder" },
    { status: -1, stdout: "", stderr: "", error: "ENOENT" },
  ],
  ["a program that is killed", "sh", ["-c", "kill -9 $$"], {}, { status: -1, stdout: "", stderr: "" }],
];

test.each(WAYS)("%s", (_name, file, args, options, expected) => {
  expect(inBytes(runProcess(file, args, { env, ...options }))).toEqual(expected);
});

test("a program that takes too long", async () => {
  await withMoreTime({ from: 300, most: 30_000 }, (timeout) =>
    expect(inBytes(runProcess("sh", ["-c", "echo so far; exec sleep 60"], { env, timeout }))).toEqual({
      status: -1,
      stdout: "so far\n",
      stderr: "",
      error: "ETIMEDOUT",
    }),
  );
});

test("more output than it may write", () => {
  const result = runProcess("sh", ["-c", "exec yes"], { env, maxOutput: 100_000, timeout: 20_000 });
  expect(result).toMatchObject({ status: -1, error: "ENOBUFS" });
  expect(result.stdout.length).toBeGreaterThanOrEqual(100_000);
});

test("a program that heeds no signal is ended all the same", () => {
  const mark = join(folder, "mark");
  const script = "trap '' TERM INT HUP; for n in 1 2 3 4 5 6; do sleep 0.5; done; : > \"$0\"";
  expect(runProcess("sh", ["-c", script, mark], { env, timeout: 500 })).toMatchObject({ error: "ETIMEDOUT" });
  expect(existsSync(mark)).toBe(false);
});

test("output that goes into a file", () => {
  const file = join(folder, "output");
  const descriptor = openSync(file, "w");
  const result = runProcess("cat", [], { env, input: BIG, output: descriptor });
  closeSync(descriptor);
  expect(inBytes(result)).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(readFileSync(file).equals(BIG)).toBe(true);
});

test("a word with a NUL is refused, not cut", () => {
  expect(() => runProcess("printf", ["a\0b"], { env })).toThrow(/null bytes/);
  expect(() => runProcess("true", [], { env: { A: "a\0b" } })).toThrow(/null bytes/);
});
