import { isPlainlyClean } from "../redactors/is-plainly-clean.ts";
import { knownSecrets, type Searcher } from "../redactors/known-secrets.ts";
import { loadFindSecrets } from "../redactors/registry.ts";

/**
 * A text that quotes the repository or the user's files, with the secrets in it redacted: a diff or a prompt file reaches
 * the model as any tool output does, and in most agents no later hook would see it.
 */
export async function veil(text: string, searcher: Searcher, cwd: string | undefined): Promise<string> {
  const { rules, detectors } = searcher.settings.redaction;
  const known = await knownSecrets(searcher, cwd);
  const usual = rules.length === 0 && detectors.length === 1 && detectors[0] === "own";
  if (usual && isPlainlyClean(text) && (known === undefined || known.find(text).length === 0)) return text;
  const { findSecrets } = await loadFindSecrets();
  return (await findSecrets(text, searcher, cwd, {})).value;
}
