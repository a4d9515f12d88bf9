import type { ChangedFile, CheckpointView } from "../../web/ui/api.ts";
import { mostOf } from "../parts/changes.tsx";
import { LongList } from "../parts/controls.tsx";
import { counted, number } from "../words.ts";
import type { Space } from "./diff-lines.ts";
import type { DiffStyle } from "./diff-rows.tsx";
import { FileCard } from "./file-card.tsx";
import type { Hunks } from "./use-hunks.ts";
import type { Viewed } from "./use-viewed.ts";

/** How many files are drawn at first, and how many more at each press. */
const SHOWN = 100;

/** A file with its index in the checkpoint. */
export interface Placed {
  readonly file: ChangedFile;
  readonly at: number;
}

/** The names that are ticked together with a file: its own name and, if it was renamed, its former name. */
export function pathsOf({ path, former }: ChangedFile): string[] {
  return former === undefined ? [path] : [former, path];
}

export type Tick = (paths: readonly string[], isTicked: boolean) => void;

export interface FilesProps {
  /** The files that match the filter. */
  readonly files: readonly Placed[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: Tick;
}

export function TickAll({ files, ticked, onTick }: FilesProps) {
  const namable = files.filter(({ file }) => !file.unnamable).flatMap(({ file }) => pathsOf(file));
  return (
    <label class="ticks">
      <input
        type="checkbox"
        checked={namable.length > 0 && namable.every((path) => ticked.has(path))}
        onChange={(event) => onTick(namable, event.currentTarget.checked)}
      />
      {ticked.size > 0 ? `${number(ticked.size)} ticked` : "Tick all"}
    </label>
  );
}

interface FileCardsProps extends FilesProps {
  readonly view: CheckpointView;
  readonly style: DiffStyle;
  readonly space: Space;
  readonly hunks: Hunks | undefined;
  readonly viewed: Viewed;
}

export function FileCards({ view, files, style, space, hunks, ticked, onTick, viewed }: FileCardsProps) {
  const most = mostOf(view.files);
  return (
    <div class="files">
      <LongList
        items={files}
        shown={SHOWN}
        more={`Show more of ${counted(files.length, "file")}`}
        draw={({ file, at }) => (
          <FileCard
            key={at}
            checkpoint={view.id}
            file={file}
            number={at}
            most={most}
            style={style}
            space={space}
            hunks={hunks}
            isViewed={viewed.has(file.change)}
            onView={(isViewed) => viewed.set(file.change, isViewed)}
            isTicked={ticked.has(file.path)}
            onTick={(isTicked) => onTick(pathsOf(file), isTicked)}
          />
        )}
      />
      {files.length === 0 && <p class="empty-note">No file here fits the filter.</p>}
    </div>
  );
}
