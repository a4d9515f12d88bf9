import { isPlainlyClean } from "../redactors/is-plainly-clean.ts";
import { loadRedactText } from "../redactors/registry.ts";
import type { Settings } from "../worktree/settings.ts";

/**
 * A text that quotes the repository or the user's files, with the secrets in it redacted: a diff or a prompt file reaches
 * the model as any tool output does, and in most agents no later hook would see it.
 */
export async function veil(text: string, { marker }: Pick<Settings, "marker">): Promise<string> {
  if (isPlainlyClean(text)) return text;
  const { redactText } = await loadRedactText();
  return redactText(text, marker).text;
}
