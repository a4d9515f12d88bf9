import { counted, day, number, shortDay } from "../words.ts";

const HEIGHT = 120;

export interface DayBarsProps {
  /** Oldest first. */
  readonly days: readonly string[];
  readonly countOf: (day: string) => number;
  readonly chosen: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

/** A bar for each day; a press shows that day alone. */
export function DayBars({ days, countOf, chosen, onChoose }: DayBarsProps) {
  const counts = days.map(countOf);
  const most = Math.max(1, ...counts);
  return (
    <div class="day-bars" role="group" aria-label={`Redactions on each of ${days.length} days`}>
      {days.map((one, at) => {
        const count = counts[at]!;
        const tall = count === 0 ? 2 : Math.max(5, (count / most) * (HEIGHT - 18));
        return (
          <button
            key={one}
            type="button"
            class={one === chosen ? "day-bar chosen" : "day-bar"}
            aria-pressed={one === chosen}
            disabled={count === 0}
            aria-label={`${counted(count, "redaction")}, ${day(one)}`}
            title={`${day(one)}: ${number(count)}`}
            onClick={() => onChoose(one === chosen ? undefined : one)}
          >
            {count > 0 && <span class="day-count">{number(count)}</span>}
            <span class={count === 0 ? "day-fill none" : "day-fill"} style={{ height: `${tall}px` }} />
            <span
              class="day-name"
              data-name={at % 7 === days.length % 7 || at === days.length - 1 ? shortDay(one) : ""}
            />
          </button>
        );
      })}
    </div>
  );
}
