import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { ObjectId } from "../engine.ts";
import { packedRefs } from "../journal/packed-refs.ts";
import { namesIn } from "../names-in.ts";

/** Every ref of ours: its name, and the tree that it keeps. */
export function* refsIn(shadow: string): Generator<[name: string, id: ObjectId]> {
  const folder = join(shadow, "refs", "snapveil");
  for (const name of namesIn(folder)) {
    for (const role of namesIn(join(folder, name))) {
      const id = readFileSync(join(folder, name, role), "latin1").trim();
      if (/^[0-9a-f]{40}$/.test(id)) yield [`refs/snapveil/${name}/${role}`, id];
    }
  }
  yield* packedRefs(shadow);
}

/** Every object that has a file of its own. */
export function* looseIn(shadow: string): Generator<ObjectId> {
  for (const first of namesIn(join(shadow, "objects"))) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue;
    for (const rest of namesIn(join(shadow, "objects", first))) if (/^[0-9a-f]{38}$/.test(rest)) yield first + rest;
  }
}
