import { harmlessJson } from "../kit/json.ts";
import type { Io } from "../kit/io.ts";

/** Prints a value as JSON. */
export function writeJson(io: Io, value: unknown): void {
  io.writeStdout(`${harmlessJson(value, 2)}\n`);
}
