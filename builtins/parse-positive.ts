/**
 * A whole number above zero and below 2^63 in decimal digits, a plus sign allowed: `7`, `+4`, `007`. Blanks, fractions
 * and other bases are refused. Above 2^53 it is the nearest number that there is.
 */
export function parsePositive(text: string | undefined): number | undefined {
  if (text === undefined || !/^\+?\d+$/.test(text)) return undefined;
  const value = BigInt(text);
  return value > 0n && value < 1n << 63n ? Number(value) : undefined;
}
