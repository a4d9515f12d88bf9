/** A name for a checkpoint or operation, short enough to type: eight hexadecimal digits. It need not be a secret. */
export function newId(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}
