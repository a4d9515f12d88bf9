import type { EventFields } from "../agents/codec/hook-event.ts";
import { toolKind } from "../call/tool-kind.ts";
import type { Policy, Settings } from "../worktree/doors/settings.ts";
import { ok, warning, type Check } from "./check.ts";

/** What a person's setting says of a secret in the arguments of a call, in the place of its redaction. */
export interface OwnPolicy {
  readonly policy: Exclude<Policy, "redact">;
  /** The setting as the person finds it: `policy.shell`. */
  readonly key: string;
}

/** The policy for the arguments of a call; `undefined` if a secret in the arguments is to be redacted. */
export function ownPolicy(
  { toolName, toolCategory, toolInput }: EventFields,
  { redaction }: Pick<Settings, "redaction">,
): OwnPolicy | undefined {
  const kind = toolKind(toolName, toolCategory, toolInput);
  const policy = redaction.policy[kind];
  return policy === "redact" ? undefined : { policy, key: `policy.${kind}` };
}

/**
 * Judges the answer to a secret where a setting lets snapveil warn, ask or refuse instead of redacting. `undefined` if
 * the answer follows the setting in none of the ways that the agent takes.
 * @param where the place of the secret in words
 * @param follows whether the answer is a question or a refusal, as the agent reads these
 */
export function judgePolicy(
  { policy, key }: OwnPolicy,
  { name, where, ms, follows }: { name: string; where: string; ms: number; follows: () => boolean },
): Check | undefined {
  const setting = `your setting \`${key}\` says "${policy}"`;
  if (policy === "warn")
    return warning(
      name,
      `A secret in ${where} passes, and you are told: ${setting}.`,
      'Say "redact" there, or "deny", if it should not pass.',
    );
  if (!follows()) return undefined;
  return ok(
    name,
    `A secret in ${where} is ${policy === "ask" ? "asked about or refused" : "refused"}: ${setting}.`,
    ms,
  );
}
