/** `[start, end)` of a value, without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
}

/** The most characters of a value that are read. */
export const MAX_VALUE = 4096;
