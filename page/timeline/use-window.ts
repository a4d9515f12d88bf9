import type { RefObject } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

/** Units beyond the edge that are drawn too. */
const BEYOND = 300;

export interface Window {
  readonly first: number;
  /** Behind the last. */
  readonly end: number;
  /** Where each line begins, and behind the last where all of them end. */
  readonly tops: readonly number[];
}

/** Which of many lines of known heights are in view: only those are drawn. */
export function useWindow(box: RefObject<HTMLElement | null>, heights: readonly number[]): Window {
  const [view, setView] = useState({ top: 0, height: 800 });
  const tops = useMemo(() => {
    let sum = 0;
    return [0, ...heights.map((height) => (sum += height))];
  }, [heights]);
  useEffect(() => {
    const element = box.current!;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  const lineAt = (y: number) =>
    Math.max(
      0,
      tops.findLastIndex((top) => top <= y),
    );
  const end = Math.min(heights.length, lineAt(view.top + view.height + BEYOND) + 1);
  return { first: Math.min(end, lineAt(view.top - BEYOND)), end, tops };
}
