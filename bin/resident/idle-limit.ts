import type { Io } from "../../kit/io.ts";

const USUAL = 5 * 60_000;

/**
 * Milliseconds without an event after which a resident ends: those of `SNAPVEIL_RESIDENT_IDLE`, in seconds, or usual.
 */
export function idleLimit({ env }: Pick<Io, "env">): number {
  const named = Number(env["SNAPVEIL_RESIDENT_IDLE"] || Number.NaN) * 1000;
  return named >= 0 ? named : USUAL;
}
