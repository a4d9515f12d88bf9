import type { ConfigFile } from "../agents/formats/config-file.ts";
import { configPath, type Installer, type InstallScope, type Where } from "../agents/formats/installer.ts";
import { UserError } from "../kit/user-error.ts";

/** The files into which an agent's hooks are written. @throws UserError if the agent has no such scope */
export function filesToWrite(
  installer: Installer,
  scope: InstallScope,
  where: Where,
  events: readonly string[],
): readonly ConfigFile[] {
  const files = installer.files[scope];
  const why = installer.without?.[scope] ?? `There is no such place for ${installer.agent}.`;
  if (!files) throw new UserError("badArgument", [why]);
  return files(where, events);
}

/** The files into which an agent's hooks are written, and further files from which the agent reads hooks. */
export function filesWithHooks(
  installer: Installer,
  scope: InstallScope,
  where: Where,
  events: readonly string[],
): readonly ConfigFile[] {
  if (!installer.files[scope]) return [];
  const files = filesToWrite(installer, scope, where, events);
  const [first] = files;
  const more = scope === "project" && first ? (installer.layers ?? []) : [];
  return [...files, ...more.map((path) => ({ ...first!, path: configPath(path, where) }))];
}
