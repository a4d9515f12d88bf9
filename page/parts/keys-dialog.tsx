import { Dialog } from "./dialog.tsx";

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["↑ ↓ or j k", "the checkpoint above or below, in the timeline"],
  ["← →", "close or open a session or a turn"],
  ["Enter", "go to what the checkpoint changed"],
  ["Escape", "back to the timeline"],
  ["/", "filter by path"],
  ["d", "differences unified or side by side"],
  ["r", "restore…"],
  ["u", "undo the newest step…"],
  ["1 2 3", "timeline, redactions, audit"],
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
      <label class="choice">
        <input type="checkbox" checked={areOn} onChange={(event) => onSwitch(event.currentTarget.checked)} /> keys of
        one character are on
      </label>
    </Dialog>
  );
}
