import type { CheckpointView } from "../../web/ui/api.ts";
import { SearchField, Segments } from "../parts/controls.tsx";
import type { Space } from "./diff-lines.ts";
import type { DiffStyle } from "./diff-rows.tsx";
import { TickAll, type FilesProps } from "./file-list.tsx";

/** How diffs are shown. */
export interface Look {
  readonly style: DiffStyle;
  readonly onStyle: (style: DiffStyle) => void;
  readonly space: Space;
  readonly onSpace: (space: Space) => void;
}

interface PaneToolsProps extends FilesProps {
  readonly view: CheckpointView;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Whether the person is choosing single hunks. */
  readonly isChoosing: boolean;
  readonly onChoosing: (isChoosing: boolean) => void;
  readonly look: Look;
}

/** The row above the files of a checkpoint: checkboxes, a filter, and how diffs are shown. */
export function PaneTools({ view, filter, onFilter, isChoosing, onChoosing, look, ...files }: PaneToolsProps) {
  const { style, onStyle, space, onSpace } = look;
  return (
    <div class="pane-tools">
      <TickAll {...files} />
      {view.files.length > 1 && (
        <SearchField
          id="file-filter"
          label="Only files whose path holds"
          placeholder="Filter files"
          value={filter}
          onChange={onFilter}
        />
      )}
      <button
        type="button"
        class="button small"
        id="space"
        aria-pressed={space === "hidden"}
        title="Pass over lines that differ in nothing but blanks (w)"
        onClick={() => onSpace(space === "hidden" ? "shown" : "hidden")}
      >
        Hide whitespace
      </button>
      {view.scope !== "manual" && !view.undone && (
        <button
          type="button"
          class="button small"
          id="choose-hunks"
          aria-pressed={isChoosing}
          title="Take back single hunks of this checkpoint, and keep later edits"
          onClick={() => onChoosing(!isChoosing)}
        >
          Choose hunks
        </button>
      )}
      <Segments
        label="How to show differences"
        choices={{ unified: "Unified", split: "Side by side" }}
        chosen={style}
        onChoose={onStyle}
      />
    </div>
  );
}
