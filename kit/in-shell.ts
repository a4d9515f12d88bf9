/**
 * Quotes a word for a POSIX shell, unless it holds only characters that no shell treats specially. A word that begins
 * with `=` is quoted, since zsh replaces `=ls` by the path of `ls`.
 */
export function inShell(word: string): string {
  return /^(?!=)[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
