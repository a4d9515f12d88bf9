import type { JsonObject } from "../kit/json.ts";

/** What a sample tells of: one call of the agent's shell. */
export interface SampleCall {
  readonly cwd: string;
  readonly home: string;
  readonly session: string;
  readonly command: string;
  readonly output: string;
  readonly time: Date;
}

type Payload = (call: SampleCall) => JsonObject;

/** An agent's events before and after a call of its shell, as it sends them. */
export interface Samples {
  readonly before: readonly [event: string, payload: Payload];
  /** Absent where no event shows what a tool printed. */
  readonly after?: readonly [event: string, payload: Payload];
  /** Variables that the agent sets for its hooks. */
  readonly env?: (call: Pick<SampleCall, "cwd">) => Readonly<Record<string, string>>;
}

/** Claude Code's fields, which a dozen agents took over; what is particular about an agent stands beside it. */
function pair(
  names: readonly [before: string, after: string],
  tool: string,
  more: Payload,
  output: Payload,
): Pick<Samples, "before" | "after"> {
  const base =
    (event: string): Payload =>
    (call) => ({
      hook_event_name: event,
      session_id: call.session,
      cwd: call.cwd,
      tool_name: tool,
      tool_input: { command: call.command },
      ...more(call),
    });
  return {
    before: [names[0], base(names[0])],
    after: [names[1], (call) => ({ ...base(names[1])(call), ...output(call) })],
  };
}

const PASCAL = ["PreToolUse", "PostToolUse"] as const;
const iso = ({ time }: SampleCall): string => time.toISOString();
const none: Payload = () => ({});
const project = ({ cwd }: Pick<SampleCall, "cwd">): Record<string, string> => ({ CLAUDE_PROJECT_DIR: cwd });

const claudeOutput: Payload = ({ output }) => ({
  tool_response: { stdout: output, stderr: "", interrupted: false, isImage: false, noOutputExpected: false },
  duration_ms: 12,
});
const claude = (folder: string): Samples => ({
  ...pair(
    PASCAL,
    "Bash",
    ({ home, session }) => ({
      transcript_path: `${home}/${folder}/projects/p/${session}.jsonl`,
      prompt_id: session,
      permission_mode: "default",
      effort: { level: "medium" },
      tool_use_id: "toolu_1",
    }),
    claudeOutput,
  ),
  env: project,
});
const shown: Payload = ({ command, output }) => ({
  tool_response: { llmContent: `Command: ${command}\nOutput: ${output}\nExit Code: 0`, returnDisplay: output },
});

