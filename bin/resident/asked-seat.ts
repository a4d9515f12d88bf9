import type { Io } from "../../kit/io.ts";
import { residentFolder } from "../../worktree/doors/data-dir.ts";

/** The variable in which an asker that nobody answered names the socket that it missed. */
export const ASKED = "SNAPVEIL_ASKED";

/** The most residents of a user: environments can differ by project, and each resident takes some 60 MB. */
export const MOST_RESIDENTS = 4;

/** The place of the socket that an asker missed; `undefined` if none did, or not in the user's own folder. */
export function askedSeat(io: Pick<Io, "env" | "platform">): { folder: string; name: string } | undefined {
  const [, asked, name] = /^(.*)\/([0-9a-f]{16})$/s.exec(io.env[ASKED] ?? "") ?? [];
  const folder = residentFolder(io);
  return name !== undefined && folder !== undefined && asked === folder ? { folder, name } : undefined;
}
