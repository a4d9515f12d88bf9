import { useRef } from "preact/hooks";

import type { HistoryView } from "../web/ui/api.ts";
import { CheckpointPane, type CheckpointPaneProps } from "./checkpoint/checkpoint-pane.tsx";
import { Stop } from "./parts/stop.tsx";
import type { Go } from "./route.ts";
import { Timeline } from "./timeline/timeline.tsx";

export interface TimelineViewProps extends Pick<CheckpointPaneProps, "style" | "onStyle" | "onRestore"> {
  readonly history: HistoryView;
  readonly fresh: ReadonlySet<string>;
  /** The checkpoint that is chosen. */
  readonly id: string | undefined;
  readonly go: Go;
}

/** The timeline, and beside it what the chosen checkpoint changed. */
export function TimelineView({ history, fresh, id, go, ...rest }: TimelineViewProps) {
  const takesFocus = useRef(false);
  const select = (next: string, how: "look" | "open") => {
    takesFocus.current = how === "open" || isOnePane();
    go({ view: "timeline", id: next }, id === undefined ? "step" : "replace");
    if (next === id && takesFocus.current) document.getElementById("pane-title")?.focus({ preventScroll: true });
  };
  if (history.rows.length === 0)
    return (
      <Stop title="There are no checkpoints yet">
        They appear here as soon as an agent with snapveil's hooks, or <code>snapveil snapshot</code>, records one. This
        page need not be reloaded.
      </Stop>
    );
  return (
    <>
      <Timeline history={history} selected={id} fresh={fresh} onSelect={select} />
      {id === undefined ? (
        <section class="pane pane-empty" aria-label="Nothing is chosen">
          <p class="empty-note">Choose a checkpoint to see what it changed.</p>
        </section>
      ) : (
        <CheckpointPane id={id} version={history} takesFocus={takesFocus} onBack={() => toTimeline(go)} {...rest} />
      )}
    </>
  );
}

/** Back to the list, in a narrow window in place of the checkpoint. */
export function toTimeline(go: Go): void {
  go({ view: "timeline" });
  focusTree();
}

export function focusTree(): void {
  document.querySelector<HTMLElement>("[role=tree]")?.focus();
}

/** Whether the window is so narrow that list and content take turns. */
export function isOnePane(): boolean {
  return matchMedia("(max-width: 800px)").matches;
}
