import { useState } from "preact/hooks";

const KEY = "snapveil-viewed";
/** Changes that are remembered; the oldest are forgotten first. */
const MOST = 3000;

/** The changes that a person has ticked as viewed. */
export interface Viewed {
  has(change: string): boolean;
  set(change: string, isViewed: boolean): void;
}

/**
 * The changes that a person has viewed. The browser remembers them as long as the address has the same port, by the
 * change itself: an equal change counts as viewed in a turn and in its call, and a file that changed meanwhile does
 * not.
 */
export function useViewed(): Viewed {
  const [changes, setChanges] = useState<readonly string[]>(read);
  return {
    has: (change) => changes.includes(change),
    set(change, isViewed) {
      const others = changes.filter((one) => one !== change);
      const next = isViewed ? [...others, change].slice(-MOST) : others;
      setChanges(next);
      localStorage.setItem(KEY, next.join(" "));
    },
  };
}

function read(): string[] {
  return (localStorage.getItem(KEY) ?? "").split(" ").filter((one) => /^[0-9a-f]{32}$/.test(one));
}
