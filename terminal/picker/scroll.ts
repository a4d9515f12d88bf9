import type { Key } from "./full-screen.ts";

/** The first shown of `count` lines, so that line `at` is among the `room` that fit. */
export function scrolled(top: number, at: number, count: number, room: number): number {
  const last = Math.max(0, count - room);
  return Math.min(last, Math.max(0, Math.min(Math.max(top, at - room + 1), at)));
}

/**
 * Where a key moves the cursor of a list of `count` lines, of which `page` are seen; `undefined` where it is no such
 * key.
 */
export function moved(cursor: number, { name, ctrl, shift }: Key, count: number, page: number): number | undefined {
  if (shift) return undefined;
  const to =
    { up: cursor - 1, down: cursor + 1, pageup: cursor - page, pagedown: cursor + page, home: 0, end: count - 1 }[
      name
    ] ?? (ctrl ? { p: cursor - 1, n: cursor + 1 }[name] : undefined);
  return to === undefined ? undefined : Math.min(Math.max(0, count - 1), Math.max(0, to));
}

/** How many lines a key scrolls the preview; `undefined` where it is no such key. */
export function scrolledBy({ name, ctrl, shift }: Key, page: number): number | undefined {
  if (shift) return { up: -1, down: 1, pageup: -page, pagedown: page }[name];
  return ctrl ? { u: -Math.ceil(page / 2), d: Math.ceil(page / 2) }[name] : undefined;
}
