import { existsSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";

import type { Io } from "../kit/io.ts";
import { DEFAULT_SETTINGS, type Settings } from "./settings.ts";

/**
 * The settings for an event in a folder: the user's file, then the project's, which can add and tighten but not loosen.
 * What reads a file is loaded only where there is one, so having none costs four look-ups.
 */
export async function readSettings(io: Io, cwd: string | undefined): Promise<Settings> {
  const user = userSettingsFile(io);
  const project = cwd === undefined ? undefined : projectSettingsFile(cwd);
  if (user === undefined && project === undefined) return DEFAULT_SETTINGS;
  const { applySettings } = await import("./apply-settings.ts");
  const mine = user === undefined ? DEFAULT_SETTINGS : await applySettings(user, "user", DEFAULT_SETTINGS);
  return project === undefined ? mine : applySettings(project, "project", mine);
}

/** `SNAPVEIL_CONFIG`, else `config.jsonc`, `config.yaml` in the user's configuration folder. */
function userSettingsFile(io: Pick<Io, "env" | "platform">): string | undefined {
  const given = io.env["SNAPVEIL_CONFIG"];
  if (given) return given;
  const folder = userSettingsFolder(io);
  return folder === undefined ? undefined : firstThere(`${folder}/config.`);
}

/** Where the user's own settings lie unless `SNAPVEIL_CONFIG` names a file; it need not be there. */
export function userSettingsFolder(io: Pick<Io, "env" | "platform">): string | undefined {
  const { env, platform } = io;
  if (platform === "win32") return env["APPDATA"] && `${env["APPDATA"]}/snapveil`;
  const xdg = env["XDG_CONFIG_HOME"];
  if (xdg && isAbsolute(xdg)) return `${xdg}/snapveil`;
  return env["HOME"] && `${env["HOME"]}/.config/snapveil`;
}

/**
 * The nearest one walking up from the folder to the top of its worktree; without a repository, in the folder itself.
 * A few look-ups by name instead of the real search for the worktree: every hook pays for this.
 */
function projectSettingsFile(cwd: string): string | undefined {
  const here = firstThere(`${cwd}/.snapveil.`);
  let found = here;
  for (let folder = cwd; ; folder = dirname(folder)) {
    found ??= firstThere(`${folder}/.snapveil.`);
    if (existsSync(`${folder}/.git`)) return found;
    if (dirname(folder) === folder) return here;
  }
}

function firstThere(stem: string): string | undefined {
  return ["jsonc", "yaml"].map((ending) => stem + ending).find((file) => existsSync(file));
}