/** By the name that `--agent` takes. */
export const SAMPLES: Readonly<Record<string, Samples>> = {
  "docker-agent": pair(
    ["pre_tool_use", "tool_response_transform"],
    "shell",
    () => ({ agent_name: "root", tool_use_id: "call_1", safety_policy: "balanced" }),
    ({ output }) => ({ tool_category: "shell", tool_response: output }),
  ),
  "claude-code": claude(".claude"),
  codebuddy: claude(".codebuddy"),
  qoder: claude(".qoder"),
  codex: pair(
    PASCAL,
    "Bash",
    ({ home, session }) => ({
      turn_id: session,
      transcript_path: `${home}/.codex/sessions/2026/01/02/rollout-${session}.jsonl`,
      model: "sample",
      permission_mode: "default",
      tool_use_id: "call_1",
    }),
    ({ output }) => ({ tool_response: output }),
  ),
  "gemini-cli": {
    ...pair(
      ["BeforeTool", "AfterTool"],
      "run_shell_command",
      (call) => ({ transcript_path: `${call.home}/.gemini/tmp/p/chats/session.jsonl`, timestamp: iso(call) }),
      shown,
    ),
    env: ({ cwd }) => ({ ...project({ cwd }), GEMINI_SESSION_ID: "sample", GEMINI_PROJECT_DIR: cwd }),
  },
  "qwen-code": {
    ...pair(
      PASCAL,
      "run_shell_command",
      (call) => ({
        transcript_path: `${call.home}/.qwen/projects/p/chats/${call.session}.jsonl`,
        timestamp: iso(call),
        permission_mode: "default",
        prompt_id: `${call.session}########0`,
        tool_use_id: "toolu_1",
        tool_call_id: "call_1",
      }),
      shown,
    ),
    env: ({ cwd }) => ({ ...project({ cwd }), QWEN_PROJECT_DIR: cwd, GEMINI_PROJECT_DIR: cwd }),
  },
  "copilot-cli": {
    before: ["preToolUse", (call) => copilot(call)],
    after: [
      "postToolUse",
      (call) => ({ ...copilot(call), toolResult: { resultType: "success", textResultForLlm: call.output } }),
    ],
    env: ({ cwd }) => ({ ...project({ cwd }), COPILOT_CLI: "1", COPILOT_PROJECT_DIR: cwd }),
  },
  "vscode-copilot": pair(
    PASCAL,
    "run_in_terminal",
    (call) => ({ timestamp: iso(call), transcript_path: `${call.home}/t.json`, tool_use_id: "call_1" }),
    ({ output }) => ({ tool_response: output }),
  ),
  cursor: {
    ...pair(
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
    env: ({ cwd }) => ({ ...project({ cwd }), CURSOR_PROJECT_DIR: cwd, CURSOR_VERSION: "2026.09" }),
  },
  openhands: {
    before: ["PreToolUse", (call) => openhands("PreToolUse", call, null)],
    after: [
      "PostToolUse",
      (call) => openhands("PostToolUse", call, { content: [{ type: "text", text: call.output }], is_error: false }),
    ],
  },
  cline: {
    before: ["PreToolUse", (call) => ({ ...clineBase(call), hookName: "tool_call", tool_call: clineCall(call) })],
    after: [
      "PostToolUse",
      (call) => ({
        ...clineBase(call),
        hookName: "tool_result",
        tool_result: {
          ...clineCall(call),
          output: [{ query: call.command, result: call.output, success: true }],
          durationMs: 12,
        },
      }),
    ],
  },
  "cline-vscode": {
    before: [
      "PreToolUse",
      (call) => ({
        ...clineEditor(call),
        hookName: "PreToolUse",
        preToolUse: { toolName: "execute_command", parameters: { command: call.command } },
      }),
    ],
    after: [
      "PostToolUse",
      (call) => ({
        ...clineEditor(call),
        hookName: "PostToolUse",
        postToolUse: {
          toolName: "execute_command",
          parameters: { command: call.command },
          result: call.output,
          success: true,
          executionTimeMs: 12,
        },
      }),
    ],
  },
  "kimi-code": pair(
    PASCAL,
    "Bash",
    () => ({ client_type: "kimi_code_cli", tool_call_id: "call_1" }),
    ({ output }) => ({ tool_output: output }),
  ),
  "kimi-cli": pair(
    PASCAL,
    "Bash",
    () => ({ tool_call_id: "call_1" }),
    ({ output }) => ({ tool_output: output }),
  ),
  kiro: {
    before: ["preToolUse", (call) => kiro("preToolUse", call)],
    after: [
      "postToolUse",
      (call) => ({ ...kiro("postToolUse", call), tool_response: { success: true, result: [call.output] } }),
    ],
  },
  "kiro-v3": pair(PASCAL, "shell", none, ({ output }) => ({ tool_response: { success: true, result: [output] } })),
  vibe: pair(
    ["pre_tool", "post_tool"],
    "bash",
    ({ home }) => ({
      transcript_path: `${home}/.vibe/logs/session/s/messages.jsonl`,
      parent_session_id: null,
      tool_call_id: "call_1",
    }),
    ({ output }) => ({
      tool_status: "success",
      tool_output: { stdout: output, returncode: 0 },
      tool_output_text: `stdout: ${output}`,
      tool_error: null,
      duration_ms: 12,
    }),
  ),
  crush: {
    before: [
      "PreToolUse",
      ({ session, cwd, command }) => ({
        event: "PreToolUse",
        session_id: session,
        cwd,
        tool_name: "bash",
        tool_input: { command },
      }),
    ],
    env: () => ({ CRUSH: "1" }),
  },
  hermes: pair(
    ["pre_tool_call", "post_tool_call"],
    "terminal",
    () => ({ profile: "default", extra: { tool_call_id: "t1" } }),
    ({ output }) => ({ extra: { tool_call_id: "t1", status: "ok", result: output } }),
  ),
  auggie: {
    before: ["PreToolUse", (call) => auggie("PreToolUse", call)],
    after: ["PostToolUse", (call) => ({ ...auggie("PostToolUse", call), tool_output: call.output, file_changes: [] })],
    env: ({ cwd }) => ({ AUGMENT_PROJECT_DIR: cwd, AUGMENT_HOOK_EVENT: "PreToolUse" }),
  },
  droid: {
    ...pair(
      PASCAL,
      "Execute",
      () => ({ permission_mode: "auto-low" }),
      ({ output }) => ({ tool_response: { output } }),
    ),
    env: ({ cwd }) => ({ ...project({ cwd }), DROID_PROJECT_DIR: cwd }),
  },
  grok: {
    before: ["PreToolUse", (call) => ({ ...grok(call), hookEventName: "pre_tool_use", hook_event_name: "PreToolUse" })],
    after: [
      "PostToolUse",
      (call) => ({
        ...grok(call),
        hookEventName: "post_tool_use",
        hook_event_name: "PostToolUse",
        toolResult: {
          type: "Bash",
          output: [],
          output_for_prompt: `exit: 0\n${call.output}`,
          exit_code: 0,
          command: call.command,
          truncated: false,
        },
        toolResultTruncated: false,
      }),
    ],
    env: ({ cwd }) => ({ ...project({ cwd }), GROK_HOOK_EVENT: "pre_tool_use" }),
  },
  windsurf: {
    before: [
      "pre_run_command",
      (call) => windsurf("pre_run_command", { command_line: call.command, cwd: call.cwd }, call),
    ],
    after: [
      "post_mcp_tool_use",
      (call) =>
        windsurf(
          "post_mcp_tool_use",
          { mcp_server_name: "s", mcp_tool_name: "t", mcp_tool_arguments: {}, mcp_result: call.output },
          call,
        ),
    ],
  },
  goose: {
    before: [
      "PreToolUse",
      ({ session, cwd, command }) => ({
        event: "PreToolUse",
        session_id: session,
        matcher_context: "developer__shell",
        tool_name: "developer__shell",
        tool_input: { command },
        tool_call_id: "t1",
        working_dir: cwd,
      }),
    ],
  },
  letta: {
    before: ["PreToolUse", (call) => letta("PreToolUse", call)],
    after: [
      "PostToolUse",
      (call) => ({ ...letta("PostToolUse", call), tool_result: { status: "success", output: call.output } }),
    ],
  },
  starchild: {
    before: ["pre_tool_call", (call) => starchild("pre_tool_call", call)],
    after: [
      "transform_tool_result",
      (call) => ({ ...starchild("transform_tool_result", call), tool_result: call.output }),
    ],
  },
  antigravity: {
    before: [
      "PreToolUse",
      ({ session, cwd, command }) => ({
        conversationId: session,
        workspacePaths: [cwd],
        transcriptPath: `${cwd}/t`,
        modelName: "auto",
        toolCall: { name: "run_command", args: { CommandLine: command, Cwd: cwd } },
        stepIdx: 1,
      }),
    ],
  },
  junie: {
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
  opencode: plugged(),
  kilo: plugged(),
  pi: plugged(["tool_call", "tool_result"], ({ output }) => ({ content: [{ type: "text", text: output }] })),
  devin: {
    ...pair(
      PASCAL,
      "exec",
      ({ session }) => ({ prompt_id: session }),
      ({ output }) => ({ tool_response: output }),
    ),
    env: ({ cwd }) => ({ DEVIN_PROJECT_DIR: cwd }),
  },
};

/** As our own plugins write them. */
function plugged(
  [before, after]: readonly [string, string] = ["tool.execute.before", "tool.execute.after"],
  response: (call: SampleCall) => JsonObject = ({ output }) => ({ title: "ls", output, metadata: { output } }),
): Samples {
  const base = (event: string, { session, cwd, command }: SampleCall): JsonObject => ({
    hook_event_name: event,
    session_id: session,
    cwd,
    tool_name: "bash",
    tool_use_id: "call_1",
    tool_input: { command },
  });
  return {
    before: [before, (call) => base(before, call)],
    after: [after, (call) => ({ ...base(after, call), tool_response: response(call) })],
  };
}

function copilot({ session, time, cwd, command }: SampleCall): JsonObject {
  return {
    sessionId: session,
    timestamp: time.getTime(),
    cwd,
    toolName: "bash",
    toolArgs: { command, description: "a sample" },
  };
}

function openhands(event: string, { session, cwd, command }: SampleCall, response: JsonObject | null): JsonObject {
  return {
    event_type: event,
    tool_name: "terminal",
    tool_input: { command },
    tool_response: response,
    message: null,
    session_id: session,
    working_dir: cwd,
    metadata: {},
  };
}

function clineBase(call: SampleCall): JsonObject {
  return {
    clineVersion: "",
    timestamp: iso(call),
    taskId: call.session,
    sessionContext: { rootSessionId: call.session },
    workspaceRoots: [call.cwd],
    userId: "u",
    agent_id: "a",
    parent_agent_id: null,
    iteration: 1,
  };
}

function clineCall({ command }: SampleCall): JsonObject {
  return { id: "call_1", name: "run_commands", input: { commands: [command] } };
}

function clineEditor({ session, cwd, time }: SampleCall): JsonObject {
  return {
    clineVersion: "4.1.13",
    timestamp: String(time.getTime()),
    taskId: session,
    workspaceRoots: [cwd],
    userId: "u",
    model: { provider: "p", slug: "m" },
  };
}

function kiro(event: string, { cwd, command }: SampleCall): JsonObject {
  return { hook_event_name: event, cwd, tool_name: "execute_bash", tool_input: { command } };
}

function auggie(event: string, { session, cwd, command }: SampleCall): JsonObject {
  return {
    hook_event_name: event,
    conversation_id: session,
    workspace_roots: [cwd],
    tool_name: "launch-process",
    tool_input: { command },
    is_mcp_tool: false,
  };
}

function grok(call: SampleCall): JsonObject {
  const { session, cwd, command } = call;
  return {
    sessionId: session,
    cwd,
    workspaceRoot: cwd,
    timestamp: iso(call),
    permissionMode: "default",
    toolName: "run_terminal_command",
    toolUseId: "call_1",
    toolInput: { command },
  };
}

function windsurf(event: string, info: JsonObject, call: SampleCall): JsonObject {
  return {
    agent_action_name: event,
    trajectory_id: call.session,
    execution_id: "e1",
    timestamp: iso(call),
    model_name: "sample",
    tool_info: info,
  };
}

function letta(event: string, { cwd, command }: SampleCall): JsonObject {
  return {
    event_type: event,
    working_directory: cwd,
    tool_name: "Bash",
    tool_input: { command },
    tool_call_id: "t1",
    agent_id: "a1",
  };
}

function starchild(event: string, { session, cwd, command }: SampleCall): JsonObject {
  return { event, session_id: session, agent_id: "a1", cwd, tool_name: "shell", tool_input: { command } };
}
