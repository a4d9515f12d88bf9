import { useState } from "preact/hooks";

import type { PreviewView, RestoreRequest, RestoreView } from "../../web/ui/restore-api.ts";
import { post, Refused, sentenceOf } from "../client.ts";
import { useLoaded } from "../hooks.ts";
import { Picture } from "../parts/icons.tsx";
import { counted } from "../words.ts";
import { PreviewList } from "./preview-list.tsx";
import { Summary, KeptTick } from "./preview-summary.tsx";

const CHANGED = "The files have changed since this was shown. Nothing was touched; below is what would happen now.";

export interface PreviewProps {
  readonly request: RestoreRequest;
  /** Called when the person ticks or unticks the restore of ignored files that were changed in place. */
  readonly onKept: (isWanted: boolean) => void;
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
}

/** The changes that a request would make, and the button that carries out exactly these changes. */
export function Preview({ request, onKept, onClose, onDone }: PreviewProps) {
  const first = useLoaded(() => post<PreviewView>("/api/preview", request), []);
  const [changed, setChanged] = useState<PreviewView>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const preview = changed ?? first.value;
  const problem = refusal ?? first.problem;
  const count = preview?.changes.length ?? 0;
  const confirm = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      onDone(describe(await post<RestoreView>("/api/restore", { request, preview: preview!.preview })));
    } catch (error) {
      const isOther = error instanceof Refused && error.status === 409;
      if (isOther) setChanged(error.body as PreviewView);
      setRefusal(isOther ? CHANGED : sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <>
      <div class="preview" role="status" aria-live="polite" aria-busy={preview === undefined}>
        {problem !== undefined && (
          <p class="notice danger">
            <Picture name="warning" /> {problem}
          </p>
        )}
        {!preview && problem === undefined && <p class="file-note">Looking at what would change…</p>}
        {preview && <Summary preview={preview} />}
      </div>
      {preview && <KeptTick isWanted={"kept" in request} paths={preview.keptInPlace} onKept={onKept} />}
      {preview && <PreviewList preview={preview} isByHunk={request.kind === "undo" && request.hunks !== undefined} />}
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
    </>
  );
}

function describe({ restored, complete, files, skipped }: RestoreView): string {
  if (!restored) return "There was nothing to put back.";
  const left = skipped.length > 0 ? ` ${counted(skipped.length, "file was", "files were")} left alone.` : "";
  const rest = complete ? "" : " What was not put back can still be undone.";
  return `Put back ${counted(files, "file")}.${left}${rest} The state before is kept.`;
}
