import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { byBeginning, liveCheckpoints, tornOperation } from "../../../../shadow-repo/journal/history.ts";
import { historyOf } from "../../../../shadow-repo/journal/replay.ts";
import { journalFile } from "../../../../shadow-repo/journal/journal-file.ts";
import { appendRecord, lineOf, readJournal } from "../../../../shadow-repo/journal/journal.ts";
import type { BeginRecord, CheckpointRecord } from "../../../../shadow-repo/journal/records.ts";
import { removeSmallDisks, smallDisk } from "../../../support/small-disk.ts";

let shadow: string;
beforeEach(() => {
  shadow = mkdtempSync(join(tmpdir(), "snapveil-journal-"));
});
afterEach(() => rmSync(shadow, { recursive: true, force: true }));

function checkpoint(id: string, session: string | null = "s"): CheckpointRecord {
  return {
    type: "checkpoint",
    id,
    session,
    scope: "turn",
    prefix: "",
    before: "a".repeat(40),
    after: "b".repeat(40),
    startedAt: "2030-01-01T00:00:00.000Z",
    createdAt: "2030-01-01T00:00:01.000Z",
  };
}

function begin(id: string, kind: BeginRecord["kind"], more: Partial<BeginRecord> = {}): BeginRecord {
  return {
    type: "begin",
    id,
    kind,
    session: "s",
    at: "2030-01-01T00:00:02.000Z",
    pid: 1,
    before: "c".repeat(40),
    prefix: "",
    steps: [],
    ...more,
  };
}

test("a record is one line with a version and a checksum, and reads back the same", () => {
  const record = { ...checkpoint("1"), note: "line\nbreak \u2028 é \ud83d\ude00" };
  appendRecord(shadow, record);
  expect(readFileSync(journalFile(shadow), "utf8")).toMatch(/^1 [0-9a-f]{12} \{[^\n]*\}\n$/);
  expect(readJournal(shadow)).toEqual({ records: [record], damaged: [] });
});

test("lines that an earlier release wrote read the same for ever", () => {
  // Version 1 as first released. Never change these lines: a new format gets a new version and a reader beside this
  // one.
  writeFileSync(
    journalFile(shadow),
    [
      '1 015fcfc7ff38 {"type":"checkpoint","id":"11111111","session":"s","scope":"turn",' +
        '"prefix":"","before":"aa","after":"bb",' +
        '"startedAt":"2026-01-01T00:00:00.000Z","createdAt":"2026-01-01T00:00:01.000Z"}',
      "",
    ].join("\n"),
  );
  expect(readJournal(shadow)).toMatchObject({
    records: [{ id: "11111111", scope: "turn", before: "aa", after: "bb" }],
    damaged: [],
  });
});

test("checkpoints of an earlier release, which had clocks only, come first and in the order of their clocks", () => {
  const records = [
    { ...checkpoint("late"), startedAt: "2030-01-01T00:00:05.000Z" },
    { ...checkpoint("early"), startedAt: "2030-01-01T00:00:01.000Z" },
    { ...checkpoint("second"), startedAt: "2020-01-01T00:00:00.000Z", began: [500, 2] as const },
    { ...checkpoint("first"), startedAt: "2040-01-01T00:00:00.000Z", began: [500, 1] as const },
    { ...checkpoint("last"), startedAt: "2010-01-01T00:00:00.000Z", began: [900, 1] as const },
  ];
  expect(
    historyOf(records)
      .checkpoints.toSorted(byBeginning)
      .map(({ id }) => id),
  ).toEqual(["early", "late", "first", "second", "last"]);
});

test("a call without an id that is recorded twice counts once; the same change made again counts", () => {
  const call = (id: string, began: number, endedAt: number) => ({
    ...checkpoint(id),
    scope: "tool" as const,
    call: "c",
    began: [began, 1] as const,
    endedAt,
  });
  const live = (...records: CheckpointRecord[]) => historyOf(records).checkpoints.map(({ id }) => id);
  expect(live(call("1", 0, 100), call("2", 0, 400))).toEqual(["1"]);
  expect(live(call("1", 0, 100), call("2", 400, 700))).toEqual(["1", "2"]);
  expect(live(call("1", 0, 100), { ...call("2", 0, 400), before: "b".repeat(40), after: "a".repeat(40) })).toEqual([
    "1",
    "2",
  ]);
  expect(live(call("1", 0, 100), { ...call("2", 0, 400), call: "other" })).toEqual(["1", "2"]);
  expect(live(call("1", 0, 100), { ...call("2", 0, 400), session: "other" })).toEqual(["1", "2"]);
});

