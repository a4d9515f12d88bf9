import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { hashOf } from "../../../../shadow-repo/git-object.ts";
import { OUT_OF_BOUNDS } from "../../../../shadow-repo/path-fault.ts";
import { checkItem } from "../../../../shadow-repo/restore/put/check-item.ts";

/** A linked worktree, whose `.git` is a file, with the same file under another name, as a file system of Windows has it. */
function worktreeWith(name: string): { root: string; check: (path: string) => ReturnType<typeof checkItem> } {
  const root = mkdtempSync(join(tmpdir(), "check-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const content = Buffer.from("gitdir: elsewhere\n");
  writeFileSync(join(root, ".git"), content);
  mkdirSync(join(root, "sub"));
  for (const folder of ["", "sub"]) writeFileSync(join(root, folder, "git~2"), content);
  linkSync(join(root, ".git"), join(root, name));
  const current = { id: hashOf("blob", content, "sha1"), mode: "100644" } as const;
  const item = { current, source: current.id, edited: false };
  const context = { root, engine: { format: "sha1" }, planned: new Map() } as const;
  return { root, check: (path) => checkItem({ ...item, path } as Parameters<typeof checkItem>[0], context) };
}

test.each(["git~1", ".GIT"])(
  "`.git` under the name %s is left alone, and a file that is merely alike is not",
  (name) => {
    const { check } = worktreeWith(name);
    expect(check(name)).toEqual({ why: OUT_OF_BOUNDS });
    for (const path of ["git~2", "sub/git~2"]) expect(check(path).why).toBeUndefined();
  },
);
