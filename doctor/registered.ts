import { existsSync } from "node:fs";

import { isServed, npxIn } from "../agents/formats/own-line.ts";
import { ConfigProblem } from "../agents/formats/config-file.ts";
import { findCommands, findHooks } from "../agents/formats/find-commands.ts";
import { readObject } from "../agents/formats/installed-plugins.ts";
import type { Installer, Where } from "../agents/formats/installer.ts";
import { loadAgent } from "../agents/registry.ts";
import { findDoubles, type Registration } from "../install/double-registration.ts";
import { isForLegs } from "../install/legs.ts";
import { filesWithHooks } from "../install/agent-files.ts";
import { readConfig } from "../install/read-config.ts";
import { counted, printable } from "../kit/text.ts";
import { findPlugins } from "./find-plugins.ts";
import { UserError } from "../kit/user-error.ts";
import { broken, ok, warning, type Check } from "./check.ts";
import { namedBuiltin } from "./named-builtin.ts";
import type { RegisteredHook, RegisteredHooks } from "./registered-hooks.ts";

/** Finds the hooks in one agent's files that start snapveil. */
export async function findRegistered(installer: Installer, where: Where): Promise<RegisteredHooks> {
  const dialect = await loadAgent(installer.agent);
  const registered: RegisteredHook[] = [];
  const served: RegisteredHook[] = [];
  const checks: Check[] = [];
  for (const scope of ["user", "project"] as const) {
    for (const { path, format } of filesWithHooks(installer, scope, where, dialect.events)) {
      if (!existsSync(path)) continue;
      try {
        const text = readConfig(path, undefined).text ?? "";
        const entries = format.find(text);
        registered.push(...entries.map((entry) => ({ ...entry, path, scope })));
        const all = format.read ? findHooks(format.read(text), new Set(dialect.events)) : [];
        served.push(...all.filter(({ command }) => isServed(command)).map((entry) => ({ ...entry, path, scope })));
        const off = entries.length > 0 && format.read ? installer.switchedOff?.(format.read(text)) : undefined;
        const refused = entries.length > 0 ? installer.refuses?.(path, text, dialect) : undefined;
        // `snapveil install` replaces a broken file that holds only hooks of snapveil. A settings file has other
        // content of the person, who has to mend it.
        const repair = format.read ? "Mend that in the file." : `snapveil install ${installer.agent}`;
        if (refused) checks.push(broken("refused_file", refused, repair));
        if (off)
          checks.push(
            broken(
              "switched_off",
              `${installer.agent} runs no hooks at all as ${printable(path)} stands: ${off}.`,
              "Change that key.",
            ),
          );
      } catch (error) {
        if (!(error instanceof ConfigProblem) && !(error instanceof UserError)) throw error;
        const why =
          error instanceof ConfigProblem
            ? `${printable(path)} cannot be used: ${error.message}.`
            : error.message.replace(" Nothing was changed.", "");
        if (!why.includes("read-only"))
          checks.push(broken("configuration", why, "Mend the file; the agent may not read it either."));
      }
    }
  }
  for (const path of installer.managedFiles?.(where) ?? []) {
    const entries = findCommands(readObject(path), new Set(dialect.events));
    registered.push(...entries.map((entry) => ({ ...entry, path, scope: "user" as const, isManaged: true as const })));
  }
  const plugins = findPlugins(installer, dialect, where);
  return { registered: [...registered, ...plugins.registered], served, checks: [...checks, ...plugins.checks] };
}

/**
 * Reports the registered events, and warns of missing ones. No event is missing if a hook's command line names a
 * builtin: then the person chose the events with `--only`.
 */
export function checkEvents(
  title: string,
  { agent, isModule }: Installer,
  registered: RegisteredHooks["registered"],
  wanted: readonly string[],
): Check[] {
  const by = registered.every(({ isPlugin }) => isPlugin)
    ? " by its plugin"
    : registered.every(({ isManaged }) => isManaged)
      ? " by its administrator's settings"
      : "";
  if (isModule) return [ok("registered", `${title} loads the plugin that starts snapveil.`)];
  const there = new Set(registered.map(({ event }) => event));
  const missing = wanted.filter((event) => !there.has(event));
  const isChosen = registered.some(({ command }) => isForLegs(namedBuiltin(command) ?? ""));
  const said = ok("registered", `${title} starts snapveil for ${counted(there.size, "event")}${by}.`);
  if (missing.length === 0 || isChosen) return [said];
  return [
    said,
    warning(
      "events",
      `Not registered: ${missing.join(", ")}.`,
      by === ""
        ? `snapveil install ${agent} adds what is missing.`
        : by === " by its plugin"
          ? `The plugin serves the default settings. Take it out and run snapveil install ${agent}.`
          : "The administrator of this machine can add what is missing.",
    ),
  ];
}

export function checkNpx(registered: RegisteredHooks["registered"]): Check[] {
  const lines = registered.filter(({ command }) => npxIn(command));
  if (lines.length === 0) return [];
  return [
    warning(
      "npx",
      `${lines.length} of the lines start snapveil through npx, which costs a second or more for every event, ` +
        "may ask the registry, and may be killed before it answers.",
      "Take those lines out and run snapveil install.",
    ),
  ];
}

export async function checkDoubles(
  where: Where,
  { agent }: Installer,
  registered: RegisteredHooks["registered"],
): Promise<Check[]> {
  const inFiles = registered.filter(({ isPlugin, isManaged }) => !isPlugin && !isManaged);
  if (inFiles.length > 0 && registered.some(({ isManaged }) => isManaged))
    return [
      warning(
        "registered_twice",
        "The administrator of this machine registered snapveil, too: each event starts it twice. Nothing is lost, and " +
          "texts come once.",
        `snapveil uninstall ${agent}`,
      ),
    ];
  const own: Registration[] = [...new Map(inFiles.map(({ path, scope }) => [path, { agent, scope, path }])).values()];
  const doubles = (await findDoubles(where, own)).map((sentence) => warning("registered_twice", sentence));
  const repeated = registered.filter(
    ({ event, path }, index) =>
      event !== "" && registered.findIndex((other) => other.event === event && other.path === path) < index,
  );
  if (repeated.length === 0 || doubles.length > 0) return doubles;
  return [
    warning(
      "registered_twice",
      `${[...new Set(repeated.map(({ event }) => event))].join(", ")}: registered more than once in the same ` +
        "file, so snapveil is started more than once.",
      "Take the lines out that install did not write.",
    ),
  ];
}
