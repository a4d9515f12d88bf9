import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { readGit } from "../../../../shadow-repo/git-state/read-git.ts";

const ID = "1".repeat(40);

test("of very many refs the branches are looked at first and the tags last, and the rest is counted", () => {
  const root = mkdtempSync(join(tmpdir(), "snapveil-refs-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const gitDir = join(root, ".git");
  mkdirSync(join(gitDir, "refs"), { recursive: true });
  writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/b0\n");
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `refs/${kind}${at}`);
  const all = [...names("tags/t", 900), ...names("changes/", 700), ...names("heads/b", 500), ...names("remotes/o/", 9)];
  writeFileSync(join(gitDir, "packed-refs"), all.map((name) => `${ID} ${name}\n`).join(""));
  const { present } = readGit({ root, gitDir, commonDir: gitDir })!;
  const count = (kind: string) => Object.keys(present.refs).filter((name) => name.startsWith(`refs/${kind}/`)).length;
  expect([count("heads"), count("changes"), count("tags"), count("remotes")]).toEqual([500, 700, 800, 0]);
  expect([present.refsLeftOut, present.remoteTips]).toEqual([100, [ID]]);
});
