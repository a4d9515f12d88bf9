// One event of Claude Code's, given to a command hook, and what the answer means there.
import { spawnSync } from "node:child_process";

const PATIENCE = 60_000;

/** Starts a hook command with an event in a folder. Returns its answer. */
export function askHook(tool, place, event) {
  const { status, stdout, stderr, error } = spawnSync("/bin/sh", ["-c", tool.hook], {
    cwd: place.repo,
    env: { ...place.env, ...tool.env },
    input: JSON.stringify({
      session_id: "eval",
      transcript_path: "",
      cwd: place.repo,
      permission_mode: "default",
      ...event,
    }),
    encoding: "utf8",
    timeout: PATIENCE,
  });
  if (error) throw error;
  return { status, stderr, answer: parsed(stdout) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Whether a call of the shell is denied or asked about before it runs. */
export function isStopped(tool, place, command) {
  const { status, answer } = askHook(tool, place, {
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_use_id: "call",
    tool_input: { command },
  });
  const decision = answer.hookSpecificOutput?.permissionDecision ?? answer.decision;
  return status === 2 || answer.continue === false || ["deny", "ask", "block"].includes(decision);
}

/** What the model gets of a command's output. Claude Code takes the new output out of `updatedToolOutput` alone. */
export function outputFor(tool, place, command, output) {
  const { answer } = askHook(tool, place, {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_use_id: "call",
    tool_input: { command },
    tool_response: { stdout: output, stderr: "", interrupted: false, isImage: false },
  });
  const updated = answer.hookSpecificOutput?.updatedToolOutput;
  return updated === undefined ? output : (updated.stdout ?? JSON.stringify(updated));
}
