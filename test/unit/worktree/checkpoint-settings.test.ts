import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { readSettings } from "../../../worktree/read-settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
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
    /\.newFileLimit" is not used: it is "2 apples", and not a size of 0 to 1 TiB, as a number of bytes/,
  ],
  [{ newFileLimit: -1 }, /\.newFileLimit" is not used: it is -1, and not a size/],
  [{ growingFileLimit: "2 TiB" }, /\.growingFileLimit" is not used: it is "2 TiB", and not a size of 0 to 1 TiB/],
  [{ growingFileLimit: "constructor" }, /\.growingFileLimit" is not used: it is "constructor"/],
  [{ growingFileLimit: "9".repeat(99) }, /\.growingFileLimit" is not used: it is a text of 99 characters/],
  [{ budget: 1000 }, /\.budget" is not used: it is 1000, and not a size of at least 64 KiB/],
  [{ days: 0 }, /\.days" is not used: it is 0, and not a number of days from 1 to 3650/],
  [{ days: "14" }, /\.days" is not used: it is "14", and not/],
  [
    { exclude: "*.db" },
    /\.exclude" is not used: it is "\*\.db", and not a list of at most 100 patterns as in \.gitignore/,
  ],
  [{ exclude: ["a\nb"] }, /\.exclude\[0\]" is not used: it is a text of 3 characters, and not a pattern/],
  [{ exclude: [""] }, /\.exclude\[0\]" is not used: it is ""/],
  [
    { limit: 1 },
    /\.limit" is not used: there is no such key; known: newFileLimit, growingFileLimit, days, budget, exclude/,
  ],
  [[], /it is a list, and not a mapping of newFileLimit/],
])("%j is named with file, key, value and what is allowed, and the default holds", async (given, sentence) => {
  const { checkpoints, problems } = await read(given);
  expect(checkpoints).toEqual(DEFAULTS);
  expect(problems).toEqual([expect.stringMatching(sentence)]);
  expect(problems[0]).toMatch(new RegExp(`${MINE} "checkpoints[.\\w[\\]]*" is not used: `));
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
  expect(settings.problems).toEqual([expect.stringContaining('"checkpoints" is not used: it is yours alone')]);
});
