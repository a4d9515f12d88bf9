import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { faultInPattern, parsePattern } from "./approve-calls/call-pattern.ts";
import { isNamedCall } from "./approve-calls/is-named-call.ts";
import type { Call } from "./call.ts";

/**
 * Approves a permission request if every command of the call begins like one of the arguments, and the call does
 * nothing else. It never denies a call: about any call that it does not approve, the agent asks the user. If a guard
 * objects to the call, the objection wins, whatever the order of the guard and this builtin in the settings.
 */
export default function approveCalls(event: HookEvent<"permission_request">, call: Call): Outcome {
  if (faultIn(call.args) !== undefined) return nothing; // the fault is reported when the settings are read
  const isNamed = isNamedCall(event, call.args.map(parsePattern), call.io);
  return isNamed ? { verdict: { kind: "allow", reason: "approve_calls names this call" } } : nothing;
}

export function faultIn(args: readonly string[]): string | undefined {
  if (args.length === 0)
    return "approve_calls takes how commands begin, each in one text. Write for instance: approve_calls 'npm test'";
  return args.map(faultInPattern).find((fault) => fault !== undefined);
}
