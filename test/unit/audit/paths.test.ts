import { rmSync } from "node:fs";

import { expect, test } from "vitest";

import type { Unread } from "../../../audit/source.ts";
import { paths } from "../../../audit/sources/paths.ts";
import { silentIo } from "../../support/silent-io.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest("for name in gone pipe plain; do echo $name > $name.txt; done");

test("a file that cannot be read is named, and one that went away meanwhile is not", async () => {
  const unread: Unread[] = [];
  const place = {
    io: silentIo(world.cwd, world.env),
    worktree: undefined,
    // The last moment before a file is opened.
    isLeftOut(path: string) {
      if (/(?:gone|pipe)\.txt$/.test(path)) rmSync(path);
      if (path.endsWith("pipe.txt")) world.sh("mkfifo pipe.txt");
      return false;
    },
    unread: (one: Unread) => void unread.push(one),
    warn() {},
  };
  const read: string[] = [];
  for await (const { source } of paths(place, ["."])) read.push(source.name);
  expect([read, unread]).toEqual([["plain.txt"], [{ name: "pipe.txt", why: "not a regular file" }]]);
});
