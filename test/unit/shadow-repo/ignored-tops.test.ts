import { expect, test } from "vitest";

import { createShadow } from "../../../shadow-repo/create-shadow.ts";
import { nativeEngine } from "../../../shadow-repo/git/native-engine.ts";
import jsEngine from "../../../shadow-repo/js/js-engine.ts";
import { placeOf } from "../../../shadow-repo/place.ts";
import { makeWorld } from "./world.ts";

test.each([
  ["git", nativeEngine],
  ["isomorphic-git", jsEngine],
])("of an ignored folder that holds a tracked file, only the other files are ignored: %s", async (_name, engineOf) => {
  const world = makeWorld();
  world.sh("mkdir -p sub/deep sub/other; touch sub/tracked sub/new sub/deep/tracked sub/deep/new sub/other/new");
  world.sh("git add sub/tracked sub/deep/tracked; printf 'sub/\\n' > .gitignore");
  const place = placeOf(world.io, world.root);
  createShadow(world.io, place);
  const engine = engineOf(world.io, place);
  await engine.capture({ prefix: "" });
  expect((await engine.ignored("")).toSorted()).toEqual(["sub/deep/new", "sub/new", "sub/other/"]);
});
