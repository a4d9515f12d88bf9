import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { Choice, IconButton } from "./controls.tsx";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      element.current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby="dialog-title"
      onCancel={(event) => (event.preventDefault(), onClose())}
      onMouseDown={(event) => event.target === element.current && onClose()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id="dialog-title">{title}</h2>
          <IconButton label="Close" icon="close" onPress={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["↑ ↓ or j k", "the checkpoint above or below, in the timeline"],
  ["← →", "close or open a session or a turn"],
  ["Enter", "go to what the checkpoint changed"],
  ["Escape", "back to the timeline"],
  ["/", "filter by path"],
  ["d", "differences unified or side by side"],
  ["r", "restore…"],
  ["u", "undo the newest step…"],
  ["1 2 3 4", "timeline, redactions, audit, log"],
  ["?", "these keys"],
];

export interface KeysDialogProps {
  readonly areOn: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onClose: () => void;
}

/** The keys, and a switch for those that are one character: they get in the way of who speaks to the machine. */
export function KeysDialog({ areOn, onSwitch, onClose }: KeysDialogProps) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Choice type="checkbox" checked={areOn} onChange={onSwitch}>
        keys of one character are on
      </Choice>
    </Dialog>
  );
}
