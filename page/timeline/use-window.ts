import type { RefObject } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

/** Units beyond the edge that are drawn too. */
const BEYOND = 300;

export interface Window {
  readonly first: number;
  /** Behind the last. */
  readonly end: number;
  readonly tops: readonly number[];
  readonly height: number;
}

/** Which of many lines of known heights are in view: only those are drawn. */
export function useWindow(box: RefObject<HTMLElement | null>, heights: readonly number[]): Window {
  const [view, setView] = useState({ top: 0, height: 800 });
  const { tops, height } = useMemo(() => {
    let sum = 0;
    const tops = heights.map((one) => {
      const top = sum;
      sum += one;
      return top;
    });
    return { tops, height: sum };
  }, [heights]);
  useEffect(() => {
    const element = box.current!;
    let asked = 0;
    const look = () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(() => setView({ top: element.scrollTop, height: element.clientHeight }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      cancelAnimationFrame(asked);
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  const first = Math.max(0, lineAt(tops, view.top - BEYOND));
  return { first, end: Math.min(tops.length, lineAt(tops, view.top + view.height + BEYOND) + 1), tops, height };
}

/** The line at a height, by halving. */
function lineAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle]! <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
