import { printable, printableText } from "../kit/text.ts";
import { findSecrets } from "../redactors/doors/find-secrets.ts";
import type { Searcher } from "../redactors/doors/known-values.ts";
import { weighFile } from "./weighing/weigh-file.ts";

/**
 * Redacts a text that quotes the repository or the user's files, such as a diff or a prompt file: like the output of a
 * tool, it is given to the model, and in most agents no later hook can redact it. Control characters are escaped after
 * the search, since an escape within a token would hide it.
 */
export async function redactQuoted(text: string, searcher: Searcher, cwd: string | undefined): Promise<string> {
  const weigh = () => weighFile(searcher.settings, "output");
  return printableText((await findSecrets(text, searcher, cwd, { weigh })).value);
}

/** Redacts a name, and escapes it to one line. */
export async function redactName(name: string, searcher: Searcher, cwd: string | undefined): Promise<string> {
  return printable((await findSecrets(name, searcher, cwd, {})).value);
}
