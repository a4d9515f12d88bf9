/** What `toISOString` says, of the years 0 to 9999. Spelled by hand: the first call of that costs a hook 0.2 ms. */
export function isoTime(date: Date): string {
  const pad = (value: number, length = 2): string => String(value).padStart(length, "0");
  const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  const time = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
  return `${day}T${time}.${pad(date.getUTCMilliseconds(), 3)}Z`;
}
