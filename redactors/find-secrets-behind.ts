import { findSecrets, type Search, type SearchOptions } from "./find-secrets.ts";
import type { Searcher } from "./known-values/known-secrets.ts";
import { toMarker } from "./marker.ts";

/**
 * Redacts `text`, which follows `before`. An earlier answer has already sent `before`, so `before` cannot be changed.
 * If a secret begins in `before` and ends in `text`, its part in `text` is redacted, too.
 */
export async function findSecretsBehind(
  before: string,
  text: string,
  searcher: Searcher,
  cwd: string | undefined,
  options: SearchOptions,
): Promise<Search<string>> {
  const { findings, problems, taken } = await findSecrets(before + text, searcher, cwd, options);
  const cut = findings
    .filter(({ span }) => span[1] > before.length)
    .map((one) => ({ ...one, span: [Math.max(0, one.span[0] - before.length), one.span[1] - before.length] as const }));
  let left = "";
  let from = 0;
  for (const { kind, span, quote = "" } of cut) {
    left += text.slice(from, span[0]) + (span[0] > 0 ? quote : "") + toMarker(searcher.settings.marker, kind) + quote;
    from = span[1];
  }
  left += text.slice(from);
  const alone = await findSecrets(left, searcher, cwd, options); // finds secrets that a word in `before` hid
  return {
    value: cut.length === 0 && alone.value === left ? text : alone.value,
    findings: [...cut, ...alone.findings],
    problems,
    taken: new Set([...taken, ...alone.taken]),
  };
}
