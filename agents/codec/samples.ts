import type { JsonObject } from "../../kit/json.ts";

/** The data of the shell call in the sample payloads. */
export interface SampleCall {
  readonly cwd: string;
  readonly home: string;
  readonly session: string;
  readonly command: string;
  readonly output: string;
  readonly time: Date;
}

type Payload = (call: SampleCall) => JsonObject;

/**
 * Payloads of an agent before and after a call of its shell, as it sends them, for doctor's trial of a registered hook.
 */
export interface Samples {
  readonly before: readonly [event: string, payload: Payload];
  /** Another event with the same payload, for which the agent expects another form of answer. */
  readonly beforeToo?: string;
  /** Absent if no event of the agent holds a tool's output. */
  readonly after?: readonly [event: string, payload: Payload];
  /** Variables that the agent sets for its hooks. */
  readonly env?: (call: Pick<SampleCall, "cwd">) => Readonly<Record<string, string>>;
}

/**
 * Samples with Claude Code's names of fields, which a dozen agents use. `more` returns an agent's own fields of both
 * payloads, `output` the additional fields of the payload after the tool.
 */
export function samplePair(
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

export const AROUND_TOOL = ["PreToolUse", "PostToolUse"] as const;
export const timeOf = ({ time }: SampleCall): string => time.toISOString();
export const claudeProject = ({ cwd }: Pick<SampleCall, "cwd">): Record<string, string> => ({
  CLAUDE_PROJECT_DIR: cwd,
});

export const geminiOutput: Payload = ({ command, output }) => ({
  tool_response: { llmContent: `Command: ${command}\nOutput: ${output}\nExit Code: 0`, returnDisplay: output },
});
