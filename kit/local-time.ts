/** Formats a time as `2030-01-31 14:05:09`, in the person's time zone. */
export function localTime(time: string): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}
