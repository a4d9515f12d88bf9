import { useEffect } from "preact/hooks";

import { Picture } from "./icons.tsx";

/** Milliseconds that a message stays. */
const STAYS = 12_000;

export interface ToastProps {
  readonly sentence: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly onClose: () => void;
}

/** What was just done, with the way back. It is said by the page's own live region, not by this. */
export function Toast({ sentence, action, onClose }: ToastProps) {
  useEffect(() => {
    const timer = setTimeout(onClose, STAYS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <div class="toast">
      <span>{sentence}</span>
      {action && (
        <button type="button" class="link" onClick={action.run}>
          {action.label}
        </button>
      )}
      <button type="button" class="button quiet square" aria-label="Dismiss" onClick={onClose}>
        <Picture name="close" />
      </button>
    </div>
  );
}
