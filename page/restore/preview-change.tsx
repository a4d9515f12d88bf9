import { useState } from "preact/hooks";

import type { FileChange } from "../../web/ui/api.ts";
import { diffHunks, type Hunk } from "../checkpoint/diff-lines.ts";
import { DiffTable } from "../checkpoint/diff-table.tsx";
import { getText, sentenceOf } from "../client.ts";
import { ChangeBar } from "../parts/change-bar.tsx";
import { Picture } from "../parts/icons.tsx";
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
  const [hunks, setHunks] = useState<readonly Hunk[]>();
  const [problem, setProblem] = useState<string>();
  const name = printable(change.path);
  const toggle = () => {
    setOpen(!isOpen);
    if (hunks) return;
    getText("/api/preview-patch", { preview, path: change.path }).then(
      (patch) => setHunks(diffHunks(patch)),
      (error: unknown) => setProblem(sentenceOf(error)),
    );
  };
  return (
    <li class="change-line">
      <button type="button" class="change-button" aria-expanded={isOpen} onClick={toggle}>
        <span class={isOpen ? "twist open" : "twist"}>
          <Picture name="chevron" />
        </span>
        <span class={`tag status-${change.status}`}>{VERBS[change.status]}</span> <span class="path">{name}</span>
        {conflict !== undefined && <span class="tag conflict">{conflict}</span>}
        <span class="change-size">
          {change.additions === undefined ? (
            ""
          ) : (
            <ChangeBar additions={change.additions} deletions={change.deletions ?? 0} most={most} />
          )}
        </span>
      </button>
      {isOpen && (
        <div class="change-diff">
          {problem !== undefined ? (
            <p class="file-note">{problem}</p>
          ) : !hunks ? (
            <p class="file-note">Reading…</p>
          ) : hunks.length === 0 ? (
            <p class="file-note">No lines to show: binary, empty, or only its mode.</p>
          ) : (
            <DiffTable hunks={hunks} style="unified" name={name} />
          )}
        </div>
      )}
    </li>
  );
}
