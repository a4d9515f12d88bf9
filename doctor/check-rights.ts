import { readdirSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { geteuid } from "node:process";

import type { Where } from "../agents/formats/installer.ts";
import { isFolder, isIn, realPathOfNew, statOf } from "../kit/files.ts";
import { inShell } from "../kit/in-shell.ts";
import type { Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { userSettingsFile, userSettingsFolder } from "../worktree/doors/settings.ts";
import { broken, type Check } from "./check.ts";

/** The most paths that the message names. */
const NAMED = 3;
const STICKY = 0o1000;

/**
 * Checks that no other user can change the settings, the data folder, the installed program or the files with hooks,
 * nor a folder above one of these up to the home folder.
 */
export function checkRights(io: Io, { home, runtime }: Where, data: string, hookFiles: readonly string[]): Check[] {
  if (io.platform === "win32") return [];
  const settings = [userSettingsFolder(io), userSettingsFile(io), io.env["SNAPVEIL_CONFIG"]];
  const places = [data, runtime.launcher, ...below(runtime.current), ...below(runtime.wrappers), ...hookFiles];
  const paths = [...settings.flatMap((path) => path ?? []), ...places].flatMap((path) =>
    wayTo(realPathOfNew(path), home),
  );
  // A folder that is itself to be checked may also be above another such path; then the stricter rule applies.
  const named = new Set(paths.flatMap(([path, isOnTheWay]) => (isOnTheWay ? [] : [path])));
  const ways = new Map(paths.map(([path]) => [path, !named.has(path)]));
  const open = [...ways].flatMap(([path, isOnTheWay]) => {
    const stat = statOf(path);
    const why = stat && changeableBy(stat, isOnTheWay);
    return why === undefined ? [] : [{ path, why }];
  });
  if (open.length === 0) return [];
  const shown = open.slice(0, NAMED).map(({ path, why }) => `${printable(path)} (${why})`);
  const more = open.length > NAMED ? ` and ${open.length - NAMED} more` : "";
  const words = open.map(({ path }) => inShell(path)).slice(0, NAMED);
  const isForeign = open.some(({ why }) => why.startsWith("belongs"));
  return [
    broken(
      "rights",
      `Others on this machine can change what guards you: ${shown.join(", ")}${more}. They could switch hooks off, ` +
        "or have them run other code.",
      `${isForeign ? "Make them yours (chown), then: " : ""}chmod go-w ${words.join(" ")}`,
    ),
  ];
}

/**
 * A path and the folders above it, up to the home folder; for a path outside of the home folder, up to the root.
 * @param path an absolute path
 */
function wayTo(path: string, home: string): [path: string, isOnTheWay: boolean][] {
  const top = isIn(path, realPathOfNew(home)) ? realPathOfNew(home) : "/";
  const way: [string, boolean][] = [[path, false]];
  for (let one = path; one !== top && dirname(one) !== one; ) {
    one = dirname(one);
    way.push([one, true]);
  }
  return way;
}

/**
 * Why other users may change a path, in words; `undefined` if they may not.
 * @param isOnTheWay whether the path is only a folder above another path. In such a folder with the sticky bit, others
 * cannot rename or delete a file that is not theirs
 */
function changeableBy({ mode, uid, gid }: Stats, isOnTheWay: boolean): string | undefined {
  const own = geteuid?.();
  if (own !== undefined && uid !== own && uid !== 0) return `belongs to the user ${uid}`;
  if (isOnTheWay && (mode & STICKY) !== 0) return undefined;
  if ((mode & 0o002) !== 0) return "everybody may write there";
  // On many systems each user has a group of the same number without other members.
  return (mode & 0o020) !== 0 && gid !== uid ? `the group ${gid} may write there` : undefined;
}

/** The paths of a folder and of everything below it; empty if it is no folder. */
function below(folder: string): string[] {
  if (!isFolder(folder)) return [];
  return [folder, ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))];
}
