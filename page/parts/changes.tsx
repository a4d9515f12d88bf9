import type { ShownChange } from "../../web/ui/api.ts";
import { number } from "../words.ts";

/** A word for each kind of change of a file. `STATUS_SIGNS` has a letter for each. */
export const STATUS_WORDS = {
  added: "created",
  modified: "changed",
  deleted: "deleted",
  mode: "mode changed",
  renamed: "renamed",
} as const;
export const STATUS_SIGNS = { added: "A", modified: "M", deleted: "D", mode: "x", renamed: "R" } as const;

/** Numbers of added and deleted lines. An absent number counts as 0. */
export type ShownCounts = Pick<ShownChange, "additions" | "deletions">;

export function sumOf(all: readonly ShownCounts[]): Required<ShownCounts> {
  const sum = (key: keyof ShownCounts) => all.reduce((total, one) => total + (one[key] ?? 0), 0);
  return { additions: sum("additions"), deletions: sum("deletions") };
}

/** The most changed lines in one of the changes, at least 1. The bars use it as their scale. */
export function mostOf(all: readonly (ShownCounts | undefined)[]): number {
  return all.reduce((most, one) => Math.max(most, (one?.additions ?? 0) + (one?.deletions ?? 0)), 1);
}

export function Counts({ additions = 0, deletions = 0 }: ShownCounts) {
  return (
    <>
      <span class="added">+{number(additions)}</span> <span class="removed">−{number(deletions)}</span>
    </>
  );
}

/**
 * The numbers of added and deleted lines, with a bar. The bar's length grows with the square root of the number, so
 * that small changes stay visible beside large ones.
 */
export function ChangeBar({ additions = 0, deletions = 0, most }: ShownCounts & { readonly most: number }) {
  const total = additions + deletions;
  const width = total === 0 ? 0 : Math.max(4, Math.round(48 * Math.sqrt(total / Math.max(most, total))));
  const added = total === 0 ? 0 : Math.round((width * additions) / total);
  return (
    <span class="change">
      <span class="added">
        +{number(additions)}
        <span class="hidden"> lines added,</span>
      </span>{" "}
      <span class="removed">
        −{number(deletions)}
        <span class="hidden"> removed</span>
      </span>
      <svg class="change-bar" width="48" height="6" aria-hidden="true">
        <rect class="fill-track" width="48" height="6" rx="1" />
        <rect class="fill-added" width={added} height="6" rx="1" />
        <rect class="fill-removed" x={added} width={width - added} height="6" rx="1" />
      </svg>
    </span>
  );
}
