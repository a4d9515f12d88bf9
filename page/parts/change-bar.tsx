import { number } from "../words.ts";

export interface ChangeBarProps {
  readonly additions: number;
  readonly deletions: number;
  /** Lines of the longest bar. */
  readonly most: number;
}

/**
 * Added and removed lines as numbers and as a bar. By the square root, so that small changes beside large ones can be
 * seen.
 */
export function ChangeBar({ additions, deletions, most }: ChangeBarProps) {
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
