import { rmSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite } from "../kit/atomic-write.ts";
import { makeFolder } from "../kit/make-folder.ts";
import type { ObjectId } from "./engine.ts";

/**
 * Keeps trees alive against git's garbage collection through refs, written as git writes loose ones: a file with the id.
 * They point to trees, which git allows outside refs/heads; there is never a commit.
 */
export function keepTrees(shadow: string, name: string, trees: Readonly<Record<string, ObjectId>>, options: { readonly pid: number; readonly durable?: boolean }): void {
  const folder = join(shadow, "refs", "snapveil", name);
  // Half-written they lie elsewhere: git takes every file below refs/ for a ref.
  makeFolder(folder);
  for (const [role, id] of Object.entries(trees)) atomicWrite(join(folder, role), `${id}\n`, { ...options, folder: join(shadow, "tmp") });
}

export function letTreesGo(shadow: string, name: string): void {
  rmSync(join(shadow, "refs", "snapveil", name), { recursive: true, force: true });
}
