import type { Stats } from "node:fs";
import { env, geteuid } from "node:process";

/** Whether the person or root owns a file. */
export function isOwned({ uid }: Pick<Stats, "uid">): boolean {
  const own = geteuid?.();
  if (own === undefined || uid === own || uid === 0) return true;
  // As in git, a person who became root by sudo still owns the files of their own account.
  return own === 0 && String(uid) === env["SUDO_UID"];
}
