import type { OperationRequest } from "./request.ts";

/**
 * The arguments of `snapveil` that reverse an operation: `undo` if the operation is a checkpoint itself, `redo` for an
 * undo, else a restore of the state before the operation. Of an operation that put back only ignored files out of the
 * kept copies, a restore returns the files that it wrote over (`hasOverwritten`).
 * @param isRecorded whether the operation changed a recorded file, or made a folder that a redo removes
 */
export function wayBack(
  { kind, isCheckpoint }: OperationRequest,
  id: string,
  { isRecorded, hasOverwritten }: { readonly isRecorded: boolean; readonly hasOverwritten: boolean },
): string | undefined {
  if (!isRecorded) return hasOverwritten ? `restore ${id} .` : undefined;
  if (isCheckpoint) return "undo";
  return kind === "undo" ? "redo" : `restore ${id}`;
}
