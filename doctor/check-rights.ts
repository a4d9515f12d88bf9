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

/** Paths that a sentence names. */
const NAMED = 3;
const STICKY = 0o1000;

/**
 * Checks what other people on this machine could change: the settings, the data folder, the staged program and the
 * files in which hooks are registered, each with every folder above it up to the home folder.
 */
export function checkRights(io: Io, { home, runtime }: Where, data: string, hookFiles: readonly string[]): Check[] {
  if (io.platform === "win32") return [];
  const settings = [userSettingsFolder(io), userSettingsFile(io), io.env["SNAPVEIL_CONFIG"]];
  const places = [data, runtime.launcher, ...below(runtime.current), ...below(runtime.wrappers), ...hookFiles];
  const paths = [...settings.flatMap((path) => path ?? []), ...places].flatMap((path) =>
    wayTo(realPathOfNew(path), home),
  );
  // A folder that is named itself stays so, though it is on the way to a file in it.
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
      `Others on this machine can change what guards you: ${shown.join(", ")}${more}. They could switch hooks off, or ` +
        "have them run other code.",
      `${isForeign ? "Make them yours (chown), then: " : ""}chmod go-w ${words.join(" ")}`,
    ),
  ];
}

/** A path, and the folders above it up to the home folder; for a path outside of it all folders above. */
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
 * The people who may change a path.
 * @param isOnTheWay the path is a folder on the way, in which only a file's owner may move it: others cannot put
 * another one in its place
 */
function changeableBy({ mode, uid, gid }: Stats, isOnTheWay: boolean): string | undefined {
  const own = geteuid?.();
  if (own !== undefined && uid !== own && uid !== 0) return `belongs to the user ${uid}`;
  if (isOnTheWay && (mode & STICKY) !== 0) return undefined;
  if ((mode & 0o002) !== 0) return "everybody may write there";
  // Many systems give each user a group of the same number, with nobody else in it.
  return (mode & 0o020) !== 0 && gid !== uid ? `the group ${gid} may write there` : undefined;
}

/** The paths of a folder and of everything below it. */
function below(folder: string): string[] {
  if (!isFolder(folder)) return [];
  return [folder, ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))];
}
