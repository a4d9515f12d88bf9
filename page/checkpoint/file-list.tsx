import type { ChangedFile, CheckpointView } from "../../web/ui/api.ts";
import { Counts, mostOf, STATUS_SIGNS, STATUS_WORDS } from "../parts/changes.tsx";
import { LongList } from "../parts/controls.tsx";
import { counted, number, printable } from "../words.ts";
import type { DiffStyle } from "./diff-table.tsx";
import { FileCard, FileTick } from "./file-card.tsx";

/** Files that are drawn at once, and lines of the list of their names. */
const SHOWN = 100;
const LISTED = 300;

/** A file with its place in the checkpoint's list. */
interface Placed {
  readonly file: ChangedFile;
  readonly at: number;
}

export type Tick = (paths: readonly string[], isTicked: boolean) => void;

interface FilesProps {
  /** Those that fit the filter. */
  readonly files: readonly Placed[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: Tick;
}

export function TickAll({ files, ticked, onTick }: FilesProps) {
  const namable = files.filter(({ file }) => !file.unnamable).map(({ file }) => file.path);
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

/** The changed files by name, each with a tick and a link to its changes. */
export function FileIndex({ files, ticked, onTick }: FilesProps) {
  const goTo = (at: number) => {
    const card = document.getElementById(`file-${at}`);
    card?.scrollIntoView({ block: "start" });
    card?.focus({ preventScroll: true });
  };
  return (
    <details class="file-index" open={files.length <= 12}>
      <summary>{counted(files.length, "changed file")}</summary>
      <ul>
        {files.slice(0, LISTED).map(({ file, at }) => (
          <li key={at}>
            <FileTick
              file={file}
              isTicked={ticked.has(file.path)}
              onTick={(isTicked) => onTick([file.path], isTicked)}
            />
            <span class={`sign status-${file.status}`} title={STATUS_WORDS[file.status]}>
              {STATUS_SIGNS[file.status]}
              <span class="hidden"> {STATUS_WORDS[file.status]}</span>
            </span>
            <button type="button" class="link path" onClick={() => goTo(at)}>
              {printable(file.path)}
            </button>
            <span class="counts">
              {file.additions === undefined ? <span class="quiet-text">binary</span> : <Counts {...file} />}
            </span>
          </li>
        ))}
      </ul>
      {files.length > LISTED && (
        <p class="file-note">and {counted(files.length - LISTED, "more file")}: filter them by path.</p>
      )}
    </details>
  );
}

export function FileCards({
  view,
  files,
  style,
  ticked,
  onTick,
}: FilesProps & { readonly view: CheckpointView; readonly style: DiffStyle }) {
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
            isTicked={ticked.has(file.path)}
            onTick={(isTicked) => onTick([file.path], isTicked)}
          />
        )}
      />
      {files.length === 0 && <p class="empty-note">No file here fits the filter.</p>}
    </div>
  );
}
