import { useEffect, useState } from "preact/hooks";

import type { HunkPlace } from "../../web/ui/restore-api.ts";
import { getJson } from "../client.ts";
import { useLoaded } from "../hooks.ts";
import type { Hunk } from "./diff-lines.ts";

/** The hunks of a checkpoint that can be undone alone, and the ids of the ticked ones. */
export interface Hunks {
  /** The hunks; `undefined` until they are loaded. */
  readonly all: readonly HunkPlace[] | undefined;
  readonly problem: string | undefined;
  /** The ids of the ticked hunks. */
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ids: readonly string[], isTicked: boolean) => void;
}

/**
 * The hunks of a checkpoint; `undefined` unless `isWished`. They are loaded only if the person wants to choose hunks,
 * since the server then compares all files with their present state.
 */
export function useHunks(checkpoint: string, isWished: boolean, version: unknown): Hunks | undefined {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { value, problem } = useLoaded(
    async (signal) => (isWished ? getJson<HunkPlace[]>("/api/hunks", { id: checkpoint }, signal) : undefined),
    [checkpoint, isWished, version],
  );
  useEffect(() => setTicked(new Set()), [checkpoint, isWished, version]);
  if (!isWished) return undefined;
  return {
    all: value,
    problem,
    ticked,
    onTick(ids, isTicked) {
      const others = [...ticked].filter((id) => !ids.includes(id));
      setTicked(new Set(isTicked ? [...others, ...ids] : others));
    },
  };
}

/** The undoable hunks of a file that lie in one hunk of its diff. For a new or deleted file there is a single one. */
export function piecesIn(hunks: readonly HunkPlace[], path: string, { before, after }: Hunk): HunkPlace[] {
  const own = hunks.filter((one) => (one.path === path || one.former === path) && one.kind !== "mode");
  return own.filter((one) => one.kind === "file" || meets(one.before!, before) || meets(one.after!, after));
}

type Range = readonly [start: number, end: number];

function meets([start, end]: Range, [from, to]: Range): boolean {
  return Math.max(start, from) < Math.min(end, to);
}
