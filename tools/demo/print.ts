import { writeSync } from "node:fs";
import { styleText } from "node:util";

const colours =
  process.env["NO_COLOR"] === undefined && (process.stdout.isTTY || process.env["FORCE_COLOR"] !== undefined);
const paint = (mark: "bold" | "dim" | "red" | "green" | "cyan") => (text: string) =>
  colours ? styleText(mark, text, { validateStream: false }) : text;

export const bold = paint("bold");
export const dim = paint("dim");
export const red = paint("red");
export const green = paint("green");
const cyan = paint("cyan");

const secrets: string[] = [];

/** Registers an invented secret, so that `shortened` never prints it whole. */
export function hide(secret: string): string {
  secrets.push(secret);
  return secret;
}

/** Prints a line synchronously, so that nothing is lost if the output is a pipe. */
export function line(text = ""): void {
  writeSync(1, `${text}\n`);
}

export function heading(number: number, text: string): void {
  line();
  line(bold(cyan(`${number}. ${text}`)));
}

/** Prints a text indented, with bold markers, cut to the terminal's width and a number of lines. */
export function quote(text: string, lines = 12): void {
  const all = text.split("\n");
  for (const one of all.slice(0, lines))
    line(`   ${dim("│")} ${shortened(one).replace(/\[REDACTED[^\]]*\]/g, (marker) => bold(green(marker)))}`);
  if (all.length > lines) line(`   ${dim(`│ … ${all.length - lines} more lines`)}`);
}

/** Prints the old and the new version of a text. */
export function beforeAndAfter(before: string, after: string): void {
  if (before === after) return line(`   ${dim("=")} ${shortened(before)}`);
  line(`   ${red("−")} ${shortened(before)}`);
  line(`   ${green("+")} ${shortened(after).replace(/\[REDACTED[^\]]*\]/g, (marker) => bold(green(marker)))}`);
}

/**
 * Shortens a text to a line and removes the middle of invented secrets, so that a picture of the demo does not look
 * like a leak.
 */
function shortened(text: string): string {
  const masked = secrets.reduce(
    (line, secret) => line.replaceAll(secret, `${secret.slice(0, 8)}…${secret.slice(-2)}`),
    text,
  );
  return masked.length > 100 ? `${masked.slice(0, 97)}…` : masked;
}
