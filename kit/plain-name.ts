/**
 * A name from a settings file as a sentence may quote it: what is no plain word could be anything, a secret or a forged
 * line. Nothing of ours has a digit in its name, and hardly a token has none.
 */
export function plainName(name: string): string {
  return /^[A-Za-z_-]{1,40}$/.test(name) ? name : "(an odd name)";
}
