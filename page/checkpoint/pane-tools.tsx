import { Picture } from "../parts/icons.tsx";
import { number } from "../words.ts";
import type { DiffStyle } from "./diff-table.tsx";

export interface PaneToolsProps {
  /** How many files are ticked, and whether those are all that are listed. */
  readonly ticked: number;
  readonly isAllTicked: boolean;
  readonly onTickAll: (isTicked: boolean) => void;
  /** Absent where there is one file only. */
  readonly filter: string | undefined;
  readonly onFilter: (filter: string) => void;
  readonly style: DiffStyle;
  readonly onStyle: (style: DiffStyle) => void;
}

/** Ticks all files, filters them, and chooses how differences are shown. */
export function PaneTools({ ticked, isAllTicked, onTickAll, filter, onFilter, style, onStyle }: PaneToolsProps) {
  return (
    <div class="pane-tools">
      <label class="ticks">
        <input type="checkbox" checked={isAllTicked} onChange={(event) => onTickAll(event.currentTarget.checked)} />
        {ticked > 0 ? `${number(ticked)} ticked` : "Tick all"}
      </label>
      {filter !== undefined && (
        <label class="field search">
          <span class="hidden">Only files whose path holds</span>
          <Picture name="search" />
          <input
            type="search"
            id="file-filter"
            placeholder="Filter files"
            value={filter}
            onInput={(event) => onFilter(event.currentTarget.value.trim())}
          />
        </label>
      )}
      <div class="segments" role="group" aria-label="How to show differences">
        <button type="button" aria-pressed={style === "unified"} onClick={() => onStyle("unified")}>
          Unified
        </button>
        <button type="button" aria-pressed={style === "split"} onClick={() => onStyle("split")}>
          Side by side
        </button>
      </div>
    </div>
  );
}
