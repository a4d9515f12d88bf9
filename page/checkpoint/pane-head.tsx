import type { CheckpointView } from "../../web/ui/api.ts";
import { Counts, sumOf } from "../parts/changes.tsx";
import { IconButton } from "../parts/controls.tsx";
import { Picture } from "../parts/icons.tsx";
import { ago, counted, moment, printable, shortSession, titleOf, togetherOf } from "../words.ts";

interface PaneHeadProps {
  readonly view: CheckpointView;
  /** The number of ticked files. */
  readonly ticked: number;
  /** The number of ticked hunks. */
  readonly hunks: number;
  readonly onBack: () => void;
  readonly onRestore: () => void;
}

/** The checkpoint's title and facts, and the button to restore it. */
export function PaneHead({ view, ticked, hunks, onBack, onRestore }: PaneHeadProps) {
  const isRecent = Date.now() - Date.parse(view.at) < 86_400_000; // a time within a day is also shown in hours
  return (
    <header class="pane-head">
      <IconButton label="Back to the timeline" icon="back" class="back" onPress={onBack} />
      <div class="pane-title">
        {view.scope === "tool" && view.title !== undefined && <p class="pane-prompt">{printable(view.title)}</p>}
        <h1 id="pane-title" tabIndex={-1}>
          {titleOf(view)}
          {view.undone && <span class="tag">undone</span>}
          {view.undoneInPart !== undefined && <span class="tag">{view.undoneInPart}</span>}
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
            {counted(view.files.length + view.kept.length, "file")}{" "}
            {view.files.some(({ additions }) => additions !== undefined) && <Counts {...sumOf(view.files)} />}
          </span>
        </p>
        {view.together && <p class="pane-facts">{togetherOf(view.together)}</p>}
        {view.late !== undefined && <p class="pane-facts late">{view.late}</p>}
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
