import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";

import type { Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { enclosingFolders, foldersOfOthers, topFolders } from "./enclosing-folders.ts";
import type { Settings, SettingsFile } from "./settings.ts";
import { DEFAULT_SETTINGS } from "./default-settings.ts";

/**
 * The settings that hold for an event in `cwd`: the user's file, then projects' files from the outermost folder
 * inwards. A project's file can add builtins and make settings stricter, not loosen them. The parser is loaded only if
 * there is a file.
 */
export async function readSettings(io: Io, cwd: string | undefined): Promise<Settings> {
  const files = await settingsFiles(io, cwd);
  const others = cwd === undefined ? [] : foldersOfOthers(cwd);
  if (files.length === 0 && others.length === 0) return DEFAULT_SETTINGS;
  const { applySettings } = await import("./apply-settings.ts");
  let settings: Settings = { ...DEFAULT_SETTINGS, problems: others.map(repositoryLeftOut) };
  for (const file of files) settings = await applySettings(file, settings);
  return settings;
}

/** The settings that one file makes by itself. */
export async function settingsOfFile(file: SettingsFile): Promise<Settings> {
  const { applySettings } = await import("./apply-settings.ts");
  return applySettings(file, DEFAULT_SETTINGS);
}

function repositoryLeftOut(folder: string): string {
  return new UserError("foreignRepository", [printable(folder)]).message;
}

/** The settings files that apply to a folder, in the order of their application. */
export async function settingsFiles(
  io: Pick<Io, "env" | "platform">,
  cwd: string | undefined,
): Promise<SettingsFile[]> {
  const user = userSettingsFile(io);
  const mine: SettingsFile[] = user === undefined ? [] : [{ file: user, origin: "user", isOuter: false }];
  return cwd === undefined ? mine : [...mine, ...(await projectSettingsFiles(cwd))];
}

/**
 * The user's settings file: `SNAPVEIL_CONFIG`, else `config.jsonc` or `config.yaml` in the user's settings folder.
 * `undefined` if there is none.
 */
export function userSettingsFile(io: Pick<Io, "env" | "platform">): string | undefined {
  const given = io.env["SNAPVEIL_CONFIG"];
  if (given) return given;
  const folder = userSettingsFolder(io);
  return folder === undefined ? undefined : firstThere(`${folder}/config.`);
}

/**
 * The folder of the user's settings if `SNAPVEIL_CONFIG` is not set; it need not exist. `undefined` if there is no home
 * folder.
 */
export function userSettingsFolder(io: Pick<Io, "env" | "platform">): string | undefined {
  const { env, platform } = io;
  if (platform === "win32") return env["APPDATA"] && `${env["APPDATA"]}/snapveil`;
  const xdg = env["XDG_CONFIG_HOME"];
  if (xdg && isAbsolute(xdg)) return `${xdg}/snapveil`;
  return env["HOME"] && `${env["HOME"]}/.config/snapveil`;
}

/**
 * The projects' settings files of a folder and its enclosing folders, outermost first. An agent can write a settings
 * file and a `.git` into any folder, so the search does not stop at the first `.git`. From files outside of the nearest
 * real repository, only denials and guards apply.
 */
async function projectSettingsFiles(cwd: string): Promise<SettingsFile[]> {
  const folders = enclosingFolders(cwd);
  const found = folders.map((folder) => allThere(`${folder}/.snapveil.`));
  const own = found.some((files) => files.length > 0) ? await nearestRepository(cwd) : undefined;
  const last = own === undefined ? folders.length : folders.indexOf(own);
  const files = found.flatMap((there, depth) =>
    there.map((file): SettingsFile => ({ file, origin: "project", isOuter: depth > last })),
  );
  return files.toReversed();
}

/**
 * The nearest enclosing folder that git takes for a repository; `undefined` if at most one of the folders has a `.git`,
 * because then no settings file lies outside of the repository.
 */
async function nearestRepository(cwd: string): Promise<string | undefined> {
  const tops = topFolders(cwd);
  if (tops.length < 2) return undefined;
  const { gitDirOf } = await import("./find-worktree.ts");
  return tops.find((folder) => gitDirOf(`${folder}/.git`) !== undefined);
}

/** The paths of all settings files that would apply to a folder, whether they exist or not. */
export function settingsPlaces(io: Pick<Io, "env" | "platform">, cwd: string): string[] {
  const given = io.env["SNAPVEIL_CONFIG"];
  const folder = userSettingsFolder(io);
  const mine = given ? [given] : folder === undefined ? [] : spelled(`${folder}/config.`);
  return [...mine, ...enclosingFolders(cwd).flatMap((one) => spelled(`${one}/.snapveil.`))];
}

function firstThere(stem: string): string | undefined {
  return allThere(stem)[0];
}

function allThere(stem: string): string[] {
  return spelled(stem).filter((file) => existsSync(file));
}

function spelled(stem: string): string[] {
  return ["jsonc", "yaml"].map((ending) => stem + ending);
}
