import { existsSync } from "node:fs";

import { isForLegs } from "../install/legs.ts";
import { npxIn, ownerOf } from "../agents/formats/command-line.ts";
import { chooseEvents } from "../install/choose-events.ts";
import { ConfigProblem, type Registered } from "../agents/formats/config-file.ts";
import { findDoubles, type Registration } from "../install/double-registration.ts";
import type { Installer, Scope, Where } from "../agents/formats/installer.ts";
import { filesOf } from "../install/plan-install.ts";
import { readConfig } from "../install/read-config.ts";
import { listReceipts } from "../install/receipt.ts";
import { loadAgent, loadInstallers, unknownAgent } from "../agents/registry.ts";
import type { Program } from "../install/run-plan.ts";
import { whereOf } from "../install/where.ts";
import type { Io } from "../kit/io.ts";
import { printable } from "../kit/printable.ts";
import { UserError } from "../kit/user-error.ts";
import { agentMatrix, type AgentRow } from "../agents/codec/matrix.ts";
import { readSettings } from "../worktree/read-settings.ts";
import { broken, ok, warning, type Check } from "./check.ts";
import { checkMachine, checkNode, isSwitchedOff } from "./check-environment.ts";
import { faultyLines } from "./check-arguments.ts";
import { checkSettings } from "./check-settings.ts";
import { checkCodexTrust } from "./codex-trust.ts";
import { namedBuiltin } from "./named-builtin.ts";
import { tryLines } from "./try-line.ts";

/** What was found of one agent. */
export interface AgentReport {
  readonly agent: string;
  readonly title: string;
  readonly files: readonly string[];
  readonly checks: readonly Check[];
  /** What this agent can carry, as `snapveil agents` says it; absent where it has no dialect. */
  readonly degrees?: AgentRow["degrees"];
  readonly notes: readonly string[];
}

export interface DoctorReport {
  /** Nothing is broken. Warnings do not count. */
  readonly ok: boolean;
  readonly machine: readonly Check[];
  readonly agents: readonly AgentReport[];
}

export interface DoctorRequest {
  /** One agent, registered or not; without it every agent that is registered. */
  readonly agent?: string;
  readonly program: Program;
  readonly execPath: string;
}

/** Looks at what is registered, and starts it. @throws UserError where the agent is not known */
export async function doctor(io: Io, { agent, program, execPath }: DoctorRequest): Promise<DoctorReport> {
  const { where, data } = whereOf(io, execPath, program.folder);
  const installers = await loadInstallers();
  const names = installers.map((one) => one.agent);
  if (agent !== undefined && !names.includes(agent)) throw unknownAgent(agent, names);
  const remembered = new Set(listReceipts(data).map((receipt) => receipt.agent));
  const rows = await agentMatrix();
  const agents: AgentReport[] = [];
  let isInstalled = false;
  for (const installer of installers) {
    if (agent !== undefined && installer.agent !== agent) continue;
    const found = await look(installer, where);
    if (
      agent === undefined &&
      found.registered.length === 0 &&
      found.checks.length === 0 &&
      !remembered.has(installer.agent)
    )
      continue;
    isInstalled ||= found.registered.some(({ command }) => ownerOf(command) === "install");
    agents.push(
      await examine(
        io,
        installer,
        where,
        found,
        rows.find((row) => row.agent === installer.agent),
      ),
    );
  }
  const machine = [
    ...checkMachine(io, where, data, program, isInstalled),
    ...(await checkSettings(await readSettings(io, where.root))),
  ];
  const all = [...machine, ...agents.flatMap(({ checks }) => checks)];
  return { ok: all.every(({ state }) => state !== "broken"), machine, agents };
}

interface Found {
  readonly registered: readonly (Registered & { readonly path: string; readonly scope: Scope })[];
  /** About files that cannot be read, or that switch hooks off. */
  readonly checks: readonly Check[];
}

async function look(installer: Installer, where: Where): Promise<Found> {
  const dialect = await loadAgent(installer.agent);
  const registered: Found["registered"][number][] = [];
  const checks: Check[] = [];
  for (const scope of ["user", "project"] as const) {
    if (!installer.files[scope]) continue;
    for (const { path, format } of filesOf(installer, scope, where, dialect.events)) {
      if (!existsSync(path)) continue;
      try {
        const text = readConfig(path, undefined).text ?? "";
        const entries = format.find(text);
        registered.push(...entries.map((entry) => ({ ...entry, path, scope })));
        const off = entries.length > 0 && format.read ? installer.switchedOff?.(format.read(text)) : undefined;
        const refused = entries.length > 0 ? installer.refuses?.(path, text) : undefined;
        if (refused) checks.push(broken("refused_file", refused, `snapveil install ${installer.agent}`));
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
  return { registered, checks };
}

async function examine(
  io: Io,
  installer: Installer,
  where: Where,
  { registered, checks }: Found,
  row: AgentRow | undefined,
): Promise<AgentReport> {
  const dialect = await loadAgent(installer.agent);
  const { title } = dialect;
  const files = [...new Set(registered.map(({ path }) => path))];
  const report = (more: readonly Check[]): AgentReport => ({
    agent: installer.agent,
    title,
    files,
    checks: [...checks, ...more],
    ...(row && { degrees: row.degrees }),
    notes: row?.notes ?? [],
  });
  if (registered.length === 0)
    return report([
      broken(
        "registered",
        `${title} does not start snapveil: nothing is registered.`,
        `snapveil install ${installer.agent}`,
      ),
    ]);
  const settings = await readSettings(io, where.root);
  const wanted = chooseEvents(dialect, installer, settings, []).map(({ name }) => name);
  const faulty = await faultyLines(installer.isModule ? [] : registered);
  const usable = registered.filter(({ command }) => !faulty.has(command));
  return report([
    ...checkEvents(title, installer, registered, wanted),
    ...checkNpx(registered),
    ...(await checkDoubles(where, installer, registered)),
    ...checkNode(io, registered, where),
    ...faulty.values(),
    ...(isSwitchedOff(io) ? [] : tryLines(io, { installer, dialect, settings, registered: usable })),
    ...(installer.agent === "codex" ? [await checkCodexTrust(io)] : []),
  ]);
}

/** Events that are not registered, where nobody chose that: a line that names a builtin was made for some of them. */
function checkEvents(
  title: string,
  { agent, isModule }: Installer,
  registered: Found["registered"],
  wanted: readonly string[],
): Check[] {
  if (isModule) return [ok("registered", `${title} loads the plugin that starts snapveil.`)];
  const there = new Set(registered.map(({ event }) => event));
  const missing = wanted.filter((event) => !there.has(event));
  const isChosen = registered.some(({ command }) => isForLegs(namedBuiltin(command) ?? ""));
  const said = ok("registered", `${title} starts snapveil for ${there.size} ${there.size === 1 ? "event" : "events"}.`);
  if (missing.length === 0 || isChosen) return [said];
  return [
    said,
    warning("events", `Not registered: ${missing.join(", ")}.`, `snapveil install ${agent} adds what is missing.`),
  ];
}

function checkNpx(registered: Found["registered"]): Check[] {
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

async function checkDoubles(where: Where, { agent }: Installer, registered: Found["registered"]): Promise<Check[]> {
  const own: Registration[] = [
    ...new Map(registered.map(({ path, scope }) => [path, { agent, scope, path }])).values(),
  ];
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
