import type { HunkPlace } from "../../web/ui/restore-api.ts";
import type { Hunk } from "./diff-lines.ts";
import { printable } from "../words.ts";
import { piecesIn, type Hunks } from "./use-hunks.ts";

interface HunkTickProps {
  readonly hunks: Hunks;
  readonly path: string;
  readonly hunk: Hunk;
}

const WHY: Readonly<Record<Exclude<HunkPlace["state"], "there">, string>> = {
  gone: "gone already",
  edited: "its lines were edited since",
};

/** The checkbox above a hunk. A tick chooses the hunk for an undo. */
export function HunkTick({ hunks, path, hunk }: HunkTickProps) {
  const pieces = piecesIn(hunks.all ?? [], path, hunk);
  const free = pieces.filter(({ state }) => state === "there").map(({ id }) => id);
  const [stuck] = pieces.flatMap(({ state }) => (state === "there" ? [] : WHY[state]));
  const renamed = pieces.find(({ former }) => former !== undefined);
  const other = renamed?.path === path ? renamed.former : renamed?.path;
  const count = free.filter((id) => hunks.ticked.has(id)).length;
  return (
    <label class="hunk-tick">
      <input
        type="checkbox"
        checked={free.length > 0 && count === free.length}
        disabled={free.length === 0}
        onChange={(event) => hunks.onTick(free, event.currentTarget.checked)}
      />
      {other === undefined ? "Take this hunk back" : `Take the renaming back, with ${printable(other)}`}
      {free.length === 0 && <span> ({stuck ?? "it cannot be taken back by itself"})</span>}
    </label>
  );
}
