import type { LogEntry } from "../../builtins/event-log/entry.ts";
import { appendLine, logFileOf } from "../../builtins/event-log/log-file.ts";
import type { Io } from "../../kit/io.ts";

type Event = Omit<LogEntry, "time" | "agent" | "session">;

const before = { event: "PreToolUse", canonical: ["pre_tool_use"], tool: "Bash" };
const after = { event: "PostToolUse", canonical: ["tool_response_transform", "post_tool_use"], tool: "Bash" };

/** The log entries of a turn. */
const EVENTS: readonly Event[] = [
  { event: "UserPromptSubmit", canonical: ["user_prompt_submit", "turn_start"], sizes: { prompt: 148 } },
  { ...before, command: "npm test -- --run cart", sizes: { input: 42 } },
  { ...after, command: "npm test -- --run cart", sizes: { input: 42, output: 3914 } },
  {
    ...before,
    command: "rm -rf ~",
    verdict: "deny",
    reason: "snapveil stopped `rm -rf ~`: it deletes a whole disk, a home folder, the system, or this project.",
  },
  { ...after, command: "cat config/staging.env", rewrites: ["toolResponse"], sizes: { input: 31, output: 212 } },
  {
    ...after,
    event: "PostToolUseFailure",
    command: "curl -H 'Authorization: Bearer [REDACTED]' localhost",
    error: true,
  },
  { event: "Stop", canonical: ["turn_end", "stop"], usage: { input_tokens: 18_204, output_tokens: 931 }, cost: 0.07 },
];

/** Writes log entries as the hooks of a turn would. */
export async function logTurn(io: Io, turn: number, session: string): Promise<void> {
  const events = EVENTS.filter((_, at) => at === 0 || (turn * 5 + at * 3) % 7 < 4);
  for (const event of events) {
    const entry: LogEntry = { time: io.now().toISOString(), agent: "claude-code", session, ...event };
    await appendLine(io, logFileOf([], io)!, `${JSON.stringify(entry)}\n`);
  }
}
