import type { Line } from "./group-rows.ts";

export interface TreePlace {
  readonly lines: readonly Line[];
  /** The active line, or -1. */
  readonly at: number;
  /** Lines of a page. */
  readonly page: number;
  readonly goTo: (at: number) => void;
  readonly onToggle: (key: string, open: boolean) => void;
  readonly onOpen: (id: string) => void;
}

/** What each key does in the tree, as the ARIA practices for trees have it; `j` and `k` walk as well. */
export function treeKeys({ lines, at, page, goTo, onToggle, onOpen }: TreePlace): ReadonlyMap<string, () => void> {
  const line = lines[at];
  const enter = () => {
    if (line?.row) onOpen(line.row.id);
    else if (line) onToggle(line.key, !line.isOpen);
  };
  const open = () => {
    if (line?.isOpen) goTo(at + 1);
    else if (line && line.children > 0) onToggle(line.key, true);
  };
  const close = () => {
    if (line?.isOpen) onToggle(line.key, false);
    else if (line?.parent !== undefined) goTo(lines.findIndex(({ key }) => key === line.parent));
  };
  const [next, previous] = [() => goTo(at + 1), () => goTo(at - 1)];
  return new Map([
    ["ArrowDown", next],
    ["j", next],
    ["ArrowUp", previous],
    ["k", previous],
    ["Home", () => goTo(0)],
    ["End", () => goTo(lines.length - 1)],
    ["PageDown", () => goTo(at + page)],
    ["PageUp", () => goTo(at - page)],
    ["ArrowRight", open],
    ["ArrowLeft", close],
    ["Enter", enter],
    [" ", enter],
  ]);
}