test("damaged, torn and later lines are passed over and numbered, the others count", () => {
  appendRecord(shadow, checkpoint("1"));
  appendFileSync(
    journalFile(shadow),
    `${lineOf(checkpoint("2")).replace('"s"', '"x"')}2 abc {"type":"later"}\n` +
      "nonsense\n" +
      `${lineOf(checkpoint("3")).slice(0, 40)}`,
  );
  appendRecord(shadow, checkpoint("4"));
  const { records, damaged } = readJournal(shadow);
  expect(records.map((record) => "id" in record && record.id)).toEqual(["1", "4"]);
  expect(damaged).toEqual([2, 3, 4, 5]);
});

test("a line that stands there twice counts once, and one of a kind that is not known is passed over", () => {
  const undone = begin("u", "undo", { checkpoints: ["1"] });
  const end = { type: "end", id: "u", at: "2030-01-01T00:00:03.000Z", after: "d".repeat(40) } as const;
  for (const record of [
    checkpoint("1"),
    undone,
    end,
    begin("r", "redo", { operation: "u" }),
    { ...end, id: "r" },
    end,
    checkpoint("1"),
  ])
    appendRecord(shadow, record);
  appendFileSync(journalFile(shadow), lineOf({ type: "later", id: "1" } as unknown as CheckpointRecord));
  const { records, damaged } = readJournal(shadow);
  expect(liveCheckpoints(historyOf(records)).map(({ id }) => id)).toEqual(["1"]);
  expect(damaged).toEqual([8]);
});

test("a disk that has room for a piece of a line only is said to be full, and the piece stops nobody", () => {
  const disk = join(shadow, "disk");
  if (!smallDisk(disk, 8)) return;
  try {
    for (let n = 0; n < 13; n += 1) appendRecord(disk, checkpoint(String(n)));
    writeFileSync(join(disk, "other"), Buffer.alloc(4096)); // the rest of the journal's block is all that is left
    let written = readJournal(disk).records.length;
    expect(() => {
      for (; ; written += 1) appendRecord(disk, checkpoint(`a${written}`));
    }).toThrow(/ENOSPC/);
    const { records, damaged } = readJournal(disk);
    expect(records.length).toBe(written);
    rmSync(join(disk, "other"));
    appendRecord(disk, checkpoint("last"));
    expect(damaged).toEqual([records.length + 1]);
    expect(readJournal(disk)).toEqual({ records: [...records, checkpoint("last")], damaged });
  } finally {
    removeSmallDisks();
  }
});

test("no journal is an empty one; one that cannot be read is an error", () => {
  expect(readJournal(shadow)).toEqual({ records: [], damaged: [] });
  mkdirSync(journalFile(shadow));
  expect(() => readJournal(shadow)).toThrow();
});

test("undo, redo, restore and forget as the history replays them", () => {
  const end = (id: string) => ({ type: "end", id, at: "2030-01-01T00:00:03.000Z", after: "d".repeat(40) }) as const;
  const records = [
    checkpoint("1"),
    checkpoint("2"),
    checkpoint("3", "other"),
    begin("u", "undo", { checkpoints: ["2"] }),
  ];
  const live = (more: Parameters<typeof historyOf>[0]) =>
    liveCheckpoints(historyOf([...records, ...more])).map(({ id }) => id);
  expect(live([])).toEqual(["1", "2", "3"]);
  expect(tornOperation(historyOf(records))?.id).toBe("u");
  expect(live([end("u")])).toEqual(["1", "3"]);
  expect(live([end("u"), begin("r", "redo", { operation: "u" }), end("r")])).toEqual(["1", "2", "3"]);
  expect(live([end("u"), begin("r", "redo", { operation: "u", isCheckpoint: true }), end("r")])).toEqual([
    "1",
    "3",
    "r",
  ]);
  expect(live([end("u"), begin("w", "restore", { isCheckpoint: true }), end("w")])).toEqual(["1", "3", "w"]);
  expect(live([begin("b", "recover", { operation: "u" }), end("b")])).toEqual(["1", "2", "3"]);
  expect(tornOperation(historyOf([...records, begin("b", "recover", { operation: "u" }), end("b")]))).toBeUndefined();
  expect(live([end("u"), { type: "forget", ids: ["1", "u"], at: "2030-01-01T00:00:04.000Z" }])).toEqual(["3"]);
});
