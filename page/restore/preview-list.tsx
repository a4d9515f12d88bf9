import { useMemo, useState } from "preact/hooks";

import type { ShownChange, FileText } from "../../web/ui/api.ts";
import type { PreviewView } from "../../web/ui/restore-api.ts";
import { diffHunks } from "../checkpoint/diff-lines.ts";
import { DiffTable } from "../checkpoint/diff-table.tsx";
import { useColours } from "../checkpoint/use-colours.ts";
import { getJson } from "../client.ts";
import { useLoaded } from "../hooks.ts";
import { ChangeBar, mostOf } from "../parts/changes.tsx";
import { LongList, Twist } from "../parts/controls.tsx";
import { counted, nameWithFormer, printable } from "../words.ts";

/** How many changes are listed at first. `NAMED` is the most later steps whose names are shown. */
const SHOWN = 200;

/** For each kind of change, a verb for what a restore does with the file. `ACTS` has the verbs for several files. */
const VERBS = {
  added: "create",
  modified: "overwrite",
  deleted: "delete",
  mode: "change mode",
  renamed: "rename",
} as const;

interface PreviewListProps {
  readonly preview: PreviewView;
  /** Whether the request is for ticked hunks, whose text the person has already seen. */
  readonly isByHunk: boolean;
}

/** The files that a restore would change or leave alone. */
export function PreviewList({ preview: { preview, changes, skipped, conflicts }, isByHunk }: PreviewListProps) {
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
