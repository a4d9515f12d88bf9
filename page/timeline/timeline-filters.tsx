import { Picture } from "../parts/icons.tsx";
import { shortSession } from "../words.ts";

export interface TimelineFiltersProps {
  readonly path: string;
  readonly onPath: (path: string) => void;
  /** All that there are, and the one that is chosen, or "". */
  readonly sessions: readonly string[];
  readonly session: string;
  readonly onSession: (session: string) => void;
}

/** Narrows the timeline down to a path, and to one session where there are several. */
export function TimelineFilters({ path, onPath, sessions, session, onSession }: TimelineFiltersProps) {
  return (
    <div class="filters">
      <label class="field search">
        <span class="hidden">Only checkpoints that changed this path</span>
        <Picture name="search" />
        <input
          type="search"
          id="path-filter"
          placeholder="Filter by path"
          value={path}
          onInput={(event) => onPath(event.currentTarget.value.trim())}
        />
      </label>
      {sessions.length > 1 && (
        <label class="field">
          <span class="hidden">Session</span>
          <select value={session} onChange={(event) => onSession(event.currentTarget.value)}>
            <option value="">All sessions</option>
            {sessions.map((id) => (
              <option key={id} value={id}>
                {shortSession(id)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
