import { describe, expect, test } from "vitest";

import type { Checkpoint, FileChange } from "../../../shadow-repo/journal/checkpoint.ts";
import { NOTHING_RESTORED, type RestoreResult } from "../../../shadow-repo/restore/operation/restore-result.ts";
import { checkpointTable } from "../../../terminal/checkpoint-table.ts";
import { describeBlame } from "../../../terminal/describe-blame.ts";
import { describeRestore } from "../../../terminal/describe-restore.ts";
import { describeStat, lineCounts } from "../../../terminal/describe-stat.ts";
import { COLOURED, PLAIN, wantsColour } from "../../../terminal/display.ts";
import { fit, fitPath, widthOf } from "../../../terminal/text-width.ts";
import { timeInWords } from "../../../terminal/in-words.ts";

const NOW = new Date("2026-01-10T12:00:00Z");
const NAMES = [
  "src/app.ts",
  "日本語のとても長いファイル名です.txt",
  "we\u001b[2Jird\nname",
  "👩‍👩‍👧‍👦/é́.txt",
  "a/very/deep/folder/with/many/parts/and/a/name-that-never-ends.component.test.ts",
];

const files: FileChange[] = NAMES.map((path, n) => ({
  path,
  status: (["modified", "added", "deleted", "mode", "added"] as const)[n]!,
  ...(n !== 3 && { additions: 10 ** n, deletions: n }),
}));

function checkpoint(n: number, fields: Partial<Checkpoint> = {}): Checkpoint {
  return {
    id: `0000000${n}`,
    index: n,
    session_id: `session-${n}`,
    scope: "turn",
    created_at: "2026-01-10T11:57:00Z",
    before: "a",
    after: "b",
    files: files.slice(0, n + 1),
    ...fields,
  };
}

