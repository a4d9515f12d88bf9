import { afterAll, beforeAll, expect, test } from "vitest";

import type { HookEvent } from "../../../agents/codec/hook-event.ts";
import type { Call } from "../../../builtins/call.ts";
import { restoreMarkers, standsInFile } from "../../../builtins/write-back/restore-markers.ts";
import type { Json } from "../../../kit/json.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { ioWith } from "../../support/io-with.ts";
import { GITHUB, NPM, STRIPE } from "../../support/made-up.ts";
import { temporaryWorld, type TemporaryWorld } from "../../support/temporary-world.ts";

const M = "[REDACTED]";
const FILE = `# keys\nA: ${GITHUB}\n\nB: ${STRIPE}\n\n  - x ${NPM} one\n  - x ${GITHUB} two\nport=80\n`;
const SHOWN = FILE.replaceAll(GITHUB, M).replace(STRIPE, M).replace(NPM, M);

let world: TemporaryWorld;
beforeAll(() => {
  world = temporaryWorld();
  world.write("a.env", FILE);
  world.write("same.env", `T: ${GITHUB}\n\nT: ${STRIPE}\n\nT: ${GITHUB}\n`);
  world.write("doc.md", `It writes ${M} here.\nkey: ${GITHUB}\n`);
});
afterAll(() => world.remove());

const eventOf = (toolInput: Json, more: object = {}) =>
  ({
    name: "pre_tool_use",
    wireName: "PreToolUse",
    dialect: "claude-code",
    raw: {},
    cwd: world.cwd,
    toolName: "Edit",
    toolInput,
    ...more,
  }) as unknown as HookEvent<"pre_tool_use">;
const call = () => ({ io: ioWith("", { HOME: world.home }), settings: DEFAULT_SETTINGS }) as unknown as Call;
const restored = (toolInput: Json, more: object = {}) => restoreMarkers(eventOf(toolInput, more), call());

const edit = (old_string: string, new_string: string, file_path = "a.env") => ({ file_path, old_string, new_string });

test.each<[what: string, given: Json, restored: Json | undefined]>([
  ["a line", edit(`A: ${M}`, `A2: ${M}`), undefined],
  ["a line that stays", edit(`A: ${M}\n\nB`, `A: ${M}\n\nC`), edit(`A: ${GITHUB}\n\nB`, `A: ${GITHUB}\n\nC`)],
  ["a part of a line behind a secret", edit(`${M} one`, `${M} 1`), undefined],
  ["lines whose parts are told apart", edit(`x ${M} one`, `x ${M} one`), edit(`x ${NPM} one`, `x ${NPM} one`)],
  ["a text with half a marker at its end", edit(`A: ${M}\n\nB: [RED`, `A: ${M}\n\nC: [RED`), undefined],
  ["a text with half a marker at its beginning", edit(`DACTED]\n\nB: ${M}`, `B: ${M}`), undefined],
  ["an old text that the file has twice", edit(`: ${M}`, ""), undefined],
  ["no marker", edit("port=80", "port=81"), edit("port=80", "port=81")],
  ["a marker that is new", edit("port=80", `port=${M}`), undefined],
  [
    "a whole file",
    { file_path: "a.env", content: `${SHOWN}new=1\n` },
    { file_path: "a.env", content: `${FILE}new=1\n` },
  ],
  [
    "a whole file in another order",
    { file_path: "a.env", content: `B: ${M}\n\nA: ${M}\n` },
    {
      file_path: "a.env",
      content: `B: ${STRIPE}\n\nA: ${GITHUB}\n`,
    },
  ],
  ["a value that went to another line", { file_path: "a.env", content: `port=${M}\n` }, undefined],
  [
    "equal lines, as many as there are",
    { file_path: "same.env", content: `T: ${M}\nT: ${M}\nT: ${M}\n# 3\n` },
    {
      file_path: "same.env",
      content: `T: ${GITHUB}\nT: ${STRIPE}\nT: ${GITHUB}\n# 3\n`,
    },
  ],
  ["equal lines in an edit of a part", edit(`T: ${M}\n\nT: ${M}\n\nT`, `T: ${M}\nT: ${M}\nT`, "same.env"), undefined],
  [
    "lines told apart by what stands behind the secret, with other blanks around them",
    { file_path: "a.env", content: `- x ${M} two  \n\t- x ${M} one\n` },
    { file_path: "a.env", content: `- x ${GITHUB} two  \n\t- x ${NPM} one\n` },
  ],
  ["equal lines, one too few", { file_path: "same.env", content: `T: ${M}\nT: ${M}\n` }, undefined],
  [
    "a marker of the file itself",
    edit(`It writes ${M} here.\nkey: ${M}`, `It writes ${M} here.\nkey: ${M}!`, "doc.md"),
    edit(`It writes ${M} here.\nkey: ${GITHUB}`, `It writes ${M} here.\nkey: ${GITHUB}!`, "doc.md"),
  ],
  [
    "a marker of the file beside a secret",
    edit(`${M} here.\nkey: ${M}`, `${M} here.\n\nkey: ${M}`, "doc.md"),
    {
      ...edit(`${M} here.\nkey: ${GITHUB}`, `${M} here.\n\nkey: ${GITHUB}`, "doc.md"),
    },
  ],
  [
    "several edits of one file",
    { file_path: "a.env", edits: [edit(`A: ${M}\n\nB`, `A: ${M}\n\nC`), edit("port=80", "p=1")] },
    {
      file_path: "a.env",
      edits: [edit(`A: ${GITHUB}\n\nB`, `A: ${GITHUB}\n\nC`), edit("port=80", "p=1")],
    },
  ],
  ["a file that is not there", edit(`A: ${M}`, `A: ${M}`, "none.env"), undefined],
])("%s: markers become values only where they are sure", async (_what, given, expected) => {
  expect(await restored(given)).toEqual(expected);
});

test.each<[what: string, input: object, more: object]>([
  ["a tool of a server", {}, { toolName: "mcp__files__edit" }],
  ["a tool of a server, by its kind", {}, { toolCategory: "mcp" }],
  ["a path on another machine", { host: "far" }, {}],
  ["an agent that shows its model the arguments", {}, { showsRewrites: true }],
])("%s gets no value", async (_what, input, more) => {
  const given = edit(`A: ${M}\n\nB`, `A: ${M}\n\nC`);
  expect(await restored({ ...given, ...input }, more)).toBeUndefined();
  expect(await restored(given)).toBeDefined();
});

test("a value that stands in the file which a call names may stand in the call, and not in a server's", () => {
  const [own, far] = [eventOf({ file_path: "a.env" }), eventOf({ file_path: "a.env", url: "https://x.test" })];
  const none = eventOf({ command: "ls" });
  expect([own, far, none].map((event) => standsInFile(event, call())(GITHUB))).toEqual([true, false, false]);
  expect(standsInFile(own, call())("other")).toBe(false);
});
