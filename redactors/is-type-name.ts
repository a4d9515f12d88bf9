/**
 * Whether `[start, end)` is the name of a type or a variable in code, and no value: words in camelCase, without quotes, and
 * a sign behind it that ends a declaration: `Password: XmlStringMaxLen256;`, `Arn = AwsResourceArnV2[]`.
 */
export function isTypeName(text: string, start: number, end: number): boolean {
  if (!";[<".includes(text[end] ?? "x") || text[end + 1] === "/" || !/[:=|] $/.test(text.slice(Math.max(0, start - 2), start))) return false;
  const name = text.slice(start, end);
  if (text[end] === ";" && text.startsWith(": ", start - 2) && /^[A-Z][A-Za-z]+$/.test(name)) return true;
  if (!/^[A-Za-z_]\w*$/.test(name) || !/[A-Z]/.test(name)) return false;
  const words = name.match(/[A-Z][a-z]{2,}|(?<![A-Za-z])[a-z]{4,}/g) ?? [];
  return words.length > 1 && words.join("").length * 2 >= name.length;
}
