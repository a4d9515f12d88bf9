/** The words of a phrase, in lower case, split also where camelCase turns. */
export function toWords(phrase: string): string[] {
  return phrase.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== "");
}
