import { expect, test } from "vitest";

import { localTime } from "../../../kit/local-time.ts";
import type { Blame, BlameLine } from "../../../shadow-repo/look/blame/blame.ts";
import { describeBlame, describeLine, notesOnBlame } from "../../../terminal/describe-blame.ts";

const NOW = new Date("2026-01-10T12:00:00Z");
const AT = "2026-01-10T11:57:00Z";
const line = (more: Partial<BlameLine>): BlameLine => ({ line: 7, text: "x = 1", by: "agent", ...more });
const FILE: Blame = { worktree: "/w", path: "a.ts", since: AT, lines: [] };

const CALL = { id: "cc", turn: "tt", tool_name: "Bash", session_id: "s", created_at: AT, title: "tidy" };

/** A line, and what is said below its text. */
const LINES: readonly (readonly [told: string, line: Partial<BlameLine>, says: readonly (string | RegExp)[]])[] = [
  [
    "of a call",
    CALL,
    [/^Call     cc Bash of .+ \(3 min ago\)$/, "Turn     tt", "Prompt   tidy", "Session  s", /snapveil show cc$/],
  ],
  [
    "of a turn alone",
    { id: "tt", turn: "tt", created_at: AT },
    [/^Turn     tt of .+ \(3 min ago\)$/, /snapveil show tt$/],
  ],
  [
    "of a turn by no call",
    { id: "tt", turn: "tt", created_at: AT, by_no_call: true },
    [/^Turn     tt/, /^No call of this turn wrote the line: perhaps you did/, /snapveil show tt$/],
  ],
  [
    "of a person",
    { by: "you", created_at: AT, id: "cc" },
    [/^You, or a program of yours: .* is in the state of .+\.$/],
  ],
  ["of before", { by: "before" }, ["It was there before anything was recorded."]],
];

test.each(LINES)("all that is known of a line is told: %s", (_, more, says) => {
  const [text, ...rest] = describeLine(FILE, line(more), NOW);
  expect(text).toBe("a.ts:7: x = 1");
  expect(rest).toEqual(says.map((one) => (typeof one === "string" ? one : expect.stringMatching(one))));
});

test.each([
  ["agent", { agent: "codex", session_id: "s" }, /^codex /],
  ["agent", { session_id: "s" }, /^s /],
  ["agent", {}, /^an agent /],
  ["agent", { agent: "codex", by_no_call: true }, /^codex, or you /],
  ["you", {}, /^you /],
  ["before", {}, /^before snapveil /],
] as const)("the column names who wrote a line: %s, %j", (by, more, begins) => {
  const [shown = ""] = describeBlame({ ...FILE, lines: [line({ by, ...more })] }, NOW);
  expect(shown.trimStart()).toMatch(begins);
});

/** Lines, since when anything is recorded, and the beginnings of the notes. */
const NOTES: readonly (readonly [Partial<BlameLine>, string | null, readonly string[]])[] = [
  [{}, AT, []],
  [{ by: "you", head_moved: true }, AT, ["HEAD moved between some turns"]],
  [{ by: "before" }, AT, [`What snapveil recorded begins at ${localTime(AT)}. Who committed`]],
  [{ by: "before" }, null, ["Nothing was recorded here yet. Who committed a line: git blame a.ts"]],
];

test.each(NOTES)("a person is told where else to ask: %j, since %s", (more, since, begins) => {
  const notes = notesOnBlame({ ...FILE, since }, [line(more)]);
  expect(notes).toEqual(begins.map((words) => expect.stringMatching(new RegExp(`^${words}`))));
});
