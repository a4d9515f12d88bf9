import { useEffect, useRef } from "preact/hooks";

import { useStored } from "./hooks.ts";
import { Choice } from "./parts/controls.tsx";
import { Dialog } from "./parts/dialog.tsx";

/**
 * Handles keys that are pressed anywhere on the page, unless the person types a text or a dialog is open. The person
 * can switch off keys of one character.
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): [areOn: boolean, setOn: (on: boolean) => void] {
  const [state, setState] = useStored("snapveil-keys", ["on", "off"]);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const isTyping =
        target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), select, textarea");
      if (isTyping || document.querySelector("dialog[open]") || (state === "off" && key.length === 1)) return;
      if (!Object.hasOwn(latest.current, key)) return;
      event.preventDefault();
      latest.current[key]!();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [state]);
  return [state === "on", (on) => setState(on ? "on" : "off")];
}

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["j k", "the checkpoint below or above, from wherever you are"],
  ["↑ ↓", "the same in the timeline"],
  ["← →", "close or open a session or a turn"],
  ["Enter", "go to what the checkpoint changed"],
  ["Escape", "back to the timeline"],
  ["/", "filter by path"],
  ["w", "pass over changes of blanks alone, or not"],
  ["d", "differences unified or side by side"],
  ["r", "restore…"],
  ["u", "undo the newest turn…"],
  ["1 2 3 4", "timeline, redactions, audit, log"],
  ["?", "these keys"],
];

interface KeysDialogProps {
  readonly areOn: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onClose: () => void;
}

/**
 * A list of the keys and their effects. It has a switch for keys of one character, since these disturb people who use
 * speech input.
 */
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
