import { useEffect, useRef } from "preact/hooks";

import { useStored } from "./hooks.ts";

/**
 * Keys of one character for the whole page, unless something is being typed or a dialog is open; they can be switched
 * off.
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
