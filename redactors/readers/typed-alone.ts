/** Letters, digits and signs in one short word: nothing else in prose looks so. */
const TYPED =
  /^(?=[^\s"'`]{0,24}[0-9])(?=[^\s"'`]{0,24}[!@#$%^&*?~+])[A-Za-z][^\s"'`()[\]{}<>=;,]{7,32}[),.]{0,2}(?:\s|$)/;

/** Whether a text begins with a word that is a password behind its bare name. */
export function isTypedAlone(text: string): boolean {
  return TYPED.test(text);
}
