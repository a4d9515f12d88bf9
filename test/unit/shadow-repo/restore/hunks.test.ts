import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";

import { hunksOf, takeHunksBack, type ThreeStates } from "../../../../shadow-repo/restore/hunks/hunks.ts";

const count = 24;
const numbered = (changes: Record<number, string | null> = {}) =>
  Array.from({ length: count }, (_, at) => {
    const line = changes[at];
    return line === null ? "" : `${line ?? `line ${at}`}\n`;
  }).join("");
const states = (before: string, after: string, present = after): ThreeStates => ({
  before: Buffer.from(before, "latin1"),
  after: Buffer.from(after, "latin1"),
  present: Buffer.from(present, "latin1"),
});
const idsOf = (three: ThreeStates) => hunksOf("f", three)!.map(({ id }) => id);

/** The present without some hunks, by their numbers from 1, and what is left of the step. */
function without(three: ThreeStates, numbers: readonly (number | string)[], markers = false) {
  const ids = idsOf(three);
  const chosen = numbers.map((one) => {
    const [number = 0, part] = String(one).split(".");
    return ids[Number(number) - 1]! + (part === undefined ? "" : `.${part}`);
  });
  const { content, rest, conflicts } = takeHunksBack("f", three, chosen, { markers })!;
  return { content: content.toString("latin1"), rest: rest.toString("latin1"), conflicts };
}

describe("hunks", () => {
  test("are what `git diff` shows, with ids that other hunks do not change", () => {
    const both = hunksOf("f", states(numbered(), numbered({ 2: "two", 15: "fifteen" })))!;
    expect(both.map(({ patch }) => patch)).toEqual([
      "@@ -1,6 +1,6 @@\n line 0\n line 1\n-line 2\n+two\n line 3\n line 4\n line 5\n",
      "@@ -13,7 +13,7 @@\n line 12\n line 13\n line 14\n-line 15\n+fifteen\n line 16\n line 17\n line 18\n",
    ]);
    expect(both).toMatchObject([{ additions: 1, deletions: 1, state: "there" }, { state: "there" }]);
    const [second] = hunksOf("f", states(numbered(), numbered({ 15: "fifteen" })))!;
    expect(second!.id).toBe(both[1]!.id);
    expect(hunksOf("g", states(numbered(), numbered({ 15: "fifteen" })))![0]!.id).not.toBe(second!.id);
  });

  test("of equal lines have ids of their own", () => {
    const text = "a\nb\nc\nd\ne\nf\ng\nh\n".repeat(3);
    const ids = idsOf(states(text, text.replaceAll("d\n", "D\n")));
    expect(new Set(ids).size).toBe(3);
  });

  test("hold a last line without its end, and bytes that are no UTF-8", () => {
    const three = states("\xff\na\r\nb", "\xff\nA\r\nb\n");
    expect(hunksOf("f", three)![0]!.patch).toContain("-b\n\\ No newline at end of file\n+");
    expect(without(three, [1]).content).toBe("\xff\na\r\nb");
  });

  test("are none of a binary file", () => {
    expect(hunksOf("f", states("a\0", "b\0"))).toBeUndefined();
    expect(takeHunksBack("f", states("a\0", "b\0"), [])).toBeUndefined();
  });
});

describe("what is taken back", () => {
  const after = numbered({ 2: "two", 15: "fifteen" });

  test("is what was chosen, and the rest stays of the turn", () => {
    const one = without(states(numbered(), after), [1]);
    expect(one).toEqual({ content: numbered({ 15: "fifteen" }), rest: numbered({ 15: "fifteen" }), conflicts: [] });
    expect(without(states(numbered(), after), [1, 2]).content).toBe(numbered());
    expect(without(states(numbered(), after), []).content).toBe(after);
  });

  test("leaves later edits: elsewhere, beside it, and in a hunk that was not chosen", () => {
    const present = numbered({ 2: "two", 3: "mine", 9: null, 15: "fifteen, and mine" });
    const three = states(numbered(), after, present);
    expect(hunksOf("f", three)!.map(({ state }) => state)).toEqual(["there", "edited"]);
    const { content, rest, conflicts } = without(three, [1]);
    expect(content).toBe(numbered({ 3: "mine", 9: null, 15: "fifteen, and mine" }));
    expect({ rest, conflicts }).toEqual({ rest: numbered({ 15: "fifteen" }), conflicts: [] });
  });

  test("is not what was edited since: the conflict is told with its three texts, and written on wish alone", () => {
    const present = numbered({ 2: "two", 15: "mine" });
    const three = states(numbered(), after, present);
    const told = without(three, [1, 2]);
    expect(told.content).toBe(numbered({ 15: "mine" }));
    expect(told.rest).toBe(numbered({ 15: "fifteen" }));
    expect(told.conflicts).toMatchObject([{ after: "fifteen\n", present: "mine\n", before: "line 15\n" }]);
    expect(without(three, [2], true).content).toBe(
      numbered({
        2: "two",
        15: "<<<<<<< now\nmine\n||||||| after the turn\nfifteen\n=======\nline 15\n>>>>>>> before the turn",
      }),
    );
  });

  test("is done already where somebody put it back by hand", () => {
    const three = states(numbered(), after, numbered({ 15: "fifteen" }));
    expect(hunksOf("f", three)!.map(({ state }) => state)).toEqual(["gone", "there"]);
    expect(without(three, [1])).toEqual({
      content: numbered({ 15: "fifteen" }),
      rest: numbered({ 15: "fifteen" }),
      conflicts: [],
    });
  });

  test("can be a part of a hunk", () => {
    const close = states(numbered(), numbered({ 2: "two", 5: "five" }));
    expect(idsOf(close).length).toBe(1);
    expect(without(close, ["1.2"]).content).toBe(numbered({ 2: "two" }));
    expect(without(close, [1]).content).toBe(numbered());
  });

  test("is a clash where somebody put lines in right at the border of lines that came or went", () => {
    const added = numbered({ 4: "line 4\nnew" });
    const longer = numbered({ 4: "line 4\nnew\nmine" });
    expect(hunksOf("f", states(numbered(), added, longer))![0]!.state).toBe("edited");
    const gone = numbered({ 4: null });
    expect(hunksOf("f", states(numbered(), gone, numbered({ 4: "mine" })))![0]!.state).toBe("edited");
  });
});

