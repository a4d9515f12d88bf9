import { readFileSync, writeSync } from "node:fs";

/**
 * An event of a tool or of a prompt, in any agent's words; the next pattern is for the end of a turn or session. The
 * launchers have the same patterns.
 */
const ASKS = /"(?:tool_name|toolName|prompt)"/;
const ENDS = /Stop"|"stop|AfterAgent"|essionEnd"/;

/**
 * Refuses an event that the program cannot read, since one of its own files is damaged.
 * @returns the exit code. A refusal at the end of a turn would make some agents go on for ever
 */
export function refuseUnread(): number {
  writeSync(
    2,
    "snapveil: a file of the program is damaged, so it cannot guard this session and lets nothing through. " +
      "Run snapveil install again, or install the package anew.\n",
  );
  const event = readEvent();
  return !ASKS.test(event) && ENDS.test(event) ? 1 : 2;
}

function readEvent(): string {
  try {
    return readFileSync(0, "utf8");
  } catch {
    return "";
  }
}
