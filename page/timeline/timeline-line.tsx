import type { RowSize } from "../../web/ui/api.ts";
import { ChangeBar } from "../parts/changes.tsx";
import { Twist } from "../parts/controls.tsx";
import { Picture } from "../parts/icons.tsx";
import { ago, counted, moment, printable, shortSession, titleOf, togetherOf } from "../words.ts";
import type { Line } from "./group-rows.ts";

export interface TimelineLineProps {
  readonly line: Line;
  readonly size: RowSize | undefined;
  /** The paths that match the filter; `undefined` without a filter. */
  readonly matching: readonly string[] | undefined;
  readonly most: number;
  readonly now: number;
  readonly top: number;
  readonly height: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly isNew: boolean;
  readonly onPick: () => void;
  readonly onToggle: () => void;
}

/** A line of the tree. Its text, with some visually hidden words, is also its name for screen readers. */
export function TimelineLine({ line, size, matching, most, now, top, height, ...rest }: TimelineLineProps) {
  const { isSelected, isActive, isNew, onPick, onToggle } = rest;
  const { row, level, session, agent, children, isOpen } = line;
  const states = { selected: isSelected, active: isActive, undone: row?.undone, new: isNew };
  const classes = Object.entries(states).flatMap(([name, holds]) => (holds ? name : []));
  return (
    <div
      id={`line-${line.key}`}
      role="treeitem"
      class={["line", `level-${level}`, ...classes].join(" ")}
      aria-level={level}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-selected={isSelected}
      aria-expanded={children > 0 ? isOpen : undefined}
      style={{ top: `${top}px`, height: `${height}px` }}
      onClick={row ? onPick : onToggle}
    >
      {children > 0 ? (
        <span onClick={(event) => (event.stopPropagation(), onToggle())}>
          <Twist isOpen={isOpen} />
        </span>
      ) : (
        <span class="twist" />
      )}
      {row ? (
        <LineOfRow row={row} size={size} matching={matching} calls={children} most={most} now={now} />
      ) : (
        <span class="line-session">
          Session <strong>{shortSession(session)}</strong>{" "}
          {agent !== undefined && <span class="line-agent">{printable(agent)}</span>}{" "}
          <span class="line-calls">{counted(children, "checkpoint")}</span>
        </span>
      )}
    </div>
  );
}

interface LineOfRowProps extends Pick<TimelineLineProps, "size" | "matching" | "most" | "now"> {
  readonly row: NonNullable<Line["row"]>;
  /** The number of a turn's tool calls. */
  readonly calls: number;
}

function LineOfRow({ row, size, matching, calls, most, now }: LineOfRowProps) {
  return (
    <>
      <span class={`scope scope-${row.scope}`}>
        <Picture name={row.scope} />
      </span>
      <span class="line-text">
        <span class="line-title">
          <span class="line-name" title={titleOf(row)}>
            {titleOf(row)}
          </span>
          {row.undone && <span class="tag">undone</span>}
          {size?.undoneInPart !== undefined && (
            <span class="tag" title={size.undoneInPart}>
              {size.undoneInPart.replace(/:.*/s, "")}
            </span>
          )}
          {row.open && <span class="tag">open</span>}
          <time class="line-time" dateTime={row.at} title={moment(row.at)}>
            {ago(row.at, now)}
          </time>
        </span>
        <span class="line-below">
          {row.repository !== undefined && row.scope !== "tool" && (
            <span class="line-calls">{printable(row.repository)}</span>
          )}
          {row.together && (
            <span class="line-calls" title={togetherOf(row.together)}>
              {withOthers(row.together)}
            </span>
          )}
          {calls > 0 && <span class="line-calls">{counted(calls, "call")}</span>}
          <span class="line-paths">{describePaths(size, row.scope, matching)}</span>
          {size && size.additions + size.deletions > 0 ? <ChangeBar {...size} most={most} /> : <span class="change" />}
        </span>
      </span>
    </>
  );
}

function withOthers([first = "", ...more]: readonly string[]): string {
  return `with ${first === "." ? "the top" : printable(first)}${more.length > 0 ? ` +${more.length}` : ""}`;
}

/** The names of the first changed files; if a filter is set, of the first files that match it. */
function describePaths(size: RowSize | undefined, scope: string, matching?: readonly string[]): string {
  if (!size) return "…";
  if (matching) return describePaths({ ...size, paths: matching.slice(0, 3) }, scope);
  if (size.files === 0) return scope === "manual" ? "a mark; nothing had changed" : "no files";
  const names = size.paths.map((path) => printable(path.slice(path.lastIndexOf("/") + 1)));
  const more = size.files - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
