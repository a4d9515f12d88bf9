import { readFileSync } from "node:fs";

import { realPath } from "../kit/files.ts";
import { printable } from "../kit/text.ts";
import { hasLineByHand, ownerOf } from "../agents/formats/own-line.ts";
import type { Installer, InstallScope, Where } from "../agents/formats/installer.ts";
import { filesToWrite } from "./agent-files.ts";
import { loadInstallers } from "../agents/registry.ts";

/** A file in which an agent has, or will have, hooks of snapveil. */
export interface Registration {
  readonly agent: string;
  readonly scope: InstallScope;
  readonly path: string;
}

/**
 * Sentences about events that would start snapveil twice: the agent also runs another agent's hooks, or has hooks of
 * the user and of the project, or a hook was written by hand. A call is still recorded only once, but each event costs
 * two processes, and texts are given twice.
 * @param own the files that this installation writes; all other files are read
 */
export async function findDoubles(where: Where, own: readonly Registration[]): Promise<string[]> {
  const installers = await loadInstallers();
  const there = [
    ...own,
    ...registered(where, installers).filter(({ path }) => !own.some((one) => isSame(one.path, path))),
  ];
  const sentences = there.flatMap((one) => {
    const installer = installers.find(({ agent }) => agent === one.agent)!;
    const others = there.filter(
      (other) => other !== one && other.agent === one.agent && other.scope !== one.scope && one.scope === "project",
    );
    const read = installer
      .alsoReads(where)
      .flatMap((path) => there.filter((other) => other.agent !== one.agent && isSame(other.path, path)));
    const isNew = (other: Registration) => own.includes(one) || own.includes(other);
    return [
      ...others
        .filter(isNew)
        .map(
          (other) =>
            `${one.agent} is registered in ${printable(other.path)} and in ${printable(one.path)}: here it ` +
            "starts snapveil twice for each event. " +
            `Take one out: snapveil uninstall ${one.agent}${other.scope === "project" ? " --project" : ""}`,
        ),
      ...read
        .filter(isNew)
        .map(
          (other) =>
            `${one.agent} also runs what ${printable(other.path)} registers for ${other.agent}: it starts ` +
            "snapveil twice for each event. " +
            `Take one out: snapveil uninstall ${one.agent}${one.scope === "project" ? " --project" : ""}`,
        ),
    ];
  });
  const byHand = own
    .filter(({ path }) => hasLineByHand(textOf(path)))
    .map(
      ({ path }) =>
        `${printable(path)} also has a line that starts snapveil and was not written by install. It stays; ` +
        "take it out, or each of its events starts snapveil twice.",
    );
  const withPlugin = installers
    .filter(({ agent, plugins }) => own.some((one) => one.agent === agent) && plugins?.(where).some(({ isOn }) => isOn))
    .map(
      ({ agent }) =>
        `${agent} also has the plugin of snapveil: each event starts snapveil twice. Nothing is lost, and texts come ` +
        `once; but take one out: snapveil uninstall ${agent}, or the plugin by the agent's own command.`,
    );
  return [...new Set([...sentences, ...byHand, ...withPlugin])];
}

/** Every file of an agent, for the user or this project, that starts snapveil. */
export function registered(where: Where, installers: readonly Installer[]): Registration[] {
  return installers.flatMap((installer) =>
    (["user", "project"] as const)
      .flatMap((scope) => pathsOf(installer, scope, where).map((path) => ({ agent: installer.agent, scope, path })))
      .filter(({ path }) => ownerOf(textOf(path)) !== undefined),
  );
}

/**
 * The files of an installer for one scope. For an agent with a script for each event, only the script of PreToolUse is
 * returned, since it always exists.
 */
function pathsOf(installer: Installer, scope: InstallScope, where: Where): string[] {
  if (!installer.files[scope]) return [];
  return filesToWrite(installer, scope, where, ["PreToolUse"]).map(({ path }) => path);
}

function isSame(first: string, second: string): boolean {
  return first === second || realPath(first) === realPath(second);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
