import { useState } from "preact/hooks";

import type { PreviewView, RestoreRequest } from "../../web/ui/api.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Picture } from "../parts/icons.tsx";
import { counted, printable } from "../words.ts";
import { PreviewChange } from "./preview-change.tsx";
import { RestoreChoices } from "./restore-choices.tsx";
import { usePreview } from "./use-preview.ts";

/** Changes that are listed at first. */
const SHOWN = 200;

export interface RestoreDialogProps {
  readonly request: RestoreRequest;
  /** What the checkpoint is called; whether it has two states or the one that was recorded by hand. */
  readonly title: string;
  readonly hasTwoStates: boolean;
  /** Paths that are ticked. */
  readonly ticked: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
}

/**
 * Shows what would happen, as the commands do; only what was shown is then done. Nothing changes before the last press.
 */
export function RestoreDialog({ request: first, title, hasTwoStates, ticked, onClose, onDone }: RestoreDialogProps) {
  const [request, setRequest] = useState(first);
  const { preview, problem, isBusy, confirm } = usePreview(request, onDone);
  const heading = { restore: `Restore: ${title}`, undo: "Undo the newest step", redo: "Redo what was undone" }[
    request.kind
  ];
  const count = preview?.changes.length ?? 0;
  return (
    <Dialog title={heading} onClose={onClose}>
      {request.kind === "restore" && (
        <RestoreChoices request={request} hasTwoStates={hasTwoStates} ticked={ticked} onChoose={setRequest} />
      )}
      <div class="preview" role="status" aria-live="polite" aria-busy={preview === undefined}>
        {problem !== undefined && (
          <p class="notice danger">
            <Picture name="warning" /> {problem}
          </p>
        )}
        {preview === undefined && problem === undefined && <p class="file-note">Looking at what would change…</p>}
        {preview !== undefined && <Summary preview={preview} />}
      </div>
      {preview !== undefined && <PreviewList preview={preview} />}
      <footer class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="button primary"
          id="confirm-restore"
          disabled={count === 0 || isBusy}
          onClick={() => void confirm()}
        >
          {isBusy ? "Working…" : count > 0 ? `Put back ${counted(count, "file")}` : "Put back"}
        </button>
      </footer>
    </Dialog>
  );
}

const ACTS = [
  ["modified", "overwrite"],
  ["added", "create"],
  ["deleted", "delete"],
  ["mode", "change the mode of"],
] as const;

function Summary({ preview: { changes, skipped, conflicts } }: { readonly preview: PreviewView }) {
  const parts = ACTS.flatMap(([status, act]) => {
    const count = changes.filter((change) => change.status === status).length;
    return count === 0 ? [] : [`${act} ${counted(count, "file")}`];
  });
  const nothing =
    skipped.length > 0 ? "Nothing can be put back." : "There is nothing to put back: the files are already so.";
  return (
    <>
      {changes.length === 0 ? (
        <p class="file-note">{nothing}</p>
      ) : (
        <p class="summary">This will {new Intl.ListFormat("en").format(parts)}.</p>
      )}
      {conflicts.length > 0 && (
        <p class="notice warning">
          <Picture name="warning" /> {counted(conflicts.length, "file was", "files were")} changed since. The present is
          recorded first, so nothing is lost: undo brings it back.
        </p>
      )}
    </>
  );
}

function PreviewList({ preview: { preview, changes, skipped, conflicts } }: { readonly preview: PreviewView }) {
  const [limit, setLimit] = useState(SHOWN);
  const most = Math.max(1, ...changes.map(({ additions = 0, deletions = 0 }) => additions + deletions));
  return (
    <ul class="changes" tabIndex={0} aria-label="What would happen">
      {changes.slice(0, limit).map((change) => (
        <PreviewChange
          key={`${preview} ${change.path}`}
          change={change}
          preview={preview}
          most={most}
          conflict={conflicts.find(({ path }) => path === change.path)?.why}
        />
      ))}
      {changes.length > limit && (
        <li>
          <button type="button" class="gap-button whole" onClick={() => setLimit(limit * 5)}>
            Show more of {counted(changes.length, "change")}
          </button>
        </li>
      )}
      {skipped.map(({ path, why }) => (
        <li key={`left-${path}`} class="left-alone">
          <span class="tag">left alone</span> <span class="path">{printable(path)}</span>{" "}
          <span class="quiet-text">{why}</span>
        </li>
      ))}
    </ul>
  );
}
