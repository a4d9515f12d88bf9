import { InvalidArgumentError } from "commander";

/** A whole number from the command line; commander turns the refusal into its sentence. */
export function parseNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
  return Number(text);
}

/** The same, but at least one. */
export function parseCount(text: string): number {
  const count = parseNumber(text);
  if (count < 1) throw new InvalidArgumentError("It is not a number above zero.");
  return count;
}