const folder = mkdtempSync(join(tmpdir(), "snapveil-hunks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What git makes of the three; `undefined` where it sees a conflict. */
function gitMerge(three: ThreeStates): string | undefined {
  const files = [three.present, three.after, three.before].map((content, at) => {
    writeFileSync(join(folder, String(at)), content);
    return join(folder, String(at));
  });
  const { status, stdout } = spawnSync("git", ["merge-file", "-p", "-q", ...files]);
  return status === 0 ? stdout.toString("latin1") : undefined;
}

describe("for all contents", () => {
  const line = fc.constantFrom("a\n", "b\n", "c\r\n", "{\n", "}\n", "\n", "\xe9\n");
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("", "z"))
    .map(([lines, end]) => lines.join("") + end);
  const edits = fc.array(fc.tuple(fc.nat(40), fc.nat(2), fc.array(line, { maxLength: 2 })), { maxLength: 4 });
  const edited = (base: string, changes: readonly (readonly [number, number, readonly string[]])[]) => {
    const lines = base.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    for (const [at, gone, come] of changes) lines.splice(at % (lines.length + 1), gone, ...come);
    return lines.join("");
  };
  const three = fc
    .tuple(text, edits, edits)
    .map(([before, step, since]) => states(before, edited(before, step), edited(edited(before, step), since)));

  test("all hunks of an unedited file are the file before, none is the present, and one leaves the others", () => {
    fc.assert(
      fc.property(three, fc.infiniteStream(fc.boolean()), ({ before, after }, flips) => {
        const own = { before, after, present: after };
        const hunks = hunksOf("f", own)!;
        const ids = hunks.map(({ id }) => id);
        expect(takeHunksBack("f", own, ids)).toEqual({ content: before, rest: before, conflicts: [] });
        expect(takeHunksBack("f", own, [])).toEqual({ content: after, rest: after, conflicts: [] });
        const some = ids.filter(() => flips.next().value);
        const { content, rest } = takeHunksBack("f", own, some)!;
        expect(content).toEqual(rest);
        const left = ids.filter((id) => !some.includes(id));
        expect(takeHunksBack("f", own, left)!.content.length + content.length).toBe(before.length + after.length);
      }),
    );
  });

  test("where git merges without a conflict so do we, and make the same of it", () => {
    let clean = 0;
    // Of lines that are all alike nobody can say which of them was edited, so each is another one.
    const base = Array.from({ length: 30 }, (_, at) => `${at}\n`).join("");
    const changes = (mark: string) =>
      edits.map((all) =>
        all.map(([at, gone, come], n) => [at, gone, come.map((one, m) => `${mark}${n}${m}${one}`)] as const),
      );
    const apart = fc.tuple(changes("step"), changes("since")).map(([step, since]) => {
      const after = edited(base, step);
      return states(base, after, edited(after, since));
    });
    fc.assert(
      fc.property(apart, (own) => {
        const merged = gitMerge(own);
        const { content, conflicts } = takeHunksBack("f", own, idsOf(own))!;
        if (merged === undefined) return;
        clean += 1;
        expect({ conflicts, content: content.toString("latin1").length }).toEqual({
          conflicts: [],
          content: merged.length,
        });
      }),
      { numRuns: 60 },
    );
    expect(clean).toBeGreaterThan(20);
  });
});
