import type { Finding } from "../../redactors/doors/finding.ts";
import { toMarker } from "../../redactors/doors/marker.ts";
import { redactText } from "../../redactors/doors/redact.ts";

/** How many UTF-16 units of the line are shown before and after the finding. */
const BEFORE = 48;
const BEHIND = 24;

/**
 * The text around a finding on its line, with a marker for each secret. The result is redacted once more, since some
 * secrets are only recognized after the secrets beside them are redacted.
 * @param findings all findings of the text, in order and without overlaps
 */
export function toExcerpt(text: string, findings: readonly Finding[], index: number): string {
  const [start, end] = (findings[index] as Finding).span;
  // Only the shown part is searched: a line may be the whole text with thousands of findings.
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const from = start - before.length + before.lastIndexOf("\n") + 1;
  const behind = text.slice(end, end + BEHIND);
  const to = end + (behind.includes("\n") ? behind.indexOf("\n") : behind.length);
  let next = index;
  while (next > 0 && (findings[next - 1] as Finding).span[1] > from) next -= 1;
  const shown: string[] = [from > 0 && text[from - 1] !== "\n" ? "…" : ""];
  let at = from;
  for (; next < findings.length; next += 1) {
    const { span, kind } = findings[next] as Finding;
    if (span[0] >= to) break;
    shown.push(text.slice(at, Math.max(at, span[0])), toMarker("typed", kind));
    at = span[1];
  }
  if (at < to) shown.push(text.slice(at, to));
  if (Math.max(at, to) < text.length && text[Math.max(at, to)] !== "\n") shown.push("…");
  return redactText(shown.join("").trim(), "typed").text;
}
