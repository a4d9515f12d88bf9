import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { CheckpointView, RestoreRequest } from "../../web/ui/api.ts";
import { getJson, sentenceOf } from "../client.ts";
import { Picture } from "../parts/icons.tsx";
import { ago, counted, moment, number, shortSession, titleOf } from "../words.ts";
import type { DiffStyle } from "./diff-table.tsx";
import { FileCard } from "./file-card.tsx";
import { FileIndex } from "./file-index.tsx";

/** Files that are drawn at once. */
const SHOWN = 100;
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
  readonly onRestore: (
    request: Extract<RestoreRequest, { kind: "restore" }>,
    title: string,
    ticked: readonly string[],
  ) => void;
}

/** What one checkpoint changed, and the way back from it. */
export function CheckpointPane({ id, version, takesFocus, style, onStyle, onBack, onRestore }: CheckpointPaneProps) {
  const [view, setView] = useState<CheckpointView>();
  const [problem, setProblem] = useState<string>();
  const [filter, setFilter] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(SHOWN);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        getJson<CheckpointView>("/api/checkpoint", { id }, stop.signal).then(
          (loaded) => {
            setProblem(undefined);
            setView(loaded);
          },
          (error: unknown) => !stop.signal.aborted && setProblem(sentenceOf(error)),
        );
      },
      view?.id === id ? 0 : REST,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, version]);
  useEffect(() => {
    setFilter("");
    setTicked(new Set());
    setLimit(SHOWN);
    pane.current?.scrollTo(0, 0);
    if (!view || !takesFocus.current) return;
    takesFocus.current = false;
    document.getElementById("pane-title")?.focus({ preventScroll: true });
  }, [view?.id]);

  if (problem !== undefined) return <Note onBack={onBack}>{problem}</Note>;
  if (!view) return <Note onBack={onBack}>Reading…</Note>;
  const files = view.files
    .map((file, at) => ({ file, at }))
    .filter(({ file }) => file.path.toLowerCase().includes(filter.toLowerCase()));
  const most = Math.max(1, ...view.files.map(({ additions = 0, deletions = 0 }) => additions + deletions));
  const sum = (key: "additions" | "deletions") => view.files.reduce((total, file) => total + (file[key] ?? 0), 0);
  const tick = (paths: readonly string[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const path of paths) {
      if (isTicked) next.add(path);
      else next.delete(path);
    }
    setTicked(next);
  };
  const namable = files.filter(({ file }) => !file.unnamable).map(({ file }) => file.path);
  const title = titleOf(view);
  const restore = () =>
    onRestore(
      {
        kind: "restore",
        checkpoint: view.id,
        after: view.scope === "manual",
        ...(ticked.size > 0 && { paths: [...ticked] }),
      },
      title,
      [...ticked],
    );
  return (
    <section ref={pane} class="pane" aria-labelledby="pane-title" aria-busy={view.id !== id}>
      <header class="pane-head">
        <button type="button" class="button quiet square back" aria-label="Back to the timeline" onClick={onBack}>
          <Picture name="back" />
        </button>
        <div class="pane-title">
          <h1 id="pane-title" tabIndex={-1}>
            {title}
            {view.undone && <span class="tag">undone</span>}
          </h1>
          <p class="pane-facts">
            <span>
              <time dateTime={view.at}>{moment(view.at)}</time>
              {isRecent(view.at) && ` (${ago(view.at, Date.now())})`}
            </span>
            {view.session !== null && <span>session {shortSession(view.session)}</span>}
            <span>
              checkpoint <code>{view.id.slice(0, 12)}</code>
            </span>
            <span>
              {counted(view.files.length, "file")} <span class="added">+{number(sum("additions"))}</span>{" "}
              <span class="removed">−{number(sum("deletions"))}</span>
            </span>
          </p>
        </div>
        <button type="button" class="button primary" id="restore" onClick={restore}>
          <Picture name="restore" />
          {ticked.size > 0 ? `Restore ${counted(ticked.size, "file")}…` : "Restore…"}
        </button>
      </header>
      {view.files.length === 0 ? (
        <p class="empty-note">No file differs: this is a mark. A restore brings back the state that it recorded.</p>
      ) : (
        <>
          <div class="pane-tools">
            <label class="ticks">
              <input
                type="checkbox"
                checked={namable.length > 0 && namable.every((path) => ticked.has(path))}
                onChange={(event) => tick(namable, event.currentTarget.checked)}
              />
              {ticked.size > 0 ? `${number(ticked.size)} ticked` : "Tick all"}
            </label>
            {view.files.length > 1 && (
              <label class="field search">
                <span class="hidden">Only files whose path holds</span>
                <Picture name="search" />
                <input
                  type="search"
                  id="file-filter"
                  placeholder="Filter files"
                  value={filter}
                  onInput={(event) => setFilter(event.currentTarget.value.trim())}
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
          {view.files.length > 1 && (
            <FileIndex files={files} ticked={ticked} onTick={(path, isTicked) => tick([path], isTicked)} />
          )}
          <div class="files" key={view.id}>
            {files.slice(0, limit).map(({ file, at }) => (
              <FileCard
                key={at}
                checkpoint={view.id}
                file={file}
                number={at}
                most={most}
                style={style}
                isTicked={ticked.has(file.path)}
                onTick={(isTicked) => tick([file.path], isTicked)}
              />
            ))}
            {files.length > limit && (
              <button type="button" class="gap-button whole" onClick={() => setLimit(limit + SHOWN)}>
                Show {counted(Math.min(SHOWN, files.length - limit), "more file")} of {number(files.length)}
              </button>
            )}
            {files.length === 0 && <p class="empty-note">No file here fits the filter.</p>}
          </div>
        </>
      )}
    </section>
  );
}

/** So recent that it is said in hours. */
function isRecent(at: string): boolean {
  return Date.now() - Date.parse(at) < 86_400_000;
}

function Note({ children, onBack }: { readonly children: string; readonly onBack: () => void }) {
  return (
    <section class="pane">
      <header class="pane-head">
        <button type="button" class="button quiet square back" aria-label="Back to the timeline" onClick={onBack}>
          <Picture name="back" />
        </button>
      </header>
      <p class="empty-note" role="status">
        {children}
      </p>
    </section>
  );
}
