/** A whole number above zero in decimal digits, a plus sign allowed: `7`, `+4`, `007`. Blanks, fractions and other bases are refused. */
export function parsePositive(text: string | undefined): number | undefined {
  if (text === undefined || !/^\+?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value > 0 && Number.isSafeInteger(value) ? value : undefined;
}
