import { expect, test } from "vitest";

import type { ShadowStatus } from "../../../shadow-repo/look/status.ts";
import { describeFolder, describeRepository, describeStatus } from "../../../terminal/describe-status.ts";
import { residentOffBy } from "../../../worktree/resident-folder.ts";

const AT = "2026-01-10T12:00:00.000Z";
const STATE: ShadowStatus = {
  switched_off: null,
  worktree: "/work",
  shadow: "/data/shadow",
  exists: true,
  kept: null,
  git: null,
  engine: "git",
  refused: null,
  late: null,
  bytes: 2048,
  budget: { bytes: 1024 ** 2, days: 7 },
  over_budget: null,
  checkpoints: 3,
  sessions: 2,
  oldest: null,
  newest: null,
  open: 1,
  undone: 0,
  torn: null,
  torn_kind: null,
  pruned_at: null,
  skipped: [],
  orphans: [],
  set_aside: [],
};
const OVER = { bytes: 1024, checkpoints: 4 };
const GIT = { refs: 2, stashes: 1, bytes: 2048, not_kept: null };
const MANY = Array.from({ length: 22 }, (_, at) => ({ path: `p${at}`, why: "large" }));

/** A state that differs, and what its row says; `undefined`: there is no such row. */
const ROWS: readonly (readonly [row: string, differs: Partial<ShadowStatus>, says: RegExp | undefined])[] = [
  ["recording", {}, /^yes, with git$/],
  ["recording", { engine: null }, /^yes$/],
  ["recording", { refused: "too many files" }, /^no: too many files$/],
  ["recording", { switched_off: { since: AT, until: null } }, /^no: snapveil is switched off$/],
  [
    "recording",
    { late: { waiting: 2, since: AT, failed: null } },
    /^yes, with git; a state .* is being recorded since 20/,
  ],
  [
    "recording",
    { late: { waiting: 0, since: null, failed: "full" } },
    /^yes, with git; the last state .* failed: full$/,
  ],
  ["shadow repository", {}, /^\/data\/shadow$/],
  ["shadow repository", { exists: false }, /^not there yet: nothing was recorded$/],
  ["size", {}, /^2\.0 KiB of 1\.0 MiB$/],
  ["ignored files", {}, undefined],
  ["ignored files", { kept: { files: 2, bytes: 2048, not_kept: [] } }, /^2 files kept, 2\.0 KiB$/],
  ["git", {}, undefined],
  ["git", { git: GIT }, /^2 branches and tags and 1 stash noted, 2\.0 KiB of commits copied; what an agent deletes/],
  ["git", { git: { ...GIT, stashes: 0 } }, /^2 branches and tags noted, /],
  ["git", { git: { ...GIT, not_kept: "too large" } }, /^2 branches .* copied, not all: too large; what/],
  ["budget", {}, undefined],
  [
    "budget",
    { over_budget: { ...OVER, next: "nothing" } },
    /^1\.0 KiB over the budget: nothing more of it is forgotten/,
  ],
  [
    "budget",
    { over_budget: { ...OVER, next: "older sessions" } },
    /the oldest of 4 of older sessions, .*"budget" under/,
  ],
  [
    "budget",
    { over_budget: { ...OVER, next: "newest session" } },
    /of 4 of the newest session, whose newest turn stays/,
  ],
  ["checkpoints", {}, /^3 in 2 sessions$/],
  ["checkpoints", { oldest: AT, newest: AT }, /^3 in 2 sessions, from .+ to .+$/],
  ["checkpoints", { checkpoints: 0, sessions: 0, undone: 2 }, /^0 in 0 sessions, and 2 undone$/],
  ["open", {}, /^1 turn or tool call has not ended/],
  ["open", { open: 0 }, undefined],
  ["torn", {}, undefined],
  [
    "torn",
    { torn: "12ab", torn_kind: "redo" },
    /^redo 12ab died on the way\. To bring back the state before it: snapveil undo$/,
  ],
  ["set aside", { set_aside: ["/data/old"] }, /^\/data\/old \(damaged\)$/],
  ["SNAPVEIL IS OFF", {}, undefined],
  [
    "SNAPVEIL IS OFF",
    { switched_off: { since: AT, until: null } },
    /no hook does anything\. Switch it on: snapveil on$/,
  ],
];

test.each(ROWS)("the state of a repository says of %s, where %j", (row, differs, says) => {
  const line = describeStatus({ ...STATE, ...differs })
    .split("\n")
    .find((one) => one.startsWith(`${row} `));
  const value = line?.slice(row.length).trim();
  if (says === undefined) expect(value).toBeUndefined();
  else expect(value).toMatch(says);
});

test("of many paths that are not recorded the first are named, and the others counted", () => {
  const text = describeStatus({ ...STATE, skipped: MANY });
  expect(text).toContain("not recorded:\n  p0: large\n");
  expect(text).toContain("  p19: large\n  … and 2 more\n");
  expect(describeStatus({ ...STATE, skipped: MANY.slice(0, 20) })).not.toContain("more");
  const orphans = [{ shadow: "/data/gone", worktree: "/gone", bytes: 1 }];
  expect(describeStatus({ ...STATE, orphans })).toContain(
    "(`snapveil prune --orphans` removes these):\n  /data/gone\n",
  );
});

test("ignored files that are not kept are named with the reason", () => {
  const notKept = [
    { path: "data/big", why: "larger than 8 MiB" },
    { path: "", why: "3 older files: at most 2 files are kept" },
  ];
  const text = describeStatus({ ...STATE, kept: { files: 2, bytes: 2, not_kept: notKept } });
  expect(text).toMatch(/that are not kept.*\n.*data\/big: larger than 8 MiB\n.*[^:] 3 older files/);
});

test("a folder of repositories says what it records, and what died there", () => {
  const member = { ...STATE, name: "lib" };
  const home = { worktree: "/home", torn: "12ab", repositories: [member] };
  const text = describeFolder(home, { switched_off: { since: AT, until: null } });
  expect(text).toMatch(/^SNAPVEIL IS OFF /);
  expect(text).toMatch(/recording +in 1 repository; files of the folder that are in none of them are not recorded\n/);
  expect(text).toMatch(/torn +undo 12ab died on the way/);
  expect(describeRepository(member)).toMatch(/^recorded together +lib\n/);
  expect(describeRepository({ ...member, skipped: MANY.slice(0, 1) })).toContain("not recorded:\n  p0: large\n");
});

test("the state names what switches the processes between events off", () => {
  const env = { SNAPVEIL_RESIDENT: "0" };
  expect(residentOffBy({ env: {} }, true)).toBeUndefined();
  expect(residentOffBy({ env: {} }, false)).toBe('"resident": false in your settings');
  const state = { ...STATE, residents: [], residentOff: residentOffBy({ env }, true)! };
  expect(describeStatus(state)).toMatch(/^helper +switched off by SNAPVEIL_RESIDENT=0: each hook/m);
});
