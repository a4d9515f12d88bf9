import { readFileSync, writeSync } from "node:fs";

/**
 * Patterns for payloads of any agent: `ASKS` matches an event of a tool or a prompt, the second one the end of a turn
 * or session. The launchers contain both patterns.
 */
const ASKS = /"(?:tool_name|toolName|prompt)"/;
const ENDS = /Stop"|"stop|AfterAgent"|essionEnd"/;

/**
 * Refuses an event that the program cannot answer, because one of the program's own files is damaged.
 * @returns the exit code: 2; at the end of a turn or session 1, because a refusal there would make some agents go on
 * forever
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
