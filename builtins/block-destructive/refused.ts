import type { HookEvent } from "../../agents/codec/hook-event.ts";
import type { Finding } from "./judge-script.ts";

/** An event before a tool's call. */
export type BeforeTool = HookEvent<"tool_input_transform" | "pre_tool_use" | "tool_guard">;

/** A command that is not to run: by a rule, or by a pattern of the settings alone. */
export interface Refused extends Pick<Finding, "command"> {
  readonly finding?: Finding;
  readonly verdict: "ask" | "deny";
}
