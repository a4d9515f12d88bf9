import type { RestoreRequest } from "../../web/ui/api.ts";
import { counted } from "../words.ts";

type OfCheckpoint = Extract<RestoreRequest, { kind: "restore" }>;

export interface RestoreChoicesProps {
  readonly request: OfCheckpoint;
  readonly hasTwoStates: boolean;
  /** Paths that are ticked. */
  readonly ticked: readonly string[];
  readonly onChoose: (request: OfCheckpoint) => void;
}

/** Which of a checkpoint's two states is restored, and of which files. */
export function RestoreChoices({ request, hasTwoStates, ticked, onChoose }: RestoreChoicesProps) {
  return (
    <div class="choices">
      {hasTwoStates && (
        <fieldset>
          <legend>Make the files what they were</legend>
          <Choice name="state" checked={!request.after} onPick={() => onChoose({ ...request, after: false })}>
            before it
          </Choice>
          <Choice name="state" checked={request.after} onPick={() => onChoose({ ...request, after: true })}>
            after it
          </Choice>
        </fieldset>
      )}
      <fieldset>
        <legend>Which files</legend>
        <Choice
          name="scope"
          checked={request.paths === undefined}
          onPick={() => onChoose({ kind: "restore", checkpoint: request.checkpoint, after: request.after })}
        >
          the whole worktree
        </Choice>
        <Choice
          name="scope"
          checked={request.paths !== undefined}
          disabled={ticked.length === 0}
          onPick={() => onChoose({ ...request, paths: ticked })}
        >
          {ticked.length === 0 ? "only ticked files (none is)" : `only the ${counted(ticked.length, "ticked file")}`}
        </Choice>
      </fieldset>
    </div>
  );
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
