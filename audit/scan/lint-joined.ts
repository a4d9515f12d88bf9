import type { Finding } from "../../redactors/finding.ts";
import type { SecretlintDetector } from "../../redactors/secretlint/secretlint.ts";

/** A text and the name of its file. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Between two texts: nothing that a rule looks for reaches across it. */
const SEAM = "\n\u0000\n";

/**
 * secretlint's findings in many texts, with as few calls as can be: each costs as much as some kilobytes of text.
 * Texts whose file name means the same to every rule are joined into one.
 */
export async function lintJoined(secretlint: SecretlintDetector, texts: readonly NamedText[]): Promise<Finding[][]> {
  const groups = new Map<string, number[]>();
  texts.forEach((one, at) => {
    const name = nameForRules(one, at);
    groups.set(name, [...(groups.get(name) ?? []), at]);
  });
  const found: Finding[][] = texts.map(() => []);
  for (const [name, group] of groups) {
    const members = group.map((at) => (texts[at] as NamedText).text);
    let start = 0;
    const starts = members.map((text) => {
      const own = start;
      start += text.length + SEAM.length;
      return own;
    });
    for (const finding of await secretlint.find(members.join(SEAM), name)) {
      const index = starts.findLastIndex((one) => one <= finding.span[0]);
      const [from, to] = finding.span.map((place) => place - (starts[index] ?? 0)) as [number, number];
      if (to <= (members[index] ?? "").length) found[group[index] as number]?.push({ ...finding, span: [from, to] });
    }
  }
  return found;
}

/**
 * What of a name some rule looks at: npm's own files, and the key of a service account, which is the whole of its file.
 */
function nameForRules({ name, text }: NamedText, at: number): string {
  if (name.endsWith(".npmrc")) return ".npmrc";
  if (name.endsWith("package.json") || name.endsWith("package-lock.json")) return "package.json";
  return name.endsWith(".json") && text.includes('"private_key"') ? `${at}.json` : "text";
}
