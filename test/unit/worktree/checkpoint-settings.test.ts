import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { readSettings } from "../../../worktree/read-settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/settings.ts";
import { silentIo } from "../../support/silent-io.ts";

const folder = mkdtempSync(join(tmpdir(), "snapveil-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DEFAULTS = DEFAULT_SETTINGS.checkpoints;
const MINE = join(folder, "mine.jsonc");

async function read(checkpoints: unknown) {
  writeFileSync(MINE, JSON.stringify({ checkpoints }));
  return readSettings(silentIo(folder, { SNAPVEIL_CONFIG: MINE }), undefined);
}

test.each([
  [{ newFileLimit: 5000 }, { newFileLimit: 5000 }],
  [{ newFileLimit: 0 }, { newFileLimit: 0 }],
  [{ newFileLimit: "5000" }, { newFileLimit: 5000 }],
  [{ growingFileLimit: "64 MiB" }, { growingFileLimit: 64 * 1024 ** 2 }],
  [{ growingFileLimit: "1.5gib" }, { growingFileLimit: 1.5 * 1024 ** 3 }],
  [{ budget: "3 GB" }, { budget: 3e9 }],
  [{ days: 30 }, { days: 30 }],
  [{ exclude: ["*.db", "/data/"] }, { exclude: ["*.db", "/data/"] }],
  [{}, {}],
])("%j is taken as it is meant", async (given, meant) => {
  expect(await read(given)).toMatchObject({ checkpoints: { ...DEFAULTS, ...meant }, problems: [] });
});

test.each([
  [
    { newFileLimit: "2 apples" },
    /its "newFileLimit" is "2 apples", and not a size of 0 to 1 TiB, as a number of bytes/,
  ],
  [{ newFileLimit: -1 }, /its "newFileLimit" is -1, and not a size/],
  [{ growingFileLimit: "2 TiB" }, /its "growingFileLimit" is "2 TiB", and not a size of 0 to 1 TiB/],
  [{ growingFileLimit: "constructor" }, /its "growingFileLimit" is "constructor"/],
  [{ growingFileLimit: "9".repeat(99) }, /its "growingFileLimit" is "9{59}…/],
  [{ budget: 1000 }, /its "budget" is 1000, and not a size of at least 64 KiB/],
  [{ days: 0 }, /its "days" is 0, and not a number of days from 1 to 3650/],
  [{ days: "14" }, /its "days" is "14", and not/],
  [{ exclude: "*.db" }, /its "exclude" is "\*\.db", and not a list of at most 100 patterns as in \.gitignore/],
  [{ exclude: ["a\nb"] }, /its "exclude" is \["a\\nb"\], and not/],
  [{ exclude: [""] }, /its "exclude" is/],
  [{ limit: 1 }, /it has "limit"; known: newFileLimit, growingFileLimit, days, budget, exclude/],
  [[], /it is \[\], and not a mapping of newFileLimit/],
])("%j is named with file, key, value and what is allowed, and the default holds", async (given, sentence) => {
  const { checkpoints, problems } = await read(given);
  expect(checkpoints).toEqual(DEFAULTS);
  expect(problems).toEqual([expect.stringMatching(sentence)]);
  expect(problems[0]).toContain(`${MINE} "checkpoints" is not used: `);
});

test("beside a wrong value the right ones hold", async () => {
  const { checkpoints, problems } = await read({ days: -3, exclude: ["*.db"], budget: "x", newFileLimit: 1 });
  expect(checkpoints).toEqual({ ...DEFAULTS, exclude: ["*.db"], newFileLimit: 1 });
  expect(problems).toHaveLength(2);
});

test("a project has no say in any of it", async () => {
  writeFileSync(MINE, "{}");
  writeFileSync(join(folder, ".snapveil.jsonc"), JSON.stringify({ checkpoints: { exclude: ["*"], days: 1 } }));
  const settings = await readSettings(silentIo(folder, { SNAPVEIL_CONFIG: MINE }), folder);
  expect(settings.checkpoints).toEqual(DEFAULTS);
  expect(settings.problems).toEqual([expect.stringContaining('"checkpoints" is not used: it is not a setting here')]);
});
