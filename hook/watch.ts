import type { Capabilities } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import type { JsonFinding } from "../redactors/doors/finding.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import type { PlannedStep } from "./plan.ts";

/** Looks on while an event is answered. */
export interface Watch {
  /** Whether a builtin is really run; a builtin that is not run says nothing. */
  runs(step: PlannedStep, event: HookEvent): boolean;
  /** A builtin does not run at this event: in words, which of its matchers do not fit, or who tells its text. */
  skips(step: PlannedStep, event: HookEvent, why: string): void;
  /** The findings of redact_secrets, before its outcome. */
  found(findings: readonly JsonFinding[]): void;
  /** A part that a builtin could not judge, before its outcome. */
  remark(sentence: string): void;
  /** The model is told that files were put back. */
  tells(): void;
  says(step: PlannedStep, event: HookEvent, outcome: Outcome): void;
  /** Takes other settings in the place of those in force. */
  settings(settings: Settings): Settings;
  /** Gets the merged outcome of all steps, and its sent part, as the agent takes it. */
  delivers(wanted: Outcome, sent: Outcome, capabilities: Capabilities): void;
}
