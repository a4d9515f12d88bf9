/** What `toISOString` says, of the years 0 to 9999. Spelled by hand: the first call of that costs a hook 0.2 ms. */
export function isoTime(date: Date): string {
  const pad = (value: number, length: number): string => String(value).padStart(length, "0");
  const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
  return `${day}T${pad(date.getUTCHours(), 2)}:${pad(date.getUTCMinutes(), 2)}:${pad(date.getUTCSeconds(), 2)}.${pad(date.getUTCMilliseconds(), 3)}Z`;
}
