import { mkdirSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { createShadow } from "../../../shadow-repo/create-shadow.ts";
import { nativeEngine } from "../../../shadow-repo/git/native-engine.ts";
import jsEngine from "../../../shadow-repo/js/js-engine.ts";
import { placeOf } from "../../../shadow-repo/place.ts";
import { makeWorld } from "./world.ts";

test.each([
  ["git", nativeEngine],
  ["isomorphic-git", jsEngine],
])("snapveil's data and git's own folder in a worktree are no files of the person's: %s", async (_name, engineOf) => {
  const world = makeWorld("git init -q --separate-git-dir repository . && printf '*.log\\nstate\\n' > .gitignore");
  const io = { ...world.io, env: { ...world.io.env, SNAPVEIL_DATA_DIR: `${world.root}/state` } };
  const place = placeOf(io, world.root);
  createShadow(io, place);
  for (const folder of ["cache", "empty"]) mkdirSync(`${world.root}/${folder}`);
  writeFileSync(`${world.root}/cache/a.log`, "a");
  const engine = engineOf(io, place);
  await engine.capture({ prefix: "" });
  expect((await engine.ignored("")).filter((path) => !path.startsWith("cache/"))).toEqual([]);
  expect((await engine.emptyFolders("")).filter((path) => path !== "cache/")).toEqual(["empty/"]);
});
