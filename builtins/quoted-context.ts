import { context, type Outcome } from "../protocol/outcome.ts";
import { redactText } from "../redactors/redact-text.ts";
import type { Settings } from "../worktree/settings.ts";

/**
 * Context that quotes the repository or the user's files, with the secrets in it redacted: a diff or a prompt file
 * reaches the model as any tool output does, and in most agents no later hook would see it.
 */
export function quotedContext(text: string, { marker }: Pick<Settings, "marker">): Outcome {
  return context(redactText(text, marker).text);
}
