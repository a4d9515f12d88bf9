import { useState } from "preact/hooks";

import type { PreviewView, RestoreRequest, RestoreView } from "../../web/ui/api.ts";
import { post, Refused, sentenceOf } from "../client.ts";
import { useLoaded } from "../hooks.ts";
import { mostOf } from "../parts/changes.tsx";
import { LongList } from "../parts/controls.tsx";
import { Picture } from "../parts/icons.tsx";
import { counted, printable } from "../words.ts";
import { PreviewChange } from "./preview-change.tsx";

/** Changes that are listed at first. */
const SHOWN = 200;

const CHANGED = "The files have changed since this was shown. Nothing was touched; below is what would happen now.";

export interface PreviewProps {
  readonly request: RestoreRequest;
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
}

/** What a request would do, and the button that does exactly this. */
export function Preview({ request, onClose, onDone }: PreviewProps) {
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
      {preview && <PreviewList preview={preview} />}
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

function describe({ restored, files, skipped }: RestoreView): string {
  if (!restored) return "There was nothing to put back.";
  const left = skipped.length > 0 ? ` ${counted(skipped.length, "file was", "files were")} left alone.` : "";
  return `Put back ${counted(files, "file")}.${left} The state before is kept.`;
}

const ACTS = { modified: "overwrite", added: "create", deleted: "delete", mode: "change the mode of" } as const;

function Summary({ preview: { changes, skipped, conflicts } }: { readonly preview: PreviewView }) {
  const parts = Object.entries(ACTS).flatMap(([status, act]) => {
    const count = changes.filter((change) => change.status === status).length;
    return count === 0 ? [] : [`${act} ${counted(count, "file")}`];
  });
  const nothing =
    skipped.length > 0 ? "Nothing can be put back." : "There is nothing to put back: the files are already so.";
  return (
    <>
      {parts.length === 0 ? (
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
  const most = mostOf(changes);
  return (
    <ul class="changes" tabIndex={0} aria-label="What would happen">
      <LongList
        isList
        items={changes}
        shown={SHOWN}
        more={`Show more of ${counted(changes.length, "change")}`}
        draw={(change) => (
          <PreviewChange
            key={`${preview} ${change.path}`}
            change={change}
            preview={preview}
            most={most}
            conflict={conflicts.find(({ path }) => path === change.path)?.why}
          />
        )}
      />
      {skipped.map(({ path, why }) => (
        <li key={`left-${path}`} class="left-alone">
          <span class="tag">left alone</span> <span class="path">{printable(path)}</span>{" "}
          <span class="quiet-text">{why}</span>
        </li>
      ))}
    </ul>
  );
}
