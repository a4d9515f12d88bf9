/** The words of a name or a phrase, in lower case: split at signs and where camelCase turns. */
export function toWords(phrase: string): string[] {
  return phrase
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z]{2})(?=[A-Z][a-z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}
