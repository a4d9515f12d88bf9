import type { Io } from "../../kit/io.ts";

/**
 * Variables on which answers depend beside the event; `*` stands for any ending. `launcher/resident-name.h` has an
 * equal list: a resident's name follows from the values, and a resident answers nobody who has others.
 */
export const DECISIVE = (
  "PATH HOME USER LOGNAME SHELL TZ LANG LANGUAGE LC_* XDG_* TMPDIR TMP TEMP " +
  "SNAPVEIL_* GIT_* NODE_* LD_* DYLD_* DEBUG SSL_* OPENSSL_* EMAIL"
).split(" ");

/** Variables by which the asker and the program speak to each other. */
const OWN = new Set(["SNAPVEIL_ASKED", "SNAPVEIL_SPENT"]);

const PATTERN = new RegExp(`^(?:${DECISIVE.map((name) => name.replace("*", ".*")).join("|")})$`, "s");

/** The variables of an environment on which answers depend. */
export function decisiveIn(env: Io["env"]): Record<string, string> {
  const found = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !OWN.has(name) && PATTERN.test(name),
  );
  return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1))) as Record<string, string>;
}

/** A text that is equal for two environments with equal decisive variables. */
export function decisiveText(env: Io["env"]): string {
  return JSON.stringify(decisiveIn(env));
}
