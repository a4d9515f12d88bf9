import { CALLS, PROMPT, type SessionCall } from "./session-calls.ts";
import { claudeCodeTool, dockerAgentTool } from "./session-tools.ts";

/** An event that the agent sends to its hooks, or the effect of a call on files as a shell command. */
export type Happening =
  | { readonly event: string; readonly tool?: string; readonly payload: object }
  | { readonly effect: string };

const SESSION = "a1b2c3d4-0000-4000-8000-000000000001";

/** Runs the redaction of a tool's output. Returns the new output; `undefined` if the hook leaves it unchanged. */
export type Redact = (payload: object) => string | undefined;

/**
 * The events of docker-agent from release 1.137 on, as its source sends them. A round is one request to the model and
 * the calls in its answer. The output of a command is sent in pieces and then whole; later requests to the model
 * contain the redacted output.
 */
export function dockerAgentSession(cwd: string, redact: Redact): Happening[] {
  const base = { session_id: SESSION, cwd, agent_name: "root" };
  const event = (name: string, more: object = {}) => ({
    event: name,
    payload: { ...base, hook_event_name: name, ...more },
  });
  const messages: object[] = [{ role: "user", content: PROMPT, created_at: "2026-11-26T10:00:00Z" }];
  const begin = (iteration: number) => [
    event("turn_start"),
    event("before_llm_call", { model_id: "anthropic/model", iteration, messages: [...messages] }),
  ];
  const rounds = CALLS.flatMap((call, at): Happening[] => {
    const { name, category, input } = dockerAgentTool(call, cwd);
    const id = `call_${at}`;
    const told = { tool_name: name, tool_use_id: id, tool_input: input, safety_policy: "autonomous" };
    const ofCall = (wireName: string, more: object) => ({
      ...event(wireName, { ...told, ...more }),
      tool: name,
    });
    const prints = outputOf(call);
    const pieces = call.does === "run" && call.pieces ? inPieces(prints, call.pieces) : [];
    const answers = (text: string) =>
      ofCall("tool_response_transform", { tool_category: category, tool_response: text });
    const kept = redact(answers(prints).payload) ?? prints;
    const before = begin(at + 1);
    const asked = { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
    messages.push({ role: "assistant", content: `Step ${at + 1}.`, tool_calls: [asked] });
    messages.push({ role: "tool", content: kept, tool_call_id: id });
    return [
      ...before,
      ofCall("tool_input_transform", { tool_category: category }),
      { effect: effectOf(call) },
      ...[...pieces, prints].map(answers),
      ofCall("post_tool_use", { tool_response: kept }),
      event("turn_end", { reason: "continue" }),
    ];
  });
  return [
    event("session_start", { source: "startup" }),
    event("user_prompt_submit", { prompt: PROMPT }),
    ...rounds,
    ...begin(CALLS.length + 1),
    event("turn_end", { reason: "normal" }),
    event("stop", { stop_response: "It is eight now, and all tests pass.", last_user_message: PROMPT }),
    event("session_end", { reason: "stream_ended" }),
  ];
}

/** Calls that run the tests, in a session of Claude Code, with the events before and after each. */
export function claudeCodeTests(cwd: string, count: number): Happening[] {
  const tests = CALLS.find((call) => call.does === "run" && call.command === "npm test")!;
  return claudeCodeEvents(cwd, Array<SessionCall>(count).fill(tests));
}

/** A hundred requests of docker-agent to the model, each with the hundred messages of a long session. */
export function dockerAgentRequests(cwd: string): Happening[] {
  const messages = Array.from({ length: 100 }, (_, at) => ({
    role: at % 2 ? "assistant" : "user",
    content: `Step ${at}. ${PROSE.repeat(10)}`,
  }));
  return dockerAgentEvents(cwd, "before_llm_call", (at) => ({ model_id: "anthropic/model", iteration: at, messages }));
}

/** A hundred outputs of a tool in docker-agent, each with 10 KB of prose. */
export function dockerAgentOutputs(cwd: string): Happening[] {
  const called = { tool_name: "read_file", tool_category: "filesystem", tool_input: { path: "NOTES.md" } };
  const prints = (at: number) => `Part ${at}.\n${PROSE.repeat(100)}`;
  return dockerAgentEvents(cwd, "tool_response_transform", (at) => ({
    ...called,
    tool_use_id: `call_${at}`,
    tool_response: prints(at),
  })).map((one) => ("event" in one ? { ...one, tool: called.tool_name } : one));
}

/** 100 bytes of text such as agents send: prose, code, paths, a hash, a number. */
export const PROSE =
  "Run npm test in packages/core, then look at line 42 of src/index.ts (commit 9fceb02d0ae598e95dc970b7).\n";

/** A hundred events of one kind after the beginning of a session. */
function dockerAgentEvents(cwd: string, name: string, fields: (at: number) => object): Happening[] {
  const base = { session_id: SESSION, cwd, agent_name: "root" };
  const event = (wireName: string, more: object) => ({
    event: wireName,
    payload: { ...base, hook_event_name: wireName, ...more },
  });
  return [
    event("session_start", { source: "startup" }),
    ...Array.from({ length: 100 }, (_, at) => event(name, fields(at))),
  ];
}

export function claudeCodeSession(cwd: string): Happening[] {
  return claudeCodeEvents(cwd, CALLS);
}

/** The events of Claude Code, with the fields recorded from release 2.1.330. */
function claudeCodeEvents(cwd: string, called: readonly SessionCall[]): Happening[] {
  const transcript = `${cwd}/../.claude/projects/-project/${SESSION}.jsonl`;
  const base = { session_id: SESSION, transcript_path: transcript, cwd };
  const event = (name: string, more: object = {}): Happening => ({
    event: name,
    payload: { ...base, hook_event_name: name, ...more },
  });
  const within = { prompt_id: "36d1e1f8-140d-4d43-b0f3-47dd6e3247e1", permission_mode: "acceptEdits" };
  const calls = called.flatMap((call, at): Happening[] => {
    const { name, input, response } = claudeCodeTool(call, cwd);
    const told = {
      ...within,
      effort: { level: "medium" },
      tool_name: name,
      tool_input: input,
      tool_use_id: `toolu_${at}`,
    };
    const shown = [{ tool_name: name, tool_input: input, tool_use_id: `toolu_${at}`, tool_response: outputOf(call) }];
    return [
      { ...event("PreToolUse", told), tool: name },
      { effect: effectOf(call) },
      { ...event("PostToolUse", { ...told, tool_response: response, duration_ms: 100 }), tool: name },
      event("PostToolBatch", { ...within, tool_calls: shown }),
    ];
  });
  return [
    event("SessionStart", { source: "startup" }),
    event("UserPromptSubmit", { ...within, prompt: PROMPT }),
    ...calls,
    event("Stop", { ...within, stop_hook_active: false, last_assistant_message: "It is eight now." }),
    event("SessionEnd", { reason: "other" }),
  ];
}

function outputOf(call: SessionCall): string {
  return "prints" in call ? call.prints : `The file ${call.path} was written.`;
}

/** The effect of a call on files, as a shell command. */
function effectOf(call: SessionCall): string {
  if (call.does === "edit") return `printf '// edited\\n' >> ${call.path}`;
  if (call.does === "write") return `printf '// new\\n' > ${call.path}`;
  return ":";
}

function inPieces(text: string, count: number): string[] {
  const length = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length));
}
