/**
 * A word as a shell of POSIX takes it for one; a word that no shell reads otherwise stays as it is. zsh takes `=ls` for
 * the place of a program.
 */
export function inShell(word: string): string {
  return /^(?!=)[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
