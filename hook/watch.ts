import type { Carriage } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import type { JsonFinding } from "../redactors/json/redact-json.ts";
import type { Step } from "./plan.ts";

/** Looks on while an event is answered. */
export interface Watch {
  /** Whether a builtin is really run; one that is not says nothing. */
  runs(step: Step, event: HookEvent): boolean;
  /** A builtin is not for this event, since the matchers of its entry do not fit; in words, which of them. */
  skips(step: Step, event: HookEvent, why: string): void;
  /** What redact_secrets found, before what it says of it. */
  found(findings: readonly JsonFinding[]): void;
  /** What a builtin could not judge, before what it says. */
  remark(sentence: string): void;
  says(step: Step, event: HookEvent, outcome: Outcome): void;
  /** What all of them wanted to be sent, and what is sent of it. */
  delivers(wanted: Outcome, sent: Outcome, carriage: Carriage): void;
}
