import { InvalidArgumentError } from "commander";

/** Parses a whole number. @throws InvalidArgumentError, from which commander makes a message */
export function parseNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
  return Number(text);
}

/** Parses a whole number above zero. @throws InvalidArgumentError, from which commander makes a message */
export function parseCount(text: string): number {
  const count = parseNumber(text);
  if (count < 1) throw new InvalidArgumentError("It is not a number above zero.");
  return count;
}

/** Unit → milliseconds. */
const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A date, or a date and time with a time zone, as in RFC 3339. */
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?$/i;

/**
 * The milliseconds of a duration such as `90s` or `1h30m`, at most a year; `undefined` if the text is no such duration.
 */
export function parseSpan(text: string): number | undefined {
  const parts = /^(?:\d{1,6}[smhd]){1,4}$/.test(text) ? (text.match(/\d+[smhd]/g) ?? []) : [];
  const sum = parts.reduce(
    (time, part) => time + Number(part.slice(0, -1)) * UNITS[part.at(-1) as keyof typeof UNITS],
    0,
  );
  return sum > 0 && sum <= 366 * UNITS.d ? sum : undefined;
}

/**
 * Parses a duration before `now` (`2h`) or a time of RFC 3339.
 * @throws InvalidArgumentError, from which commander makes a message
 */
export function parseSince(text: string, now: Date): Date {
  const span = parseSpan(text);
  const time = span !== undefined ? now.getTime() - span : MOMENT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError("It is neither a time such as 30m, 2h or 3d, nor one such as 2026-01-31T08:00:00Z.");
  return new Date(time);
}