describe("the table of checkpoints", () => {
  const all = [
    checkpoint(0),
    checkpoint(1, { scope: "tool", tool_name: "sh\u001b[31mell" }),
    checkpoint(4, { undone: true, session_id: null, scope: "manual", note: "before the big rename of everything" }),
  ];

  test.each([200, 80, 60, 40, 30, 20, 10])("fits %i columns, whatever the names hold", (columns) => {
    for (const style of [PLAIN, COLOURED]) {
      for (const line of checkpointTable(all, NOW, { columns, rows: 24, style })) {
        expect(widthOf(line), line).toBeLessThanOrEqual(columns);
        expect(line.replaceAll(/\u001b\[\d+m/g, "")).not.toMatch(/[\u0000-\u001f]/);
      }
    }
  });

  test("cuts no word, and says that a number is one of files", () => {
    const title = "Add a navigation bar to the application and make it responsive";
    const names = (...paths: string[]): FileChange[] => paths.map((path) => ({ path, status: "modified" }));
    const rowIn = (columns: number, ...paths: string[]) =>
      checkpointTable([checkpoint(0, { title, files: names(...paths) })], NOW, { columns, rows: 24, style: PLAIN })[1]!;
    for (const columns of [60, 80, 120]) {
      const row = rowIn(columns, "src/app.ts", "src/deep/folder/navigation-bar.component.ts");
      const said = row.slice(row.indexOf("Add"), row.indexOf(" …"));
      expect(title.startsWith(`${said} `) || said === title, row).toBe(true);
      expect(row).toMatch(/ (?:(?:src|…)\/app\.ts, 1 more|2 files)$/);
    }
    expect(rowIn(60, "src/deep/app.ts")).toMatch(/ …\/app\.ts$/);
    expect(rowIn(60, "navigation-bar.component.ts", "b", "c")).toMatch(/ 3 files$/);
  });

  test("a turn that was undone in part keeps its prompt", () => {
    const shares = [{ unit: "hunk", undone: 1, all: 4, path: "a/very/long/path/to/a/file.txt" }];
    const one = checkpoint(0, { title: "fix the tests", undone_in_part: shares as never });
    const [, row] = checkpointTable([one], NOW, { columns: 80, rows: 24, style: PLAIN });
    expect(row).toContain("undone in part: fix the tests");
  });

  test("tells what matters most for longest", () => {
    const heads = (columns: number) => checkpointTable(all, NOW, { columns, rows: 24, style: PLAIN })[0]!.split(/ +/);
    expect(heads(120)).toEqual(["ID", "WHEN", "SESSION", "WHAT", "LINES", "FILES"]);
    expect(heads(50)).toEqual(["ID", "WHEN", "WHAT", "FILES"]);
    expect(heads(40)).toEqual(["ID", "WHEN", "FILES"]);
    expect(heads(30)[0]).toBe("ID");
    const ofAgents = (...agents: string[]) =>
      checkpointTable(
        agents.map((agent, n) => checkpoint(n, { agent, session_id: "one" })),
        NOW,
        { columns: 120, rows: 24, style: PLAIN },
      )[0]!.split(/ +/);
    expect(ofAgents("codex", "droid")).toEqual(["ID", "WHEN", "AGENT", "WHAT", "LINES", "FILES"]);
    expect(ofAgents("codex", "codex")).toEqual(["ID", "WHEN", "WHAT", "LINES", "FILES"]);
    expect(checkpointTable([all[0]!], NOW, { columns: 80, rows: 24, style: PLAIN })).toEqual([
      "ID        WHEN       WHAT  LINES  FILES",
      "00000000  3 min ago  turn  +1     src/app.ts",
    ]);
  });
});

describe("a restore in words", () => {
  const result: RestoreResult = {
    ...NOTHING_RESTORED,
    files: 5,
    changes: files,
    conflicts: [{ path: "src/app.ts", why: "edited since the checkpoint, and that edit goes, too" }],
    skipped: [{ path: "big.bin", why: "would be overwritten" }],
  };

  test("stays as it is for programs", () => {
    expect(describeRestore({ ...result, changes: files.slice(0, 2) }, "preview")).toBe(
      "Would put back 2 files; 3 more are as asked for already:\n" +
        "  would overwrite src/app.ts\n" +
        "  would create 日本語のとても長いファイル名です.txt\n" +
        "  ! src/app.ts: edited since the checkpoint, and that edit goes, too\n" +
        "  - left alone: big.bin: would be overwritten\n",
    );
  });

  test("counts the files that change, and says where none does", () => {
    const first = (files: number, changes: FileChange[], when: "preview" | "done") =>
      describeRestore({ ...NOTHING_RESTORED, files, changes }, when).split("\n", 1)[0];
    expect(first(1, files.slice(0, 1), "done")).toBe("Put back 1 file.");
    expect(first(2, files.slice(0, 1), "done")).toBe("Put back 1 file; 1 more is as asked for already.");
    expect(first(1, [], "done")).toBe("No file had to change: 1 file is as asked for already.");
    expect(first(2, [], "preview")).toBe("No file would have to change: 2 files are as asked for already.");
  });

  test("says that nothing comes back where a change is made again, or where files are only removed", () => {
    const first = (more: Partial<RestoreResult>, status: FileChange["status"]) =>
      describeRestore({ ...NOTHING_RESTORED, files: 1, changes: [{ path: "a", status }], ...more }, "done").split(
        "\n",
        1,
      );
    expect(first({}, "added")).toEqual(["Put back 1 file."]);
    expect(first({}, "deleted")).toEqual(["Changed 1 file."]);
    expect(first({ isRedo: true }, "added")).toEqual(["Changed 1 file."]);
  });

  test("of many files names the first when all is done, and every one before", () => {
    const changes = Array.from(
      { length: 3000 },
      (_, n): FileChange => ({ path: `file-${n}`, status: n % 2 === 0 ? "added" : "deleted" }),
    );
    const lines = (when: "preview" | "done") =>
      describeRestore({ ...NOTHING_RESTORED, files: 3000, changes }, when, {
        columns: 80,
        rows: 24,
        style: PLAIN,
      }).split("\n");
    expect(lines("done").slice(20, 22)).toEqual([
      "  deleted  file-19",
      "  … and 2980 more: 1500 created, 1500 deleted",
    ]);
    expect(lines("preview")).toHaveLength(3002);
  });

  test("is a table on a terminal, with the edits marked", () => {
    const lines = describeRestore(result, "preview", { columns: 50, rows: 24, style: PLAIN }).split("\n");
    expect(lines[1]).toMatch(/^ {2}overwrite {4}src\/app\.ts +\+1 +!$/);
    for (const line of lines.slice(0, 6)) expect(widthOf(line), line).toBeLessThanOrEqual(50);
  });

  test("breaks its sentences between words, and tells no time of a turn that goes on", () => {
    const step = { id: "0000aaaa", session_id: "1e939300-c051-4d72-99db-0a91d0838d2b", scope: "turn" as const };
    const undone = [
      { ...step, title: "Make the app louder and rename it", created_at: "2026-01-31T08:00:00Z" },
      { ...step, created_at: "2026-01-31T08:00:00Z", open: true as const },
    ];
    const why = "another session changed it, too, and the two cannot be told apart by lines";
    const told = { ...result, undone, skipped: [{ path: "src/app.ts", why }], notes: [`A note: ${why}.`] };
    for (const columns of [80, 50, 40]) {
      const text = describeRestore(told, "preview", { columns, rows: 24, style: PLAIN });
      for (const line of text.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
      expect(text.replace(/\s+/g, " ")).toContain(`- left alone: src/app.ts: ${why}`);
      expect(text.replace(/\s+/g, " ")).toContain("Would take back turn 0000aaaa, which has not ended, session 1e93");
    }
  });
});

describe("the authors of lines", () => {
  const lines = ["one", "two"].map((text, at) => ({
    line: at + 1,
    text,
    by: "agent" as const,
    id: "0000aaaa",
    agent: "claude-code",
    title: "Make the app louder and rename it",
    created_at: NOW.toISOString(),
  }));
  const blame = { worktree: "/w", path: "a.txt", since: null, lines };

  test.each([120, 80, 40, 24])("leave room for the file on %i columns", (columns) => {
    const shown = describeBlame(blame, NOW, { columns, rows: 24, style: PLAIN });
    for (const [at, line] of shown.entries()) {
      expect(line).toMatch(new RegExp(` ${at + 1}  ${lines[at]!.text}$`));
      expect(widthOf(line), line).toBeLessThanOrEqual(columns);
    }
    expect(shown[0]).toMatch(/^0000aaaa /);
  });
});

test("an undo names a session by its beginning on a terminal, and in full for programs", () => {
  const undone = [
    {
      id: "0000aaaa",
      session_id: "1e939300-c051-4d72-99db-0a91d0838d2b",
      scope: "turn" as const,
      created_at: "2026-01-31T08:00:00Z",
    },
  ];
  const told = { ...NOTHING_RESTORED, files: 1, changes: files.slice(0, 1), undone };
  expect(describeRestore(told, "preview", { columns: 120, rows: 24, style: PLAIN })).toMatch(
    /, session 1e939300-c0…\n/,
  );
  expect(describeRestore(told, "preview")).toContain(undone[0]!.session_id);
});

describe("the summary of changes", () => {
  test.each([100, 80, 40, 30])("has bars that fit %i columns", (columns) => {
    for (const line of describeStat(files, { columns, style: COLOURED }).split("\n").slice(0, 5))
      expect(widthOf(line), line).toBeLessThanOrEqual(columns);
  });

  test("stays as it is for programs", () => {
    expect(
      describeStat([
        { path: "a", status: "added", additions: 2, deletions: 0 },
        { path: "long", status: "modified" },
      ]),
    ).toBe(" A a    | 2 ++\n M long | binary\n 2 files changed, 2 lines added, 0 deleted\n");
  });
});

test.each([
  [9999, "+9999"],
  [10_000, "+10k"],
  [999_999, "+999k"],
  [1_000_000, "+1M"],
])("%i lines are counted in at most four characters", (lines, text) => {
  expect(lineCounts([[lines, 0]], { style: PLAIN })).toEqual([text]);
});

describe("widths", () => {
  test("no character is cut in two", () => {
    expect(fit("日本語", 4)).toBe("日…");
    expect(fit("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3)).toBe("👩‍👩‍👧‍👦…");
    expect(fitPath("src/日本語.ts", 7)).toBe("…語.ts");
    expect(["a/b/c.ts", "a/bcd/"].map((path) => fitPath(path, 7))).toEqual(["…/c.ts", "a/bcd/"]);
    expect(fit("━━━━━━━━", 4)).toBe("━━━…");
    expect(fit("\u001b[31mabcdef\u001b[39m", 4)).toBe("\u001b[31mabc…\u001b[0m");
    expect([fit("abc", 3), fit("abc", 0), fitPath("abc", 1)]).toEqual(["abc", "", "…"]);
  });

  test.each(NAMES)("%j never gets wider than it may", (name) => {
    for (let columns = 0; columns < 60; columns += 1) {
      expect(widthOf(fit(name, columns))).toBeLessThanOrEqual(columns);
      expect(widthOf(fitPath(name, columns))).toBeLessThanOrEqual(columns);
    }
  });
});

test("time in words", () => {
  const ago = (seconds: number) => timeInWords(new Date(NOW.getTime() - seconds * 1000).toISOString(), NOW);
  expect([0, 59, 60, 3599, 3600, 172_799, 172_800, -5].map(ago)).toEqual([
    "just now",
    "just now",
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "47 h ago",
    "2 days ago",
    "just now",
  ]);
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
  [{ TERM: "dumb" }, true, false],
])("colours with %j and a terminal: %s", (env, isTerminal, wanted) => {
  expect(wantsColour(env, isTerminal)).toBe(wanted);
});
