import { randomBytes } from "node:crypto";

/** A name for a checkpoint or operation, short enough to type: eight hexadecimal digits. */
export function newId(): string {
  return randomBytes(4).toString("hex");
}
