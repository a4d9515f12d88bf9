import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { CheckpointView, RestoreRequest } from "../../web/ui/api.ts";
import { getJson } from "../client.ts";
import { pause, useLoaded } from "../hooks.ts";
import { Counts, sumOf } from "../parts/changes.tsx";
import { IconButton, SearchField, Segments } from "../parts/controls.tsx";
import { Picture } from "../parts/icons.tsx";
import { ago, counted, moment, printable, shortSession, titleOf, togetherOf } from "../words.ts";
import type { Space } from "./diff-lines.ts";
import type { DiffStyle } from "./diff-table.tsx";
import { FileCards, TickAll, type Tick } from "./file-list.tsx";
import { FileTree } from "./file-tree.tsx";
import { useHunks } from "./use-hunks.ts";
import { useViewed } from "./use-viewed.ts";

/** Milliseconds to rest on a line before its changes are fetched. */
const REST = 90;

export interface CheckpointPaneProps {
  readonly id: string;
  /** Changes with the history: a step that was undone meanwhile says so. */
  readonly version: unknown;
  /** Whether the focus goes to the heading once it is there. */
  readonly takesFocus: RefObject<boolean>;
  readonly style: DiffStyle;
  readonly onStyle: (style: DiffStyle) => void;
  readonly space: Space;
  readonly onSpace: (space: Space) => void;
  readonly onBack: () => void;
  readonly onRestore: (request: RestoreRequest, title: string, ticked: readonly string[]) => void;
}

/** The changes of one checkpoint, and the way back from it. */
export function CheckpointPane({ id, version, takesFocus, onBack, onRestore, ...look }: CheckpointPaneProps) {
  const { style, onStyle, space, onSpace } = look;
  const { value: view, problem } = useLoaded(
    async (signal) => {
      await pause(REST);
      return getJson<CheckpointView>("/api/checkpoint", { id }, signal);
    },
    [id, version],
  );
  const [filter, setFilter] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const viewed = useViewed();
  const [isChoosing, setChoosing] = useState(false);
  const hunks = useHunks(view?.id ?? id, isChoosing && view?.id === id, version);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    setFilter("");
    setTicked(new Set());
    setChoosing(false);
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
  const takeBack = () => {
    const request = { kind: "undo", step: view.id, hunks: [...(hunks?.ticked ?? [])] } as const;
    onRestore(request, titleOf(view), []);
  };
  const restore = () => {
    const paths = ticked.size > 0 ? { paths: [...ticked] } : {};
    const request = { kind: "restore", checkpoint: view.id, after: view.scope === "manual", ...paths } as const;
    onRestore(request, titleOf(view), [...ticked]);
  };
  const isOne = view.files.length === 1;
  return (
    <section ref={pane} class="pane" aria-labelledby="pane-title" aria-busy={view.id !== id}>
      <PaneHead
        view={view}
        ticked={ticked.size}
        hunks={hunks?.ticked.size ?? 0}
        onBack={onBack}
        onRestore={hunks && hunks.ticked.size > 0 ? takeBack : restore}
      />
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
                title="Take back single hunks of this step, and keep later edits"
                onClick={() => setChoosing(!isChoosing)}
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
          {hunks && (hunks.problem !== undefined || hunks.all?.length === 0) && (
            <p class="file-note" role="status">
              {hunks.problem ?? "Nothing of this can be taken back by itself: it was undone, or is no step."}
            </p>
          )}
          {!isOne && <FileTree files={files} ticked={ticked} onTick={tick} viewed={viewed} />}
          <FileCards
            key={view.id}
            view={view}
            files={files}
            style={style}
            space={space}
            hunks={hunks}
            ticked={ticked}
            onTick={tick}
            viewed={viewed}
          />
        </>
      )}
    </section>
  );
}

interface PaneHeadProps {
  readonly view: CheckpointView;
  /** How many files are ticked. */
  readonly ticked: number;
  /** How many hunks are. */
  readonly hunks: number;
  readonly onBack: () => void;
  readonly onRestore: () => void;
}

/** The checkpoint's title and facts, and the button that restores it. */
function PaneHead({ view, ticked, hunks, onBack, onRestore }: PaneHeadProps) {
  const isRecent = Date.now() - Date.parse(view.at) < 86_400_000; // so that it is said in hours
  return (
    <header class="pane-head">
      <IconButton label="Back to the timeline" icon="back" class="back" onPress={onBack} />
      <div class="pane-title">
        {view.scope === "tool" && view.title !== undefined && <p class="pane-prompt">{printable(view.title)}</p>}
        <h1 id="pane-title" tabIndex={-1}>
          {titleOf(view)}
          {view.undone && <span class="tag">undone</span>}
        </h1>
        <p class="pane-facts">
          <span>
            <time dateTime={view.at}>{moment(view.at)}</time>
            {isRecent && ` (${ago(view.at, Date.now())})`}
          </span>
          {view.agent !== undefined && <span>{printable(view.agent)}</span>}
          {view.repository !== undefined && <span>in {printable(view.repository)}</span>}
          {view.session !== null && <span>session {shortSession(view.session)}</span>}
          <span>
            checkpoint <code>{view.id.slice(0, 12)}</code>
          </span>
          <span>
            {counted(view.files.length, "file")}{" "}
            {view.files.some(({ additions }) => additions !== undefined) && <Counts {...sumOf(view.files)} />}
          </span>
        </p>
        {view.together && <p class="pane-facts">{togetherOf(view.together)}</p>}
      </div>
      <button type="button" class="button primary" id="restore" onClick={onRestore}>
        <Picture name="restore" />
        {hunks > 0
          ? `Take back ${counted(hunks, "hunk")}…`
          : ticked > 0
            ? `Restore ${counted(ticked, "file")}…`
            : "Restore…"}
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
