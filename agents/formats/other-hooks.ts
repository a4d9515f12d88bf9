import { existsSync, readFileSync } from "node:fs";

import type { JsonObject } from "../../kit/json.ts";
import type { Agent } from "../codec/agent.ts";
import { isServed, ownerOf } from "./own-line.ts";
import type { ConfigFile } from "./config-file.ts";
import { findHooks } from "./find-commands.ts";
import { readObject } from "./installed-plugins.ts";
import { configPath, type Installer, type Where } from "./installer.ts";

/** A hook of another program that may replace the arguments of a call. */
export interface OtherHook {
  readonly file: string;
  readonly command: string;
  readonly matcher?: string;
}

/**
 * Finds hooks of other programs that the agent runs before a tool and that may replace the arguments, in the files from
 * which the agent loads hooks. Hooks that the agent gets by its command line, such as `--plugin-dir`, are not found.
 * @param tool only hooks for this tool; absent: hooks for any tool
 */
export function otherHooks(installer: Installer, agent: Agent, where: Where, tool?: string): OtherHook[] {
  const { events, chainsRewrites } = agent;
  const rewriting = events.filter((event) =>
    agent.carries(event, {}, { approvingRewrites: true, strict: false }).rewrite.includes("toolInput"),
  );
  if (rewriting.length === 0 || chainsRewrites || installer.isModule) return [];
  const all = new Set(events);
  return rootsOf(installer, where, events).flatMap(([file, root]) =>
    findHooks(root, all).flatMap(({ event, command, matcher, isOff, isAsync }) =>
      rewriting.includes(event) && !isOff && !isAsync && !isOurs(command) && isFor(matcher, tool)
        ? [{ file, command, ...(matcher !== undefined && { matcher }) }]
        : [],
    ),
  );
}

/** The parsed content of each file from which the agent loads hooks. */
function rootsOf(installer: Installer, where: Where, events: readonly string[]): [path: string, root: JsonObject][] {
  const { files, layers = [], othersFiles, alsoReads } = installer;
  const own = [files.user, files.project].flatMap((filesOf) => filesOf?.(where, events) ?? []);
  const others = [
    ...layers.map((path) => configPath(path, where)),
    ...(othersFiles?.(where) ?? []),
    ...alsoReads(where),
  ];
  const roots = new Map<string, JsonObject>();
  for (const file of own) if (existsSync(file.path)) roots.set(file.path, rootOf(file));
  for (const path of others) if (!roots.has(path) && existsSync(path)) roots.set(path, readObject(path));
  return [...roots];
}

function rootOf({ path, format }: ConfigFile): JsonObject {
  try {
    return format.read?.(readFileSync(path, "utf8")) ?? {};
  } catch {
    return {}; // the agent cannot read a broken file, either
  }
}

/**
 * Whether a matcher includes a tool. Agents read a matcher as a regular expression or as a list of names, so a tool is
 * included if one of the readings includes it.
 */
function isFor(matcher: string | undefined, tool: string | undefined): boolean {
  if (matcher === undefined || tool === undefined || matcher === "" || matcher === "*") return true;
  try {
    return new RegExp(matcher).test(tool) || matcher.split(/[|,]/).some((one) => one.trim() === tool);
  } catch {
    return true;
  }
}

function isOurs(command: string): boolean {
  return ownerOf(command) !== undefined || isServed(command);
}
