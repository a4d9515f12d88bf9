import { findSecrets } from "../redactors/find-secrets.ts";
import type { Searcher } from "../redactors/known-values/known-secrets.ts";

/**
 * A text that quotes the repository or the user's files, with the secrets in it redacted: a diff or a prompt file
 * reaches the model as any tool output does, and in most agents no later hook would see it.
 */
export async function redactQuoted(text: string, searcher: Searcher, cwd: string | undefined): Promise<string> {
  return (await findSecrets(text, searcher, cwd, {})).value;
}
