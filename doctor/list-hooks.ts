import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";

import { ownerOf } from "../agents/formats/own-line.ts";
import { ConfigProblem, type ConfigFile } from "../agents/formats/config-file.ts";
import { findHooks, type Hook } from "../agents/formats/find-commands.ts";
import { readObject } from "../agents/formats/installed-plugins.ts";
import type { Installer, Where } from "../agents/formats/installer.ts";
import { loadAgent, loadInstallers } from "../agents/registry.ts";
import { redactName } from "../builtins/doors/masking.ts";
import { readSettings } from "../worktree/doors/settings.ts";
import { filesWithHooks } from "../install/agent-files.ts";
import { readReceipt } from "../install/receipt.ts";
import { whereOf } from "../install/where.ts";
import type { Io } from "../kit/io.ts";
import { isObject, type Json } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { readRegularFile } from "../kit/files.ts";
import { askCodex } from "./codex-trust.ts";
import { hooksOfPlugin } from "./find-plugins.ts";

/** A registered hook as `--format json` prints it. */
export interface ListedHook {
  readonly agent: string;
  readonly file: string;
  /** The event in the agent's spelling; empty for a plugin that serves every event. */
  readonly event: string;
  readonly matcher?: string;
  /** The command line, redacted. */
  readonly command: string;
  readonly ours: boolean;
  /**
   * Whether the agent trusts the hook; `null` if the agent runs hooks without asking for trust, or does not report it.
   */
  readonly trusted: boolean | null;
  /**
   * Whether the hook was changed after the person approved it, or after `install` wrote it; `null` if that is unknown.
   */
  readonly changed: boolean | null;
  /** Whether the agent runs the hook, according to its files. */
  readonly enabled: boolean;
}

export interface HookList {
  readonly hooks: readonly ListedHook[];
  /** Sentences about unreadable files. */
  readonly problems: readonly string[];
}

/** The largest file that is read, in bytes. */
const LARGEST = 8 * 1024 * 1024;

/** A hook with its file, and the facts about it that the files contain. */
interface Found extends Hook {
  readonly agent: string;
  readonly file: string;
  readonly changed: boolean | null;
  readonly enabled: boolean;
}

/**
 * Lists the hooks in the files of all agents, of the user and of the project around the current folder. No hook is run.
 */
export async function listHooks(io: Io, program: string, execPath: string): Promise<HookList> {
  const { where, data } = whereOf(io, execPath, program);
  const found: Found[] = [];
  const problems: string[] = [];
  for (const installer of await loadInstallers()) {
    const { events } = await loadAgent(installer.agent);
    for (const scope of ["user", "project"] as const)
      for (const file of filesWithHooks(installer, scope, where, events)) {
        if (!existsSync(file.path)) continue;
        try {
          found.push(...hooksIn(installer, file, new Set(events), data));
        } catch (error) {
          problems.push(`${printable(file.path)} cannot be used: ${reasonOf(error)}.`);
        }
      }
  }
  for (const installer of await loadInstallers())
    found.push(...(await hooksOfPlugins(installer, where)), ...(await managedHooks(installer, where)));
  const codex = found.some(({ agent }) => agent === "codex") ? ((await askCodex(io))?.hooks ?? []) : [];
  const searcher = { io, settings: await readSettings(io, where.root) };
  const hooks: ListedHook[] = [];
  for (const one of found) {
    const { trusted, changed, enabled } = one.agent === "codex" ? asCodexSays(one, codex) : { ...one, trusted: null };
    const { agent, event, matcher } = one;
    hooks.push({
      agent,
      file: one.file,
      event,
      ...(matcher !== undefined && { matcher: await redactName(matcher, searcher, where.root) }),
      command: await redactName(one.command, searcher, where.root),
      ours: ownerOf(one.command) !== undefined,
      trusted,
      changed,
      enabled,
    });
  }
  return { hooks, problems };
}

/** The hooks in a file. @throws if the file is unreadable or broken */
function hooksIn(
  { agent, switchedOff }: Installer,
  { path, format }: ConfigFile,
  events: ReadonlySet<string>,
  data: string,
): Found[] {
  const real = realpathSync(path);
  const { bytes, whole } = readRegularFile(real, LARGEST);
  if (!whole) throw new Error("it is larger than 8 MiB");
  const text = bytes.toString("utf8");
  const root = format.read?.(text);
  const hooks: readonly Hook[] = root ? findHooks(root, events) : format.find(text);
  const isOff = root !== undefined && switchedOff?.(root) !== undefined;
  const receipt = readReceipt(data, real);
  const written = receipt ? format.find(receipt.after.toString("utf8")) : undefined;
  return hooks.map((hook) => ({
    ...hook,
    agent,
    file: path,
    changed:
      written && ownerOf(hook.command) === "install"
        ? !written.some(({ event, command }) => event === hook.event && command === hook.command)
        : null,
    enabled: !isOff && !hook.isOff,
  }));
}

/**
 * The hooks of snapveil's own plugins. Hooks of other plugins are not listed, since only the agent knows the folders of
 * its plugins.
 */
async function hooksOfPlugins(installer: Installer, where: Where): Promise<Found[]> {
  const { agent, plugin, plugins } = installer;
  const { events } = await loadAgent(agent);
  return (plugins?.(where) ?? []).flatMap(({ folder, isOn }) =>
    folder === undefined
      ? []
      : (hooksOfPlugin(installer, events, folder) ?? []).map((hook) => ({
          ...hook,
          agent,
          file: join(folder, plugin?.file ?? "package.json"),
          changed: null,
          enabled: isOn,
        })),
  );
}

/** The hooks that an administrator registered for all users of the machine. */
async function managedHooks({ agent, managedFiles }: Installer, where: Where): Promise<Found[]> {
  const events = new Set((await loadAgent(agent)).events);
  return (managedFiles?.(where) ?? []).flatMap((file) =>
    findHooks(readObject(file), events).map((hook) => ({ ...hook, agent, file, changed: null, enabled: !hook.isOff })),
  );
}

/** A hook's state as Codex reports it: Codex keeps a hash of each approved hook (`trusted_hash`) and compares it. */
function asCodexSays(
  { command, event, changed, enabled }: Found,
  codex: readonly Json[],
): Pick<ListedHook, "trusted" | "changed" | "enabled"> {
  const said = codex.filter(isObject).filter((hook) => {
    const name = hook["eventName"] ?? hook["event"];
    return hook["command"] === command && (typeof name !== "string" || plain(name) === plain(event));
  });
  const [hook] = said;
  if (!hook) return { trusted: null, changed, enabled };
  const status = hook["trustStatus"];
  const trusted = said.every((one) => one["trustStatus"] === "trusted" || one["isManaged"] === true);
  return {
    trusted,
    changed: status === "modified" ? true : trusted ? false : null,
    enabled: enabled && hook["enabled"] !== false,
  };
}

function plain(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

/** An error's reason without text of the file. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigProblem) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? (error instanceof SyntaxError ? "it is broken" : message);
}
