import { useState } from "preact/hooks";

import type { FileChange, RestoreRequest } from "../../ui/api.ts";
import { diffHunks, type Hunk } from "../checkpoint/diff-lines.ts";
import { DiffTable } from "../checkpoint/diff-table.tsx";
import { postForText, sentenceOf } from "../client.ts";
import { Picture } from "../parts/icons.tsx";
import { printable } from "../words.ts";

const VERBS = { added: "create", modified: "overwrite", deleted: "delete", mode: "change mode" } as const;

export interface PreviewChangeProps {
  readonly change: FileChange;
  readonly request: RestoreRequest;
  /** Why it is a conflict, where it is one. */
  readonly conflict: string | undefined;
}

/** One file that would change; where the state to come is a checkpoint's, a press shows line by line how. */
export function PreviewChange({ change, request, conflict }: PreviewChangeProps) {
  const [isOpen, setOpen] = useState(false);
  const [hunks, setHunks] = useState<readonly Hunk[]>();
  const [problem, setProblem] = useState<string>();
  const name = printable(change.path);
  const toggle = () => {
    setOpen(!isOpen);
    if (hunks || request.kind !== "restore") return;
    postForText("/api/preview-patch", { checkpoint: request.checkpoint, after: request.after, path: change.path }).then(
      (patch) => setHunks(diffHunks(patch)),
      (error: unknown) => setProblem(sentenceOf(error)),
    );
  };
  const text = (
    <>
      <span class={`tag status-${change.status}`}>{VERBS[change.status]}</span> <span class="path">{name}</span>
      {conflict !== undefined && <span class="tag conflict">{conflict}</span>}
    </>
  );
  if (request.kind !== "restore") return <li class="change-line">{text}</li>;
  return (
    <li class="change-line">
      <button type="button" class="change-button" aria-expanded={isOpen} onClick={toggle}>
        <span class={isOpen ? "twist open" : "twist"}>
          <Picture name="chevron" />
        </span>
        {text}
      </button>
      {isOpen && (
        <div class="change-diff">
          {problem !== undefined ? <p class="file-note">{problem}</p> : !hunks ? <p class="file-note">Reading…</p> : hunks.length === 0 ? <p class="file-note">No lines to show: binary, empty, or only its mode.</p> : <DiffTable hunks={hunks} style="unified" name={name} />}
        </div>
      )}
    </li>
  );
}
