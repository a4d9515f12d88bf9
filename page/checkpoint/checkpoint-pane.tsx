import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { ChangedFile, CheckpointView, RestoreRequest } from "../../web/ui/api.ts";
import { getJson } from "../client.ts";
import { pause, useLoaded } from "../hooks.ts";
import { Counts, mostOf, STATUS_SIGNS, STATUS_WORDS, sumOf } from "../parts/changes.tsx";
import { IconButton, LongList, SearchField, Segments } from "../parts/controls.tsx";
import { Picture } from "../parts/icons.tsx";
import { ago, counted, moment, number, printable, shortSession, titleOf } from "../words.ts";
import type { DiffStyle } from "./diff-table.tsx";
import { FileCard, FileTick } from "./file-card.tsx";

/** Files that are drawn at once, and lines of the list of their names. */
const SHOWN = 100;
const LISTED = 300;
/** Milliseconds to rest on a line before what it changed is fetched. */
const REST = 90;

export interface CheckpointPaneProps {
  readonly id: string;
  /** Changes when the history does: what was undone meanwhile says so. */
  readonly version: unknown;
  /** Whether the focus goes to the heading once it is there. */
  readonly takesFocus: RefObject<boolean>;
  readonly style: DiffStyle;
  readonly onStyle: (style: DiffStyle) => void;
  readonly onBack: () => void;
  readonly onRestore: (request: RestoreRequest, title: string, ticked: readonly string[]) => void;
}

/** A file with its place in the checkpoint's list. */
interface Placed {
  readonly file: ChangedFile;
  readonly at: number;
}

type Tick = (paths: readonly string[], isTicked: boolean) => void;

/** What one checkpoint changed, and the way back from it. */
export function CheckpointPane({ id, version, takesFocus, style, onStyle, onBack, onRestore }: CheckpointPaneProps) {
  const { value: view, problem } = useLoaded(
    async (signal) => {
      await pause(REST);
      return getJson<CheckpointView>("/api/checkpoint", { id }, signal);
    },
    [id, version],
  );
  const [filter, setFilter] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    setFilter("");
    setTicked(new Set());
    pane.current?.scrollTo(0, 0);
    if (!view || !takesFocus.current) return;
    takesFocus.current = false;
    document.getElementById("pane-title")?.focus({ preventScroll: true });
  }, [view?.id]);
  if (!view) return <PaneNote onBack={onBack}>{problem ?? "Reading…"}</PaneNote>;

  const files = view.files
    .map((file, at) => ({ file, at }))
    .filter(({ file }) => file.path.toLowerCase().includes(filter.toLowerCase()));
  const tick: Tick = (paths, isTicked) => {
    const others = [...ticked].filter((path) => !paths.includes(path));
    setTicked(new Set(isTicked ? [...others, ...paths] : others));
  };
  const restore = () => {
    const paths = ticked.size > 0 ? { paths: [...ticked] } : {};
    const request = { kind: "restore", checkpoint: view.id, after: view.scope === "manual", ...paths } as const;
    onRestore(request, titleOf(view), [...ticked]);
  };
  const isOne = view.files.length === 1;
  return (
    <section ref={pane} class="pane" aria-labelledby="pane-title" aria-busy={view.id !== id}>
      <PaneHead view={view} ticked={ticked.size} onBack={onBack} onRestore={restore} />
      {view.files.length === 0 ? (
        <p class="empty-note">No file differs: this is a mark. A restore brings back the state that it recorded.</p>
      ) : (
        <>
          <div class="pane-tools">
            <TickAll files={files} ticked={ticked} onTick={tick} />
            {!isOne && (
              <SearchField
                id="file-filter"
                label="Only files whose path holds"
                placeholder="Filter files"
                value={filter}
                onChange={setFilter}
              />
            )}
            <Segments
              label="How to show differences"
              choices={{ unified: "Unified", split: "Side by side" }}
              chosen={style}
              onChoose={onStyle}
            />
          </div>
          {!isOne && <FileIndex files={files} ticked={ticked} onTick={tick} />}
          <FileCards key={view.id} view={view} files={files} style={style} ticked={ticked} onTick={tick} />
        </>
      )}
    </section>
  );
}

interface PaneHeadProps {
  readonly view: CheckpointView;
  /** How many files are ticked. */
  readonly ticked: number;
  readonly onBack: () => void;
  readonly onRestore: () => void;
}

/** What the checkpoint is, and the button that restores it. */
function PaneHead({ view, ticked, onBack, onRestore }: PaneHeadProps) {
  const isRecent = Date.now() - Date.parse(view.at) < 86_400_000; // so that it is said in hours
  return (
    <header class="pane-head">
      <IconButton label="Back to the timeline" icon="back" class="back" onPress={onBack} />
      <div class="pane-title">
        <h1 id="pane-title" tabIndex={-1}>
          {titleOf(view)}
          {view.undone && <span class="tag">undone</span>}
        </h1>
        <p class="pane-facts">
          <span>
            <time dateTime={view.at}>{moment(view.at)}</time>
            {isRecent && ` (${ago(view.at, Date.now())})`}
          </span>
          {view.session !== null && <span>session {shortSession(view.session)}</span>}
          <span>
            checkpoint <code>{view.id.slice(0, 12)}</code>
          </span>
          <span>
            {counted(view.files.length, "file")} <Counts {...sumOf(view.files)} />
          </span>
        </p>
      </div>
      <button type="button" class="button primary" id="restore" onClick={onRestore}>
        <Picture name="restore" />
        {ticked > 0 ? `Restore ${counted(ticked, "file")}…` : "Restore…"}
      </button>
    </header>
  );
}

/** In place of a checkpoint that is not there yet, or cannot be read. */
function PaneNote({ onBack, children }: { readonly onBack: () => void; readonly children: ComponentChildren }) {
  return (
    <section class="pane">
      <header class="pane-head">
        <IconButton label="Back to the timeline" icon="back" class="back" onPress={onBack} />
      </header>
      <p class="empty-note" role="status">
        {children}
      </p>
    </section>
  );
}

interface FilesProps {
  /** Those that fit the filter. */
  readonly files: readonly Placed[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: Tick;
}

function TickAll({ files, ticked, onTick }: FilesProps) {
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

/** The changed files by name, each with a tick and a way down to what changed in it. */
function FileIndex({ files, ticked, onTick }: FilesProps) {
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

function FileCards({
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
