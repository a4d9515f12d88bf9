import type { History, Operation } from "./history.ts";

/** The undos that a redo can take back, oldest first. An undo that changed no file and made no folder is left out. */
export function redoable({ operations }: History, session: string | undefined): Operation[] {
  return operations.filter(
    ({ kind, before, end, takenBack, session: own }) =>
      kind === "undo" &&
      end &&
      (end.after !== before || end.folders !== undefined) &&
      !takenBack &&
      (session === undefined || own === session),
  );
}
