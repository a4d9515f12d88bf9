import { useEffect, useRef, useState } from "preact/hooks";

const KEY = "snapveil-keys";

/**
 * Keys of one character for the whole page, unless something is being typed or a dialog is open; they can be switched
 * off.
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): [areOn: boolean, setOn: (on: boolean) => void] {
  const [areOn, setOn] = useState(() => localStorage.getItem(KEY) !== "off");
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    localStorage.setItem(KEY, areOn ? "on" : "off");
    const pressed = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        document.querySelector("dialog[open]")
      )
        return;
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), select, textarea");
      if (isTyping || (!areOn && event.key.length === 1)) return;
      const action = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [areOn]);
  return [areOn, setOn];
}
