import { UserError } from "../../kit/user-error.ts";
import type { SnapshotEngine, TreeChange } from "../engine.ts";
import type { Gap } from "./timeline.ts";

/** The changes in each gap; none for a gap with a lost state. */
export async function changesIn(engine: SnapshotEngine, gaps: readonly Gap[]): Promise<(readonly TreeChange[])[]> {
  const different = gaps.filter(({ before, after }) => before !== after);
  const found = new Map<Gap, readonly TreeChange[]>();
  await compare(different);
  return gaps.map((gap) => found.get(gap) ?? []);

  async function compare(some: readonly Gap[]): Promise<void> {
    if (some.length === 0) return;
    try {
      const all = await engine.diffAll(some.map(({ before, after }) => [before, after] as const));
      for (const [at, gap] of some.entries()) found.set(gap, all[at]!);
    } catch (error) {
      if (!(error instanceof UserError) || error.code !== "lostObjects") throw error;
      if (some.length === 1) return;
      await compare(some.slice(0, some.length >> 1));
      await compare(some.slice(some.length >> 1));
    }
  }
}
