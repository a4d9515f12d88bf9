import { ALNUM, DASH, DIGIT, runEnd, runStart, UNDERSCORE } from "../charset.ts";
import { isRandom } from "../judge/is-random.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** `:A` in a Telegram bot's token: its number before, 34 or 35 characters behind. */
export function readTelegram(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const number = runStart(text, start, DIGIT, Math.max(0, start - 16));
  if (start - number < 5 || text[end - 1] !== "A") return;
  const close = runEnd(text, end, ALNUM | DASH | UNDERSCORE, end + 40);
  if (close - end < 33 || close - end > 36) return;
  const body = text.slice(end - 1, close);
  // A number and 35 characters behind `:A` are hardly anything else, so a row of letters will do, as tests have it.
  if ((isRandom(body) || /([A-WYZa-wyz])\1{7}|abcdef|ABCDEF/.test(body)) && !isPlaceholder(body))
    note(scan, "telegram-token", number, close, "high");
}
