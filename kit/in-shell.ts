/** A word as a shell of POSIX takes it for one; a word that no shell reads otherwise stays as it is. */
export function inShell(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
