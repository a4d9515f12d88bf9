import { claudeFields } from "./codec/fields.ts";
import { BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";

/** Junie CLI. Of its answers only exit code 2 is known; it has no event after a tool (second hand). */
export default defineAgent({
  name: "junie",
  title: "Junie",
  traces: { programs: ["junie"] },
  evidence: {
    mark: "second hand",
    failing: { exit2: "refused", crash: "depends", late: "not known" },
    notes: [
      "It has no event after a tool.",
      "An entry's `blockOnError`, which `install` writes, refuses where its hook fails.",
    ],
  },
  owns: (raw) => "project_path" in raw,
  events: {
    SessionStart: { is: ["session_start"] },
    UserPromptSubmit: { is: PROMPT },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PermissionRequest: { is: ["permission_request"] },
    Stop: { is: TURN_END },
    StopFailure: { is: TURN_END },
    SessionEnd: { is: ["session_end"] },
  },
  read: claudeFields,
  answer: { refusal: "exit" },
  openExit: 0, // with `blockOnError` Junie takes any other code as a denial
  samples: {
    before: [
      "PreToolUse",
      (call) => ({
        hook_event_name: "PreToolUse",
        session_id: call.session,
        cwd: call.cwd,
        project_path: call.cwd,
        tool_name: "bash",
        tool_input: { command: call.command },
      }),
    ],
  },
});
