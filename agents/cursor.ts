import { asString, type Json, type JsonObject } from "../kit/json.ts";
import { CLAUDE_FIELDS, fields, parsed } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { samplePair, claudeProject } from "./codec/samples.ts";
import { textOfOutput } from "./codec/output-text.ts";

/**
 * Cursor: camelCase events, flat answers in snake_case. If the JSON of an answer cannot be parsed, a permission event
 * is refused (documentation and second hand, 2026-09).
 */
export default defineAgent({
  name: "cursor",
  title: "Cursor",
  traces: { programs: ["cursor-agent"], variables: ["CURSOR_AGENT"] },
  evidence: {
    mark: "documentation",
    failing: { exit2: "refused", crash: "depends", late: "depends" },
    release: "2026.09",
    probe: { tool_name: "MCP:any" },
    probed: "MCP tools",
    notes: [
      "An entry's `failClosed: true`, which `install` writes, refuses where its hook fails or is late.",
      "Output is rewritten for MCP tools only; of other tools, reading a file can be refused.",
      "It also runs what is registered for Claude Code.",
    ],
  },
  owns: (raw) => "cursor_version" in raw || ("conversation_id" in raw && "generation_id" in raw),
  // According to Cursor's documentation.
  tells: ["AGENTS.md"],
  events: {
    sessionStart: { is: ["session_start"], context: true },
    beforeSubmitPrompt: { is: PROMPT, refusal: true },
    preToolUse: { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" },
    // `adjust` allows the rewrite for MCP tools only.
    postToolUse: {
      is: AFTER_TOOL,
      context: true,
      rewrite: ["toolResponse"],
      tellsOf: "success",
      opens: ["turn_start"],
    },
    postToolUseFailure: { is: AFTER_TOOL, tellsOf: "failure" },
    beforeShellExecution: { is: BEFORE_TOOL, refusal: true },
    beforeMCPExecution: { is: BEFORE_TOOL, refusal: true },
    // Holds a file's content before the model reads it. Only at this event can a hook refuse a read because of the
    // content.
    beforeReadFile: { is: ["tool_response_transform"], refusal: true, tellsOf: "success" },
    afterFileEdit: { is: ["post_tool_use"] },
    stop: { is: TURN_END },
    subagentStop: { is: ["subagent_stop"] },
    sessionEnd: { is: ["session_end"] },
    preCompact: { is: ["pre_compact"], losesContext: true },
  },
  eventName: (raw, given) => camel(asString(raw["hook_event_name"]) || given || ""),
  read: (raw, wireName) => {
    const toolResponse = wireName === "postToolUse" ? parsed(raw["tool_output"]) : undefined;
    return {
      ...fields(raw, {
        ...CLAUDE_FIELDS,
        sessionId: ["conversation_id", "session_id"],
        cwd: ["cwd", "workspace_roots.0"],
        roots: "workspace_roots", // outside of shell events `cwd` is ""
        promptId: "generation_id",
        toolResponse: wireName === "beforeReadFile" ? "content" : "error_message",
      }),
      ...(wireName === "beforeShellExecution" && { toolInput: { command: raw["command"] ?? "" }, toolName: "Shell" }),
      ...(wireName === "beforeReadFile" && { toolInput: { file_path: raw["file_path"] ?? "" }, toolName: "Read" }),
      ...(toolResponse !== undefined && { toolResponse }),
    };
  },
  adjust: (capabilities, wireName, raw) =>
    wireName === "postToolUse" && !isMcp(raw) ? { ...capabilities, rewrite: [] } : capabilities,
  answer: {
    refusal: {
      beforeSubmitPrompt: (reason) => ({ continue: false, user_message: reason }),
      beforeReadFile: (reason) => ({ permission: "deny", user_message: reason }),
      "*": (reason, _kind, _wireName, { person = reason }) => ({
        permission: "deny",
        user_message: person,
        agent_message: reason,
      }),
    },
    toolInput: (input) => ({
      permission: "allow", // the user's own list of allowed commands still applies
      updated_input: input,
    }),
    toolResponse: (response) => ({ updated_mcp_tool_output: asContent(response) }),
    context: "additional_context",
  },
  guardEvent: "preToolUse",
  openExit: 0,
  samples: {
    ...samplePair(
      ["preToolUse", "postToolUse"],
      "Shell",
      ({ session, cwd }) => ({
        conversation_id: session,
        generation_id: "g1",
        model: "sample",
        cursor_version: "2026.09",
        workspace_roots: [cwd],
        user_email: null,
        transcript_path: null,
        tool_use_id: "t1",
      }),
      ({ output }) => ({ tool_output: output, duration: 12 }),
    ),
    env: ({ cwd }) => ({ ...claudeProject({ cwd }), CURSOR_PROJECT_DIR: cwd, CURSOR_VERSION: "2026.09" }),
  },
});

/** Cursor's camelCase name for an event of Claude Code, since Cursor runs hooks that are registered for Claude Code. */
function camel(name: string): string {
  if (name === "UserPromptSubmit") return "beforeSubmitPrompt";
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function isMcp(raw: JsonObject): boolean {
  return /^mcp/i.test(asString(raw["tool_name"]) ?? "");
}

/** A result in the form of MCP. */
function asContent(value: Json): Json {
  const isResult = typeof value === "object" && value !== null && "content" in value;
  return isResult ? value : { content: [{ type: "text", text: textOfOutput(value) }] };
}
