import { useState } from "preact/hooks";

const KEY = "snapveil-viewed";
/** The most changes that are stored. The oldest are removed first. */
const MOST = 3000;

/** The changes that the person has marked as viewed. */
export interface Viewed {
  has(change: string): boolean;
  set(change: string, isViewed: boolean): void;
}

/**
 * The changes that are marked as viewed. The browser stores the marks for this origin, that is, as long as the port
 * stays the same. A mark belongs to the change itself: it also applies to an equal change in another checkpoint, but
 * not to a different change of the same file.
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
