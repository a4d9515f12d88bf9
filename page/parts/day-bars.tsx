import { counted, day, number, shortDay } from "../words.ts";

/** The height of the highest bar, in units of the SVG drawing. */
const TALLEST = 102;

interface DayBarsProps {
  /** The days, oldest first. */
  readonly days: readonly string[];
  /** The count of each day, in the order of `days`. */
  readonly counts: readonly number[];
  /** The noun for the counts, in the singular. */
  readonly what: string;
  readonly chosen: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

/** A bar for each day. A press filters the rows by that day. */
export function DayBars({ days, counts, what, chosen, onChoose }: DayBarsProps) {
  const most = Math.max(1, ...counts);
  const isNamed = (at: number) => at % 7 === days.length % 7 || at === days.length - 1;
  return (
    <div class="day-bars" role="group" aria-label={`${what}s on each of ${days.length} days`}>
      {days.map((one, at) => {
        const count = counts[at]!;
        const tall = count === 0 ? 2 : Math.max(5, (count / most) * TALLEST);
        return (
          <button
            key={one}
            type="button"
            class={one === chosen ? "day-bar chosen" : "day-bar"}
            aria-pressed={one === chosen}
            disabled={count === 0}
            aria-label={`${counted(count, what)}, ${day(one)}`}
            title={`${day(one)}: ${number(count)}`}
            onClick={() => onChoose(one === chosen ? undefined : one)}
          >
            {count > 0 && <span class="day-count">{number(count)}</span>}
            <span class={count === 0 ? "day-fill none" : "day-fill"} style={{ height: `${tall}px` }} />
            <span class="day-name" data-name={isNamed(at) ? shortDay(one) : ""} />
          </button>
        );
      })}
    </div>
  );
}

/** The last `count` days in UTC, oldest first, as `2026-01-31`. */
export function lastDays(count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.now() - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );
}
