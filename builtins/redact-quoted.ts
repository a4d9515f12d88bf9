import { printable, printableText } from "../kit/text.ts";
import { findSecrets } from "../redactors/doors/find-secrets.ts";
import type { Searcher } from "../redactors/doors/known-values.ts";
import { weighFile } from "./weighing/weigh-file.ts";

/**
 * A text that quotes the repository or the user's files, with its secrets redacted: a diff or a prompt file reaches the
 * model as any tool output does, and in most agents no later hook would see it. Harmful characters are escaped
 * afterwards: escapes in the middle of a token would hide it.
 */
export async function redactQuoted(text: string, searcher: Searcher, cwd: string | undefined): Promise<string> {
  const weigh = () => weighFile(searcher.settings, "output");
  return printableText((await findSecrets(text, searcher, cwd, { weigh })).value);
}

/** A name with its secrets redacted, in one line whatever characters it holds. */
export async function redactName(name: string, searcher: Searcher, cwd: string | undefined): Promise<string> {
  return printable((await findSecrets(name, searcher, cwd, {})).value);
}
