import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { ChangedFile, CheckpointView, RestoreRequest } from "../../web/ui/api.ts";
import { counted, number, titleOf } from "../words.ts";
import type { DiffStyle } from "./diff-table.tsx";
import { FileCard } from "./file-card.tsx";
import { FileIndex } from "./file-index.tsx";
import { PaneHead, PaneNote } from "./pane-head.tsx";
import { PaneTools } from "./pane-tools.tsx";
import { useCheckpoint } from "./use-checkpoint.ts";

/** Files that are drawn at once. */
const SHOWN = 100;

export interface CheckpointPaneProps {
  readonly id: string;
  /** Changes when the history does: what was undone meanwhile says so. */
  readonly version: unknown;
  /** Whether the focus goes to the heading once it is there. */
  readonly takesFocus: RefObject<boolean>;
  readonly style: DiffStyle;
  readonly onStyle: (style: DiffStyle) => void;
  readonly onBack: () => void;
  readonly onRestore: (
    request: Extract<RestoreRequest, { kind: "restore" }>,
    title: string,
    ticked: readonly string[],
  ) => void;
}

/** What one checkpoint changed, and the way back from it. */
export function CheckpointPane({ id, version, takesFocus, style, onStyle, onBack, onRestore }: CheckpointPaneProps) {
  const { view, problem } = useCheckpoint(id, version);
  const [filter, setFilter] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(SHOWN);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    setFilter("");
    setTicked(new Set());
    setLimit(SHOWN);
    pane.current?.scrollTo(0, 0);
    if (!view || !takesFocus.current) return;
    takesFocus.current = false;
    document.getElementById("pane-title")?.focus({ preventScroll: true });
  }, [view?.id]);

  if (problem !== undefined) return <PaneNote onBack={onBack}>{problem}</PaneNote>;
  if (!view) return <PaneNote onBack={onBack}>Reading…</PaneNote>;
  const files = view.files
    .map((file, at) => ({ file, at }))
    .filter(({ file }) => file.path.toLowerCase().includes(filter.toLowerCase()));
  const namable = files.filter(({ file }) => !file.unnamable).map(({ file }) => file.path);
  const tick = (paths: readonly string[], isTicked: boolean) => setTicked(withTicks(ticked, paths, isTicked));
  const isOne = view.files.length === 1;
  return (
    <section ref={pane} class="pane" aria-labelledby="pane-title" aria-busy={view.id !== id}>
      <PaneHead
        view={view}
        ticked={ticked.size}
        onBack={onBack}
        onRestore={() => onRestore(requestFor(view, ticked), titleOf(view), [...ticked])}
      />
      {view.files.length === 0 ? (
        <p class="empty-note">No file differs: this is a mark. A restore brings back the state that it recorded.</p>
      ) : (
        <>
          <PaneTools
            ticked={ticked.size}
            isAllTicked={namable.length > 0 && namable.every((path) => ticked.has(path))}
            onTickAll={(isTicked) => tick(namable, isTicked)}
            filter={isOne ? undefined : filter}
            onFilter={setFilter}
            style={style}
            onStyle={onStyle}
          />
          {!isOne && <FileIndex files={files} ticked={ticked} onTick={(path, isTicked) => tick([path], isTicked)} />}
          <FileCards
            key={view.id}
            view={view}
            files={files}
            limit={limit}
            onLimit={setLimit}
            style={style}
            ticked={ticked}
            onTick={(path, isTicked) => tick([path], isTicked)}
          />
        </>
      )}
    </section>
  );
}

interface FileCardsProps {
  readonly view: CheckpointView;
  /** Those that fit the filter, with their places in the checkpoint's list. */
  readonly files: readonly { readonly file: ChangedFile; readonly at: number }[];
  readonly limit: number;
  readonly onLimit: (limit: number) => void;
  readonly style: DiffStyle;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (path: string, isTicked: boolean) => void;
}

function FileCards({ view, files, limit, onLimit, style, ticked, onTick }: FileCardsProps) {
  const most = Math.max(1, ...view.files.map(({ additions = 0, deletions = 0 }) => additions + deletions));
  return (
    <div class="files">
      {files.slice(0, limit).map(({ file, at }) => (
        <FileCard
          key={at}
          checkpoint={view.id}
          file={file}
          number={at}
          most={most}
          style={style}
          isTicked={ticked.has(file.path)}
          onTick={(isTicked) => onTick(file.path, isTicked)}
        />
      ))}
      {files.length > limit && (
        <button type="button" class="gap-button whole" onClick={() => onLimit(limit + SHOWN)}>
          Show {counted(Math.min(SHOWN, files.length - limit), "more file")} of {number(files.length)}
        </button>
      )}
      {files.length === 0 && <p class="empty-note">No file here fits the filter.</p>}
    </div>
  );
}

function withTicks(ticked: ReadonlySet<string>, paths: readonly string[], isTicked: boolean): ReadonlySet<string> {
  const next = new Set(ticked);
  for (const path of paths) {
    if (isTicked) next.add(path);
    else next.delete(path);
  }
  return next;
}

/** What the dialog shows first: the ticked files, else all, before the checkpoint or as it recorded them by hand. */
function requestFor(view: CheckpointView, ticked: ReadonlySet<string>): Extract<RestoreRequest, { kind: "restore" }> {
  return {
    kind: "restore",
    checkpoint: view.id,
    after: view.scope === "manual",
    ...(ticked.size > 0 && { paths: [...ticked] }),
  };
}
