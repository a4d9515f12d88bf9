import type { Level } from "./rule.ts";

export interface Wanted {
  readonly level: Level;
  /** Absent: what is catastrophic is denied, and anything else asked about. */
  readonly verdict?: "ask" | "deny";
}

/** `[catastrophic|all] [ask|deny]`. @returns a sentence where the words are none of these */
export function parseArguments(args: readonly string[]): Wanted | string {
  const [level = "catastrophic", verdict, ...rest] = args;
  const isLevel = level === "catastrophic" || level === "all";
  if (!isLevel || (verdict !== undefined && verdict !== "ask" && verdict !== "deny") || rest.length > 0)
    return (
      'block_destructive takes "catastrophic" or "all", and behind it "ask" or "deny". ' +
      "Write for instance: block_destructive all ask"
    );
  return { level, ...(verdict !== undefined && { verdict }) };
}
