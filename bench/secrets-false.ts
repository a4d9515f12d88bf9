import { redactText } from "../redactors/redactor.ts";
import { collectTexts, type Part, type TextClass } from "./secrets-texts.ts";

/** What was found in texts that hold no secrets. */
export interface FalseCount {
  readonly class: TextClass;
  readonly bytes: number;
  readonly findings: number;
}

/** Findings for each class of text; with `show` each is handed over, for a person to judge. */
export function countFalse(folders: readonly string[], part: Part, show?: (line: string) => void): FalseCount[] {
  const counts = new Map<TextClass, { bytes: number; findings: number }>();
  for (const { class: kind, name, text } of collectTexts(folders, part)) {
    const count = counts.get(kind) ?? { bytes: 0, findings: 0 };
    const { findings } = redactText(text, "plain");
    count.bytes += text.length;
    count.findings += findings.length;
    counts.set(kind, count);
    for (const { rule, span } of show ? findings : [])
      show?.(`${kind}  ${rule}  ${name}  ${JSON.stringify(text.slice(Math.max(0, span[0] - 40), span[1] + 10))}`);
  }
  return [...counts].map(([kind, count]) => ({ class: kind, ...count }));
}
