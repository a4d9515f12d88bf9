import type { ComponentChildren } from "preact";

import type { CheckpointView } from "../../web/ui/api.ts";
import { Picture } from "../parts/icons.tsx";
import { ago, counted, moment, number, shortSession, titleOf } from "../words.ts";

export interface PaneHeadProps {
  readonly view: CheckpointView;
  /** How many files are ticked. */
  readonly ticked: number;
  readonly onBack: () => void;
  readonly onRestore: () => void;
}

/** What the checkpoint is, and the button that restores it. */
export function PaneHead({ view, ticked, onBack, onRestore }: PaneHeadProps) {
  return (
    <header class="pane-head">
      <BackButton onBack={onBack} />
      <div class="pane-title">
        <h1 id="pane-title" tabIndex={-1}>
          {titleOf(view)}
          {view.undone && <span class="tag">undone</span>}
        </h1>
        <Facts view={view} />
      </div>
      <button type="button" class="button primary" id="restore" onClick={onRestore}>
        <Picture name="restore" />
        {ticked > 0 ? `Restore ${counted(ticked, "file")}…` : "Restore…"}
      </button>
    </header>
  );
}

function Facts({ view }: { readonly view: CheckpointView }) {
  const sum = (key: "additions" | "deletions") => view.files.reduce((total, file) => total + (file[key] ?? 0), 0);
  return (
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
  );
}

/** So recent that it is said in hours. */
function isRecent(at: string): boolean {
  return Date.now() - Date.parse(at) < 86_400_000;
}

/** In place of a checkpoint that is not there yet, or cannot be read. */
export function PaneNote({ onBack, children }: { readonly onBack: () => void; readonly children: ComponentChildren }) {
  return (
    <section class="pane">
      <header class="pane-head">
        <BackButton onBack={onBack} />
      </header>
      <p class="empty-note" role="status">
        {children}
      </p>
    </section>
  );
}

function BackButton({ onBack }: { readonly onBack: () => void }) {
  return (
    <button type="button" class="button quiet square back" aria-label="Back to the timeline" onClick={onBack}>
      <Picture name="back" />
    </button>
  );
}
