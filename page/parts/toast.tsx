import { useEffect } from "preact/hooks";

import { IconButton } from "./controls.tsx";

/** Milliseconds that a message stays. */
const STAYS = 12_000;

export interface ToastProps {
  readonly sentence: string;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** What was just done, with the way back. It is said by the page's own live region, not by this. */
export function Toast({ sentence, onUndo, onClose }: ToastProps) {
  useEffect(() => {
    const timer = setTimeout(onClose, STAYS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <div class="toast">
      <span>{sentence}</span>
      <button type="button" class="link" onClick={onUndo}>
        Undo…
      </button>
      <IconButton label="Dismiss" icon="close" onPress={onClose} />
    </div>
  );
}
