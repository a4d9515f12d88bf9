import { rmSync } from "node:fs";

import type { History } from "../journal/history.ts";
import { keepTrees, refsFolder } from "../journal/keep-trees.ts";
import type { Shadow } from "../open-shadow.ts";
import { brokenRefs, neededRefs } from "./broken-refs.ts";

/** Writes refs anew that are gone or damaged, and removes those whose tree is lost: git would give no space back. */
export async function mendRefs({ place, engine }: Shadow, history: History, pid: number): Promise<void> {
  const broken = brokenRefs(place.shadow, history);
  const needed = neededRefs(history);
  const present = await engine.sizes([...needed.values(), ...broken.flatMap(({ id }) => id ?? [])]);
  for (const [ref, id] of needed) if (!present.has(id)) remove(ref);
  for (const { ref, id, isThere } of broken) {
    const [name = "", role = ""] = ref.split("/");
    if (id !== undefined && present.has(id)) keepTrees(place.shadow, name, { [role]: id }, { pid, durable: true });
    else if (isThere) remove(ref);
  }

  function remove(ref: string): void {
    rmSync(refsFolder(place.shadow, ref), { recursive: true, force: true });
  }
}
