/** The words of a phrase, in lower case, split also where camelCase turns. */
export function toWords(phrase: string): string[] {
  return (phrase.match(/[A-Z]+[a-z0-9]*|[a-z0-9]+/g) ?? []).map((word) => word.toLowerCase());
}
