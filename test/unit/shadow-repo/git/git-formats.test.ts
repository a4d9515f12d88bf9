import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { checkAmount } from "../../../../shadow-repo/limits.ts";
import { readIndex } from "../../../../shadow-repo/source/read-index.ts";
import { readEntries } from "../../../../shadow-repo/source/source-index.ts";
import { parseGitConfig, readGitConfig } from "../../../../worktree/read-git-config.ts";
import { COMMITTED, makeWorld } from "../world.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snapveil-formats-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What git itself reads from a file. */
function asGit(file: string): string[] {
  const output = execFileSync("git", ["config", "--file", file, "--list", "-z", "--includes"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: folder },
  });
  return output.split("\0").filter((line) => line !== "");
}

const configs = [
  "[core]\n\texcludesFile = ~/x\n\tignorecase\n",
  '[Core]\r\n  ExcludesFile = a b  c   # comment\r\n  editor = "with # and ; kept " ; comment\r\n',
  '[filter "LFS.x"]\n clean = git-lfs clean -- %f\n\trequired = true\n[a "q\\"\\\\"] k = v\n',
  "; only\n# comments\n\n[x] y = 1\n[x]\ny = \\\n  continued\\\n line\n",
  '[s "Sub"] one = "a\\tb\\nc\\\\d\\"e"\n[s]\ntwo=\n three = ""\n',
  '[x]\n a = "in \\\nquotes"\n b = trailing\\\\\n c = x  y\n',
  "\uFEFF[bom]\nkey = value\n",
];

for (const [number, text] of configs.entries()) {
  test(`a configuration reads as git reads it: ${number + 1}`, () => {
    const file = join(folder, "config");
    writeFileSync(file, text);
    const mine = [...parseGitConfig(text)].map(([key, value]) => `${key}\n${value}`);
    // git says nothing after the key where there is no `=`.
    const theirs = asGit(file).map((line) => (line.includes("\n") ? line : `${line}\ntrue`));
    expect(mine).toEqual(theirs);
  });
}

test("included files count where they are included, and a circle ends", () => {
  writeFileSync(join(folder, "a"), `[x]\n k = 1\n[include]\n path = b\n[x]\n last = a\n`);
  writeFileSync(join(folder, "b"), `[x]\n k = 2\n last = b\n[includeIf "gitdir:x"]\n path = c\n`);
  const config = readGitConfig(join(folder, "a"), {});
  expect(config.get("x.k")).toBe("2");
  expect(config.get("x.last")).toBe("a");
  expect(readGitConfig(join(folder, "missing"), {}).size).toBe(0);
  writeFileSync(join(folder, "b"), "[include]\n path = a\n[x]\n end = 1\n");
  expect(readGitConfig(join(folder, "a"), {}).get("x.end")).toBe("1");
});

for (const [name, setup] of [
  ["version 2", "true"],
  ["version 3", "git add -N ita; git update-index --skip-worktree d/1"],
  ["version 4", "git update-index --index-version 4"],
  [
    "with long names",
    "p=$(printf 'x%.0s' $(seq 200)); mkdir -p $p/$p; : > $p/$p/f; for i in $(seq 20); " +
      "do n=$(printf 'y%.0s' $(seq $i)); : > n$n; done; git add .",
  ],
  [
    "with a conflict",
    "git checkout -qb o; printf o > base.txt; git commit -qam o; git checkout -q main; printf m > base.txt; " +
      "git commit -qam m; git merge -q o || true",
  ],
  ["with names of any bytes", "printf 1 > $'a\\xff'; printf 1 > $'n\\nl'; git add ."],
] as const) {
  test(`an index reads as git lists it: ${name}`, () => {
    const world = makeWorld(
      `${COMMITTED}\n` +
        "mkdir d; for i in 1 2 3; do printf $i > d/$i; done; git add .; git commit -qm d; printf 1 > ita; " +
        `${setup}`,
    );
    const index = readIndex(join(world.root, ".git/index"), 20)!;
    const listed = execFileSync("git", ["ls-files", "-z", "--stage"], { cwd: world.root, encoding: "latin1" })
      .split("\0")
      .filter((line) => line !== "");
    expect(index.entries.map(({ path, mode, stage, id }) => `${mode.toString(8)} ${id} ${stage}\t${path}`)).toEqual(
      listed,
    );
    expect(index.entries.filter(({ skipWorktree }) => skipWorktree).length).toBe(name === "version 3" ? 1 : 0);
    // The checksum behind the extensions is none.
    expect([...index.extensions.keys()].filter((one) => !/^[A-Za-z]{4}$/.test(one))).toEqual([]);
  });
}

for (const [name, setup] of [
  ["just split", "true"],
  [
    "files added, edited and removed since",
    "printf 2 > f70; printf 2 > f7; printf n > f00; printf n > zz; git add .; git rm -q --cached f1 f199",
  ],
  ["in version 4", "git update-index --index-version 4; printf 2 > f7; git add .; git rm -q --cached f8"],
  ["most of it removed since", "git rm -q --cached f1*; printf n > new; git add new"],
  ["no more", "git update-index --no-split-index"],
] as const) {
  test(`a split index reads as git lists it: ${name}`, () => {
    const world = makeWorld(
      `${COMMITTED}\n` +
        "for i in $(seq 200); do printf $i > f$i; done; git add .; git config core.splitIndex true; " +
        `git config splitIndex.maxPercentChange 100; git update-index --split-index; ${setup}`,
    );
    const listed = execFileSync("git", ["ls-files", "-z", "--stage"], { cwd: world.root, encoding: "latin1" })
      .split("\0")
      .filter((line) => line !== "");
    const read = readEntries(join(world.root, ".git/index"), 20)!.map(
      ({ path, mode, stage, id }) => `${mode.toString(8)} ${id} ${stage}\t${path}`,
    );
    expect(read.toSorted()).toEqual(listed.toSorted());
  });
}

test("an index that is cut off, garbled or not there is none", () => {
  const world = makeWorld();
  const file = join(folder, "index");
  expect(readIndex(file, 20)).toBeUndefined();
  for (const text of ["", "DIRC", "DIRC\0\0\0\x02\0\0\0\x09".padEnd(40, "x"), "garbage".repeat(50)]) {
    writeFileSync(file, text, "latin1");
    expect(readIndex(file, 20)).toBeUndefined();
  }
  world.sh("git update-index --split-index");
  expect(readIndex(join(world.root, ".git/index"), 20)?.extensions.has("link")).toBe(true);
});

test("too much at once is refused with a sentence that says how to allow it", () => {
  const world = makeWorld();
  const place = { worktree: { root: world.root, gitDir: "", commonDir: "" }, prefix: "", data: "", shadow: "" };
  const some = Array.from({ length: 200_000 }, (_, at) => ({ size: at === 0 ? 4 * 1024 ** 3 : 0 }));
  const many = Array.from({ length: 200_001 }, () => ({ size: 0 }));
  const large = [{ size: 5 * 1024 ** 3 }];
  expect(() => checkAmount(world.io, place, some)).not.toThrow();
  expect(() => checkAmount(world.io, place, many)).toThrow(/SNAPVEIL_ALLOW=large/);
  expect(() => checkAmount(world.io, place, large)).toThrow(/5120 MiB/);
  const allowing = { ...world.io, env: { SNAPVEIL_ALLOW: "home, large" } };
  expect(() => checkAmount(allowing, place, [...many, ...large])).not.toThrow();
});
