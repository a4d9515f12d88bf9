import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { CheckpointView } from "../../web/ui/api.ts";
import type { RestoreRequest } from "../../web/ui/restore-api.ts";
import { getJson } from "../client.ts";
import { pause, useLoaded } from "../hooks.ts";
import { STATUS_WORDS } from "../parts/changes.tsx";
import { IconButton } from "../parts/controls.tsx";
import { printable, titleOf } from "../words.ts";
import { FileCards, pathsOf, type Tick } from "./file-list.tsx";
import { FileTree } from "./file-tree.tsx";
import { PaneTools, type Look } from "./pane-tools.tsx";
import { useHunks } from "./use-hunks.ts";
import { useViewed } from "./use-viewed.ts";
import { PaneHead } from "./pane-head.tsx";

/** Milliseconds that a line has to be selected before its changes are loaded. */
const REST = 90;

export interface CheckpointPaneProps {
  readonly id: string;
  /** A value that changes with the history, so that the view is loaded again, for example after an undo. */
  readonly version: unknown;
  /** Whether the heading gets the focus once it is drawn. */
  readonly takesFocus: RefObject<boolean>;
  readonly look: Look;
  readonly onBack: () => void;
  readonly onRestore: (request: RestoreRequest, title: string, ticked: readonly string[]) => void;
}

/** A checkpoint with its changed files, and the buttons to restore it. */
export function CheckpointPane({ id, version, takesFocus, look, onBack, onRestore }: CheckpointPaneProps) {
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
    .filter(({ file }) => pathsOf(file).some((path) => path.toLowerCase().includes(filter.toLowerCase())));
  const tick: Tick = (paths, isTicked) => {
    const others = [...ticked].filter((path) => !paths.includes(path));
    setTicked(new Set(isTicked ? [...others, ...paths] : others));
  };
  const restore = () => onRestore(requestOf(view, ticked, hunks?.ticked), titleOf(view), [...ticked]);
  const isOne = view.files.length === 1;
  return (
    <section ref={pane} class="pane" aria-labelledby="pane-title" aria-busy={view.id !== id}>
      <PaneHead view={view} ticked={ticked.size} hunks={hunks?.ticked.size ?? 0} onBack={onBack} onRestore={restore} />
      <KeptFiles kept={view.kept} />
      {view.files.length === 0 ? (
        view.kept.length === 0 && (
          <p class="empty-note">No file differs: this is a mark. A restore brings back the state that it recorded.</p>
        )
      ) : (
        <>
          <PaneTools
            {...{ view, files, ticked, filter, isChoosing, look }}
            onTick={tick}
            onFilter={setFilter}
            onChoosing={setChoosing}
          />
          {hunks && (hunks.problem !== undefined || hunks.all?.length === 0) && (
            <p class="file-note" role="status">
              {hunks.problem ?? "Nothing of this can be taken back by itself: it was undone, or is no turn or call."}
            </p>
          )}
          {!isOne && <FileTree files={files} ticked={ticked} onTick={tick} viewed={viewed} />}
          <FileCards
            key={view.id}
            view={view}
            files={files}
            style={look.style}
            space={look.space}
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

/**
 * The request to restore what is ticked: hunks, or if none are ticked, files, or if none are ticked either, all files.
 */
function requestOf(
  { id, scope }: CheckpointView,
  ticked: ReadonlySet<string>,
  hunks: ReadonlySet<string> = new Set(),
): RestoreRequest {
  if (hunks.size > 0) return { kind: "undo", step: id, hunks: [...hunks] };
  const paths = ticked.size > 0 ? { paths: [...ticked] } : {};
  return { kind: "restore", checkpoint: id, after: scope === "manual", ...paths };
}

/** Ignored files of a turn or call, of which a copy is kept. Their content is shown to nobody. */
function KeptFiles({ kept }: Pick<CheckpointView, "kept">) {
  if (kept.length === 0) return null;
  return (
    <article class="file" aria-label="Ignored files">
      <p class="file-note">Git ignores these files. snapveil keeps copies, and shows nobody what is in them.</p>
      <ul class="kept-list">
        {kept.map(({ path, status }) => (
          <li key={path}>
            <span class={`tag status-${status}`}>{STATUS_WORDS[status]}</span>{" "}
            <span class="path">{printable(path)}</span>
          </li>
        ))}
      </ul>
    </article>
  );
}

/** A note instead of a checkpoint that is still loading or cannot be read. */
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
