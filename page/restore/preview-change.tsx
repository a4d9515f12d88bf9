import { useState } from "preact/hooks";

import type { FileChange } from "../../web/ui/api.ts";
import { diffHunks } from "../checkpoint/diff-lines.ts";
import { DiffTable } from "../checkpoint/diff-table.tsx";
import { getText } from "../client.ts";
import { useLoaded } from "../hooks.ts";
import { ChangeBar } from "../parts/changes.tsx";
import { Twist } from "../parts/controls.tsx";
import { printable } from "../words.ts";

const VERBS = { added: "create", modified: "overwrite", deleted: "delete", mode: "change mode" } as const;

export interface PreviewChangeProps {
  readonly change: FileChange;
  /** The preview that it stands in. */
  readonly preview: string;
  /** Why it is a conflict, where it is one. */
  readonly conflict: string | undefined;
  readonly most: number;
}

/** One file that would change; a press shows line by line how, from what it is now. */
export function PreviewChange({ change, preview, conflict, most }: PreviewChangeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="change-line">
      <button type="button" class="change-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Twist isOpen={isOpen} />
        <span class={`tag status-${change.status}`}>{VERBS[change.status]}</span>{" "}
        <span class="path">{printable(change.path)}</span>
        {conflict !== undefined && <span class="tag conflict">{conflict}</span>}
        <span class="change-size">{change.additions !== undefined && <ChangeBar {...change} most={most} />}</span>
      </button>
      {isOpen && (
        <div class="change-diff">
          <Difference preview={preview} path={change.path} />
        </div>
      )}
    </li>
  );
}

function Difference({ preview, path }: { readonly preview: string; readonly path: string }) {
  const { value: hunks, problem } = useLoaded(
    async () => diffHunks(await getText("/api/preview-patch", { preview, path })),
    [],
  );
  if (!hunks) return <p class="file-note">{problem ?? "Reading…"}</p>;
  if (hunks.length === 0) return <p class="file-note">No lines to show: binary, empty, or only its mode.</p>;
  return <DiffTable hunks={hunks} style="unified" name={printable(path)} />;
}
