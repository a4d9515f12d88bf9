import { findSecrets } from "../../redactors/doors/find-secrets.ts";
import type { Searcher } from "../../redactors/doors/known-values.ts";
import { weighFile } from "./weigh-file.ts";

/** The span of a secret in a text: `[start, end)` in UTF-16 units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** The secrets that are redacted when a tool reads a file, sorted by their start and without overlaps. */
export async function secretsInFile(text: string, searcher: Searcher, folder: string): Promise<SecretSpan[]> {
  const weigh = () => weighFile(searcher.settings, "output");
  const { findings } = await findSecrets(text, searcher, folder, { weigh });
  const found: SecretSpan[] = [];
  for (const { kind, span } of findings.toSorted((one, other) => one.span[0] - other.span[0])) {
    const start = Math.max(span[0], found.at(-1)?.end ?? 0);
    if (start < span[1]) found.push({ start, end: span[1], kind });
  }
  return found;
}
