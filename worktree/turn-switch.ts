import { rmSync } from "node:fs";
import { dirname } from "node:path";

import { causeInWords } from "../kit/disk-trouble.ts";
import { atomicWrite, makeFolder } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { localTime } from "../kit/local-time.ts";
import { printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { type Off, switchFile, type SwitchedOff } from "./switch.ts";

/**
 * Switches off all hooks of this user, from the next event on.
 * @param milliseconds how long; `undefined`: until it is switched on
 * @throws UserError if there is no home folder, or the file cannot be written
 */
export function switchOff(io: Io, milliseconds: number | undefined): SwitchedOff {
  const now = io.now();
  const until = milliseconds === undefined ? null : new Date(now.getTime() + milliseconds).toISOString();
  const off: SwitchedOff = { since: now.toISOString(), until };
  changing(io, (file) => {
    makeFolder(dirname(file));
    atomicWrite(file, `${JSON.stringify(off)}\n`, { pid: io.pid, durable: true });
  });
  return off;
}

/** Switches snapveil on. @throws UserError if the file cannot be removed */
export function switchOn(io: Io): void {
  changing(io, (file) => rmSync(file, { force: true }));
}

function changing(io: Io, change: (file: string) => void): void {
  const file = switchFile(io);
  if (file === undefined) throw new UserError("noSwitch");
  try {
    change(file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError("cannotWrite", [printable(file), causeInWords(error) ?? "unknown"], error);
  }
}

/** The sentence that tells the person that snapveil is off, for terminals and agents. */
export function offSentence(off: Off): string {
  const [since, on] =
    off === "variable"
      ? ["by SNAPVEIL_DISABLE=1", "unset the variable where the agent is started"]
      : [offInWords(off), "snapveil on"];
  return (
    `SNAPVEIL IS OFF ${since}: no secret is taken out, no call is checked and no checkpoint is recorded. ` +
    `Switch it on: ${on}`
  );
}

/** `since …, until …` in the person's time zone, to be put into a sentence. */
export function offInWords({ since, until }: SwitchedOff): string {
  return `since ${localTime(since)}, ${until === null ? "until it is switched on" : `until ${localTime(until)}`}`;
}
