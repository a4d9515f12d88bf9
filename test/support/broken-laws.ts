import { redactText } from "../../redactors/with-detector.ts";

/**
 * The laws that redacting a text breaks: what is redacted is redacted once for all, and JSON that holds the text stays
 * JSON.
 */
export function brokenLaws(text: string): string[] {
  const inJson = JSON.stringify({ text });
  const twice = JSON.stringify(JSON.stringify({ text, list: [text] }));
  return (["plain", "typed"] as const).flatMap((style) => {
    const cut = (one: string) => redactText(one, style).text;
    const broken = [text, inJson, twice]
      .filter((one) => cut(cut(one)) !== cut(one))
      .map((one) => `not once for all (${style}): ${cut(one)}`);
    return [
      ...broken,
      ...(isJson(cut(inJson)) && isJson(cut(twice), true) ? [] : [`no JSON (${style}): ${cut(inJson)} ${cut(twice)}`]),
    ];
  });
}

function isJson(text: string, twice = false): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (twice) JSON.parse(value as string);
    return true;
  } catch {
    return false;
  }
}
