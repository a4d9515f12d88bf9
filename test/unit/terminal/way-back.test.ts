import { expect, test } from "vitest";

import type { Checkpoint, FileChange } from "../../../shadow-repo/journal/checkpoint.ts";
import { describeWayBack, occurrencesInWords } from "../../../terminal/way-back.ts";

/** `path:before:after`: how often a text stands in it. */
const file = (words: string): FileChange => {
  const [path = "", before, after] = words.split(":");
  const occurrences = { before: Number(before), after: Number(after) };
  return { path, status: "modified", ...(before !== undefined && { occurrences }) };
};
const step = (id: string, files: readonly string[], more: Partial<Checkpoint> = {}): Checkpoint =>
  ({ id, scope: "turn", files: files.map(file), ...more }) as Checkpoint;
const NINE = Array.from({ length: 9 }, (_, at) => `src/f${at}`);
const TWO = {
  repositories: [
    { worktree: "/w", checkpoint: "aaaa", files: 1 },
    { worktree: "/w/lib", checkpoint: "bbbb", files: 1 },
  ],
};

interface Asked {
  readonly folder?: string;
  readonly paths?: readonly string[];
  readonly isText?: boolean;
}

/** What was found, newest first; what was asked for; the sentence, and its commands without `snapveil restore`. */
const CASES: readonly (readonly [string, readonly Checkpoint[], Asked, string | undefined, readonly string[]])[] = [
  ["the newest step", [step("2222", ["a"]), step("1111", ["a"])], {}, "before 2222:", ["2222 a"]],
  [
    "no snapshot by hand",
    [step("3333", ["a"], { scope: "manual" }), step("2222", ["a"])],
    {},
    "before 2222",
    ["2222 a"],
  ],
  ["nothing where no step is listed", [step("3333", ["a"], { scope: "manual" })], {}, undefined, []],
  [
    "of a text the step that took it, and only the files that lost it",
    [step("3333", ["a:0:1"]), step("2222", ["a:1:0", "b:0:0"])],
    { isText: true },
    "Checkpoint 2222 removed the text",
    ["2222 a"],
  ],
  ["of a text that none took the newest", [step("3333", ["a:0:1"])], { isText: true }, "before 3333", ["3333 a"]],
  ["paths from the folder one is in", [step("2222", ["x", "src/a"])], { folder: "/w/src" }, "before", ["2222 ../x a"]],
  ["a name that would be an option", [step("2222", ["-f"])], {}, "before", ["2222 ./-f"]],
  ["a name that a shell would split", [step("2222", ["a b"])], {}, "before", ["2222 'a b'"]],
  ["many files by the folder that was asked for", [step("2222", NINE)], { paths: ["src"] }, "before", ["2222 src"]],
  [
    "eight files one by one",
    [step("2222", NINE.slice(1))],
    { paths: ["src"] },
    "before",
    [`2222 ${NINE.slice(1).join(" ")}`],
  ],
  [
    "many files one by one where no folder was asked for",
    [step("2222", NINE)],
    {},
    "before",
    [`2222 ${NINE.join(" ")}`],
  ],
  [
    "of several repositories one each",
    [step("aaaa", ["a", "lib/b"], TWO)],
    {},
    "before aaaa",
    ["aaaa a", "bbbb lib/b"],
  ],
  [
    "many files one by one where they lie in several repositories",
    [step("aaaa", [...NINE, "lib/b"], TWO)],
    { paths: ["src", "lib"] },
    "before aaaa",
    [`aaaa ${NINE.join(" ")}`, "bbbb lib/b"],
  ],
  ["no repository without a file of the step", [step("aaaa", ["lib/b"], TWO)], {}, "before aaaa", ["bbbb lib/b"]],
];

test.each(CASES)("the way back names %s", (_, checkpoints, asked, sentence, commands) => {
  const request = { worktree: "/w", folder: "/w", paths: [], isText: false, ...asked };
  const [, said, ...lines] = describeWayBack({ ...request, checkpoints });
  if (sentence === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(sentence);
  expect(lines).toEqual(commands.map((words) => `  snapveil restore ${words}`));
});

test.each([
  [["a:0:1"], "added"],
  [["a:2:1"], "removed"],
  [["a:1:0", "b:0:1"], "moved"],
  [["a:1:0", "b:0:2", "c"], "added"],
])("a step with %j %s a text", (files, word) => {
  expect(occurrencesInWords(files.map(file))).toBe(word);
});
