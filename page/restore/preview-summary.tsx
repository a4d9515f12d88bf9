import type { LaterCheckpoint, PreviewView } from "../../web/ui/restore-api.ts";
import { Choice } from "../parts/controls.tsx";
import { Picture } from "../parts/icons.tsx";
import { ago, counted, number, printable, shortSession, titleOf } from "../words.ts";

const NAMED = 6;

const ACTS = {
  modified: "overwrite",
  added: "create",
  deleted: "delete",
  renamed: "rename",
  mode: "change the mode of",
} as const;

/** A sentence on what a restore would do, with its warnings. */
export function Summary({ preview: { changes, skipped, conflicts, notes, later } }: { readonly preview: PreviewView }) {
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
      {later.length > 0 && <LaterCheckpoints checkpoints={later} />}
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
export function KeptTick({ isWanted, paths, onKept }: KeptTickProps) {
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

/** The later checkpoints that changed the same files, and whose changes the restore also undoes. */
function LaterCheckpoints({ checkpoints }: { readonly checkpoints: readonly LaterCheckpoint[] }) {
  const sessions = [...new Set(checkpoints.flatMap(({ session }) => session ?? []))];
  const named = sessions.map((session) => {
    const agent = checkpoints.find(
      (checkpoint) => checkpoint.session === session && checkpoint.agent !== undefined,
    )?.agent;
    return agent === undefined ? shortSession(session) : `${shortSession(session)} (${printable(agent)})`;
  });
  const of = sessions.length > 0 ? ` of session${sessions.length > 1 ? "s" : ""} ${named.join(", ")}` : "";
  return (
    <div class="notice warning later" id="later-checkpoints">
      <Picture name="warning" />
      <div>
        <p>
          It takes along what {counted(checkpoints.length, "later checkpoint")}
          {of} did to these files.
        </p>
        <ul>
          {checkpoints.slice(0, NAMED).map((checkpoint) => (
            <li key={checkpoint.id}>
              <strong>{titleOf(checkpoint)}</strong>{" "}
              <span>
                {ago(checkpoint.at, Date.now())}, {counted(checkpoint.files, "file")}
              </span>
            </li>
          ))}
          {checkpoints.length > NAMED && <li>and {number(checkpoints.length - NAMED)} more</li>}
        </ul>
      </div>
    </div>
  );
}
