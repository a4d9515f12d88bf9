import { readFilesIn, type ReadFile, type SelfTold } from "../agents/codec/self-told.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import type { KnownContext } from "../session/known-context.ts";
import type { PlannedStep } from "./plan.ts";

/** The model's knowledge before a hook answers. */
export interface Known {
  /**
   * The texts that the model was given; absent if the agent keeps no texts of hooks in the conversation, or if snapveil
   * runs as a builtin of docker-agent.
   */
  readonly knownContext?: KnownContext | undefined;
  /** The subjects on which the agent itself informs its model. */
  readonly tells: readonly SelfTold[];
  readonly readInstead?: ReadFile | undefined;
  /** The agent's name for sentences. */
  readonly title: string;
}

/**
 * The reason why a builtin need not run: the model knows the builtin's text already; `undefined` if the builtin has to
 * run.
 */
export function whyKnown(step: PlannedStep, { knownContext, tells, title }: Known): string | undefined {
  const { isTold } = step.builtin;
  if (isLeftToAgent(step, tells) && (isTold === "once" || !knownContext))
    return `${title} tells its model this by itself`;
  if (isTold === "once" && (knownContext?.isResumed || knownContext?.has(keyOf(step))))
    return "the model was told this before";
  return undefined;
}

/**
 * The outcome without a text that the model already knows. If the agent itself gives a text at the start of a
 * conversation, snapveil gives the text only after it has changed.
 */
export function onlyNews(step: PlannedStep, outcome: Outcome, { knownContext, tells }: Known): Outcome {
  const { isTold } = step.builtin;
  if (!knownContext || !isTold || !outcome.context) return outcome;
  const [key, text] = [keyOf(step), outcome.context.join("\n")];
  const isFirst = isTold === "changed" && isLeftToAgent(step, tells) && !knownContext.has(key);
  const isKnown = isTold === "changed" && knownContext.isLast(key, text);
  knownContext.note(key, text);
  if (!isFirst && !isKnown) return outcome;
  const { context: _, ...rest } = outcome;
  return rest;
}

/** The prompt files that the agent itself reads; empty if the settings name the builtin, which then gives all files. */
export function readByAgent({ isDefault }: PlannedStep, { tells, readInstead }: Known): readonly ReadFile[] {
  return isDefault ? [...readFilesIn(tells), ...(readInstead ? [readInstead] : [])] : [];
}

/**
 * Whether a builtin is left to the agent, which gives the same text itself. A builtin that the settings name always
 * runs.
 */
function isLeftToAgent({ builtin: { subjects }, isDefault }: PlannedStep, tells: readonly SelfTold[]): boolean {
  return isDefault === true && subjects !== undefined && subjects.every((subject) => tells.includes(subject));
}

function keyOf({ builtin, args }: PlannedStep): string {
  return [builtin.name, ...args].join(" ");
}
