import type { Capabilities } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import type { JsonFinding } from "../redactors/doors/finding.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import type { PlannedStep } from "./plan.ts";

/** Observes how an event is answered, for `explain`. */
export interface Watch {
  /** Whether a builtin runs. A builtin that does not run has no outcome. */
  runs(step: PlannedStep, event: HookEvent): boolean;
  /**
   * Called if a builtin does not run. `why` says which matchers of the builtin do not fit, or who already gives its
   * text to the model.
   */
  skips(step: PlannedStep, event: HookEvent, why: string): void;
  /** Called with the findings of redact_secrets, before `says`. */
  found(findings: readonly JsonFinding[]): void;
  /** Called with a sentence about a part that a builtin could not check, before `says`. */
  remark(sentence: string): void;
  /** Called if the model is told that files were put back. */
  tells(): void;
  says(step: PlannedStep, event: HookEvent, outcome: Outcome): void;
  /** Returns the settings to use instead of the given ones. */
  settings(settings: Settings): Settings;
  /** Called with the merged outcome of all steps and the part that the agent carries out. */
  delivers(wanted: Outcome, sent: Outcome, capabilities: Capabilities): void;
}
