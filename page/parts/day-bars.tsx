import { counted, day, number, shortDay } from "../words.ts";

/** Units of the highest bar. */
const TALLEST = 102;

interface DayBarsProps {
  /** The days, oldest first. */
  readonly days: readonly string[];
  /** The count of each day, in the order of `days`. */
  readonly counts: readonly number[];
  /** The unit of the counts, as a singular word. */
  readonly what: string;
  readonly chosen: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

/** A bar for each day; a press shows the rows of that day alone. */
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

/** The last days in UTC, as checkpoints are counted. */
export function lastDays(count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.now() - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );
}
