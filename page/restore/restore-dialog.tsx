import { useState } from "preact/hooks";

import type { RestoreRequest } from "../../web/ui/restore-api.ts";
import { Choice } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { counted } from "../words.ts";
import { Preview } from "./preview.tsx";

/** The request with which the restore dialog is opened, and facts about its checkpoint. */
export interface Asked {
  readonly request: RestoreRequest;
  /** The checkpoint's title. `hasTwoStates` is `false` for a checkpoint by hand, which has no state before. */
  readonly title: string;
  readonly hasTwoStates: boolean;
  /** The paths of the ticked files. */
  readonly ticked: readonly string[];
}

export interface RestoreDialogProps extends Asked {
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
}

/**
 * Shows the changes of a restore first, as the commands do, and then makes exactly these changes. Before the person
 * confirms, nothing is changed.
 */
export function RestoreDialog({ request: first, title, hasTwoStates, ticked, onClose, onDone }: RestoreDialogProps) {
  const [request, setRequest] = useState(first);
  const some = request.kind === "undo" ? (request.hunks?.length ?? 0) : 0;
  const undo = some > 0 ? `Take back ${counted(some, "hunk")}: ${title}` : "Undo the newest turn";
  const headings = { restore: `Restore: ${title}`, undo, redo: "Redo what was undone" };
  return (
    <Dialog title={headings[request.kind]} onClose={onClose}>
      {request.kind === "restore" && (
        <Choices request={request} hasTwoStates={hasTwoStates} ticked={ticked} onChoose={setRequest} />
      )}
      <Preview
        key={JSON.stringify(request)}
        request={request}
        onKept={(isWanted) => setRequest(withKept(request, isWanted))}
        onClose={onClose}
        onDone={onDone}
      />
    </Dialog>
  );
}

/** The request with or without the ignored files that were changed in place. */
function withKept(request: RestoreRequest, isWanted: boolean): RestoreRequest {
  if (request.kind === "redo") return request;
  const { kept: _, ...rest } = request;
  return isWanted ? { ...rest, kept: true } : rest;
}

interface ChoicesProps extends Pick<Asked, "hasTwoStates" | "ticked"> {
  readonly request: Extract<RestoreRequest, { kind: "restore" }>;
  readonly onChoose: (request: RestoreRequest) => void;
}

/** The controls to choose the state before or after the checkpoint, and all files or only the ticked ones. */
function Choices({ request, hasTwoStates, ticked, onChoose }: ChoicesProps) {
  const { paths, ...whole } = request;
  const some = ticked.length > 0 ? `only the ${counted(ticked.length, "ticked file")}` : "only ticked files (none is)";
  return (
    <div class="choices">
      {hasTwoStates && (
        <fieldset>
          <legend>Make the files what they were</legend>
          {[false, true].map((after) => (
            <Choice
              key={String(after)}
              type="radio"
              name="state"
              checked={request.after === after}
              onChange={() => onChoose({ ...request, after })}
            >
              {after ? "after it" : "before it"}
            </Choice>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>Which files</legend>
        <Choice type="radio" name="scope" checked={!paths} onChange={() => onChoose(whole)}>
          the whole worktree
        </Choice>
        <Choice
          type="radio"
          name="scope"
          checked={paths !== undefined}
          disabled={ticked.length === 0}
          onChange={() => onChoose({ ...whole, paths: ticked })}
        >
          {some}
        </Choice>
      </fieldset>
    </div>
  );
}
