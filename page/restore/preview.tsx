import { useMemo, useState } from "preact/hooks";

import type { ShownChange, FileText, LaterStep, PreviewView, RestoreRequest, RestoreView } from "../../web/ui/api.ts";
import { diffHunks } from "../checkpoint/diff-lines.ts";
import { DiffTable } from "../checkpoint/diff-table.tsx";
import { useColours } from "../checkpoint/use-colours.ts";
import { getJson, post, Refused, sentenceOf } from "../client.ts";
import { useLoaded } from "../hooks.ts";
import { ChangeBar, mostOf } from "../parts/changes.tsx";
import { Choice, LongList, Twist } from "../parts/controls.tsx";
import { Picture } from "../parts/icons.tsx";
import { ago, counted, number, nameWithFormer, printable, shortSession, titleOf } from "../words.ts";

/** How many changes are listed at first. `NAMED` is the most later steps whose names are shown. */
const SHOWN = 200;
const NAMED = 6;

/** For each kind of change, a verb for what a restore does with the file. `ACTS` has the verbs for several files. */
const VERBS = {
  added: "create",
  modified: "overwrite",
  deleted: "delete",
  mode: "change mode",
  renamed: "rename",
} as const;
const ACTS = {
  modified: "overwrite",
  added: "create",
  deleted: "delete",
  renamed: "rename",
  mode: "change the mode of",
} as const;

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

function Summary({ preview: { changes, skipped, conflicts, notes, later } }: { readonly preview: PreviewView }) {
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
      {later.length > 0 && <LaterSteps steps={later} />}
      {conflicts.length > 0 && (
        <p class="notice warning">
          <Picture name="warning" /> {counted(conflicts.length, "file was", "files were")} changed since. The present is
          recorded first, so nothing is lost: undo brings it back.
        </p>
      )}
      {notes.map((note) => (
        <p key={note} class="notice">
          {printable(note)}
        </p>
      ))}
    </>
  );
}

interface KeptTickProps {
  readonly isWanted: boolean;
  /** The ignored files that were changed in place. They are restored only if the box is ticked. */
  readonly paths: readonly string[];
  readonly onKept: (isWanted: boolean) => void;
}

/**
 * A checkbox to restore ignored files that were changed in place. It is not ticked at first, since a program of the
 * person may have changed them.
 */
function KeptTick({ isWanted, paths, onKept }: KeptTickProps) {
  if (!isWanted && paths.length === 0) return null;
  const named = new Intl.ListFormat("en").format(paths.slice(0, NAMED).map(printable));
  const more = paths.length > NAMED ? ` and ${number(paths.length - NAMED)} more` : "";
  return (
    <div class="choices" id="kept-files">
      <Choice type="checkbox" name="kept" checked={isWanted} onChange={() => onKept(!isWanted)}>
        {isWanted
          ? "also ignored files that were changed in place"
          : `also ${named}${more}, changed in place and ignored by git`}
      </Choice>
    </div>
  );
}

/** The later steps that changed the same files, and whose changes the restore also undoes. */
function LaterSteps({ steps }: { readonly steps: readonly LaterStep[] }) {
  const sessions = [...new Set(steps.flatMap(({ session }) => session ?? []))];
  const named = sessions.map((session) => {
    const agent = steps.find((step) => step.session === session && step.agent !== undefined)?.agent;
    return agent === undefined ? shortSession(session) : `${shortSession(session)} (${printable(agent)})`;
  });
  const of = sessions.length > 0 ? ` of ${counted(sessions.length, "session")}: ${named.join(", ")}` : "";
  return (
    <div class="notice warning later" id="later-steps">
      <Picture name="warning" />
      <div>
        <p>
          It takes along what {counted(steps.length, "later checkpoint")} did to these files{of}.
        </p>
        <ul>
          {steps.slice(0, NAMED).map((step) => (
            <li key={step.id}>
              <strong>{titleOf(step)}</strong>{" "}
              <span>
                {ago(step.at, Date.now())}, {counted(step.files, "file")}
              </span>
            </li>
          ))}
          {steps.length > NAMED && <li>and {number(steps.length - NAMED)} more</li>}
        </ul>
      </div>
    </div>
  );
}

interface PreviewListProps {
  readonly preview: PreviewView;
  /** Whether the request is for ticked hunks, whose text the person has already seen. */
  readonly isByHunk: boolean;
}

function PreviewList({ preview: { preview, changes, skipped, conflicts }, isByHunk }: PreviewListProps) {
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
            isByHunk={isByHunk}
            most={most}
            conflict={conflicts.find(({ path }) => path === change.path || path === change.former)?.why}
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

interface PreviewChangeProps {
  readonly change: ShownChange;
  /** The key of the preview that contains the change. */
  readonly preview: string;
  readonly isByHunk: boolean;
  /** The reason why the file is in conflict; `undefined` if it is not. */
  readonly conflict: string | undefined;
  readonly most: number;
}

/** A file that the restore would change. A press shows the diff from its present to its restored state. */
function PreviewChange({ change, preview, isByHunk, conflict, most }: PreviewChangeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="change-line">
      <button type="button" class="change-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Twist isOpen={isOpen} />
        <span class={`tag status-${change.status}`}>{VERBS[change.status]}</span>{" "}
        <span class="path">{nameWithFormer(change)}</span>
        {conflict !== undefined && <span class="tag conflict">{conflict}</span>}
        <span class="change-size">{change.additions !== undefined && <ChangeBar {...change} most={most} />}</span>
      </button>
      {isOpen && (
        <div class="change-diff">
          {isByHunk && change.status === "modified" ? (
            <p class="file-note">The ticked hunks; all else in the file stays.</p>
          ) : (
            <Difference preview={preview} path={change.path} />
          )}
        </div>
      )}
    </li>
  );
}

function Difference({ preview, path }: { readonly preview: string; readonly path: string }) {
  const { value: text, problem } = useLoaded(
    () => getJson<FileText>("/api/preview-patch", { preview, path }),
    [preview, path],
  );
  const hunks = useMemo(() => diffHunks(text?.patch ?? ""), [text]);
  const colours = useColours(path, text);
  if (!text) return <p class="file-note">{problem ?? "Reading…"}</p>;
  if (hunks.length === 0) return <p class="file-note">No lines to show: binary, empty, or only its name or mode.</p>;
  const marks = { secrets: text.secrets, of: { preview, path }, colours };
  return <DiffTable hunks={hunks} style="unified" name={printable(path)} marks={marks} />;
}
