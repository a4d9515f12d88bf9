import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { faultInPattern, parsePattern } from "./approve-calls/call-pattern.ts";
import { isNamedCall } from "./approve-calls/is-named-call.ts";
import type { Call } from "./call.ts";

/**
 * Approves a call in the person's place if every command of it is one that they named, and nothing else is in it. It
 * never denies: about any other call the agent asks. A guard that objects is heard before, at any place in the
 * settings.
 */
export default function approveCalls(event: HookEvent<"permission_request">, call: Call): Outcome {
  if (faultIn(call.args) !== undefined) return nothing; // which the reading of settings reports
  const isNamed = isNamedCall(event, call.args.map(parsePattern), call.io);
  return isNamed ? { verdict: { kind: "allow", reason: "approve_calls names this call" } } : nothing;
}

export function faultIn(args: readonly string[]): string | undefined {
  if (args.length === 0)
    return "approve_calls takes how commands begin, each in one text. Write for instance: approve_calls 'npm test'";
  return args.map(faultInPattern).find((fault) => fault !== undefined);
}
