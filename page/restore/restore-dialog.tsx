import { useEffect, useState } from "preact/hooks";

import type { PreviewView, RestoreRequest, RestoreView } from "../../web/ui/api.ts";
import { post, Refused, sentenceOf } from "../client.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Picture } from "../parts/icons.tsx";
import { counted, printable } from "../words.ts";
import { PreviewChange } from "./preview-change.tsx";

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
  const [preview, setPreview] = useState<PreviewView>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [limit, setLimit] = useState(SHOWN);
  useEffect(() => {
    let ended = false;
    setPreview(undefined);
    setProblem(undefined);
    post<PreviewView>("/api/preview", request).then(
      (found) => !ended && setPreview(found),
      (error: unknown) => !ended && setProblem(sentenceOf(error)),
    );
    return () => {
      ended = true;
    };
  }, [request]);

  const confirm = async () => {
    if (!preview) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const done = await post<RestoreView>("/api/restore", { request, preview: preview.preview });
      const left =
        done.skipped.length > 0 ? ` ${counted(done.skipped.length, "file was", "files were")} left alone.` : "";
      onDone(
        done.restored
          ? `Put back ${counted(done.files, "file")}.${left} The state before is kept.`
          : "There was nothing to put back.",
      );
    } catch (error) {
      if (error instanceof Refused && error.status === 409) {
        setPreview(error.body as PreviewView);
        setProblem("The files have changed since this was shown. Nothing was touched; below is what would happen now.");
      } else setProblem(sentenceOf(error));
      setBusy(false);
    }
  };

  const heading = { restore: `Restore: ${title}`, undo: "Undo the newest step", redo: "Redo what was undone" }[
    request.kind
  ];
  const most = Math.max(
    1,
    ...(preview?.changes ?? []).map(({ additions = 0, deletions = 0 }) => additions + deletions),
  );
  const isEmpty = preview !== undefined && preview.changes.length === 0;
  return (
    <Dialog title={heading} onClose={onClose}>
      {request.kind === "restore" && (
        <div class="choices">
          {hasTwoStates && (
            <fieldset>
              <legend>Make the files what they were</legend>
              <Choice name="state" checked={!request.after} onPick={() => setRequest({ ...request, after: false })}>
                before it
              </Choice>
              <Choice name="state" checked={request.after} onPick={() => setRequest({ ...request, after: true })}>
                after it
              </Choice>
            </fieldset>
          )}
          <fieldset>
            <legend>Which files</legend>
            <Choice
              name="scope"
              checked={request.paths === undefined}
              onPick={() => setRequest({ kind: "restore", checkpoint: request.checkpoint, after: request.after })}
            >
              the whole worktree
            </Choice>
            <Choice
              name="scope"
              checked={request.paths !== undefined}
              disabled={ticked.length === 0}
              onPick={() => setRequest({ ...request, paths: ticked })}
            >
              {ticked.length === 0
                ? "only ticked files (none is)"
                : `only the ${counted(ticked.length, "ticked file")}`}
            </Choice>
          </fieldset>
        </div>
      )}
      <div class="preview" role="status" aria-live="polite" aria-busy={preview === undefined}>
        {problem !== undefined && (
          <p class="notice danger">
            <Picture name="warning" /> {problem}
          </p>
        )}
        {preview === undefined && problem === undefined && <p class="file-note">Looking at what would change…</p>}
        {isEmpty && (
          <p class="file-note">
            {preview.skipped.length > 0
              ? "Nothing can be put back."
              : "There is nothing to put back: the files are already so."}
          </p>
        )}
        {preview !== undefined && !isEmpty && <Summary preview={preview} />}
        {preview !== undefined && preview.conflicts.length > 0 && (
          <p class="notice warning">
            <Picture name="warning" /> {counted(preview.conflicts.length, "file was", "files were")} changed since. The
            present is recorded first, so nothing is lost: undo brings it back.
          </p>
        )}
      </div>
      {preview !== undefined && (
        <ul class="changes" tabIndex={0} aria-label="What would happen">
          {preview.changes.slice(0, limit).map((change) => (
            <PreviewChange
              key={`${preview.preview} ${change.path}`}
              change={change}
              preview={preview.preview}
              most={most}
              conflict={preview.conflicts.find(({ path }) => path === change.path)?.why}
            />
          ))}
          {preview.changes.length > limit && (
            <li>
              <button type="button" class="gap-button whole" onClick={() => setLimit(limit * 5)}>
                Show more of {counted(preview.changes.length, "change")}
              </button>
            </li>
          )}
          {preview.skipped.map(({ path, why }) => (
            <li key={`left-${path}`} class="left-alone">
              <span class="tag">left alone</span> <span class="path">{printable(path)}</span>{" "}
              <span class="quiet-text">{why}</span>
            </li>
          ))}
        </ul>
      )}
      <footer class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="button primary"
          id="confirm-restore"
          disabled={preview === undefined || isEmpty || isBusy}
          onClick={() => void confirm()}
        >
          {isBusy
            ? "Working…"
            : preview && !isEmpty
              ? `Put back ${counted(preview.changes.length, "file")}`
              : "Put back"}
        </button>
      </footer>
    </Dialog>
  );
}

function Summary({ preview: { changes } }: { readonly preview: PreviewView }) {
  const parts = (["modified", "added", "deleted", "mode"] as const).flatMap((status) => {
    const count = changes.filter((change) => change.status === status).length;
    return count === 0
      ? []
      : [
          `${{ modified: "overwrite", added: "create", deleted: "delete", mode: "change the mode of" }[status]} ${counted(count, "file")}`,
        ];
  });
  return <p class="summary">This will {new Intl.ListFormat("en").format(parts)}.</p>;
}

interface ChoiceProps {
  readonly name: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onPick: () => void;
  readonly children: string;
}

function Choice({ name, checked, disabled = false, onPick, children }: ChoiceProps) {
  return (
    <label class={disabled ? "choice disabled" : "choice"}>
      <input type="radio" name={name} checked={checked} disabled={disabled} onChange={onPick} /> {children}
    </label>
  );
}
