import { ownerOf } from "../agents/formats/own-line.ts";
import { chooseEvents } from "../install/choose-events.ts";
import type { Installer, Where } from "../agents/formats/installer.ts";
import { listReceipts } from "../worktree/doors/switch.ts";
import { settingsFileToWrite } from "../worktree/doors/edit-settings.ts";
import { readSettings } from "../worktree/doors/settings.ts";
import { loadAgent, loadInstallers, unknownAgent } from "../agents/registry.ts";
import type { ProgramCopy } from "../install/run-plan.ts";
import { whereOf } from "../install/where.ts";
import type { Io } from "../kit/io.ts";
import { agentMatrix, type AgentRow } from "../agents/codec/matrix.ts";
import { checkRelease } from "./agent-release.ts";
import { broken, type Check } from "./check.ts";
import { checkClosing } from "./check-closing.ts";
import { checkMachine, checkSwitch, isSwitchedOff } from "./check-environment.ts";
import { checkNode } from "./check-node.ts";
import { checkRights } from "./check-rights.ts";
import { checkOthers } from "./check-others.ts";
import { checkServed } from "./check-served.ts";
import { checkTeam } from "./check-team.ts";
import { checkSettings } from "./check-settings.ts";
import { checkCodexTrust } from "./codex-trust.ts";
import { faultyLines } from "./named-builtin.ts";
import { withOwnWord } from "./own-word.ts";
import { checkDoubles, checkEvents, checkNpx, findRegistered } from "./registered.ts";
import type { RegisteredHooks } from "./registered-hooks.ts";
import { tryLines } from "./try-line.ts";

/** The results of the checks for one agent. */
export interface AgentReport {
  readonly agent: string;
  readonly title: string;
  readonly files: readonly string[];
  readonly checks: readonly Check[];
  /** The agent's capabilities as `snapveil agents` prints them; absent if the agent has no row in that table. */
  readonly degrees?: AgentRow["degrees"];
  /** The capabilities that it has for some tools only. */
  readonly only?: AgentRow["only"];
  readonly notes: readonly string[];
}

export interface DoctorReport {
  /** `false` if a check is broken; warnings are allowed. */
  readonly ok: boolean;
  readonly machine: readonly Check[];
  /** What the project's team asks, held against this machine; absent if nobody asked for that. */
  readonly project?: readonly Check[];
  readonly agents: readonly AgentReport[];
}

export interface DoctorRequest {
  /** The agent to check, even if it has no hooks of snapveil; absent: every agent that has. */
  readonly agent?: string;
  readonly program: ProgramCopy;
  readonly execPath: string;
}

/** Checks the registered hooks and runs them. @throws UserError if the agent is unknown */
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
    const found = await findRegistered(installer, where);
    if (
      agent === undefined &&
      found.registered.length === 0 &&
      found.served.length === 0 &&
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
  const settings = await readSettings(io, where.root);
  const machine = [
    ...checkMachine(io, where, data, program, isInstalled, settings),
    ...checkRights(io, where, data, [...new Set(agents.flatMap(({ files }) => files))]),
    ...(await checkSettings(settings, settingsFileToWrite(io))),
  ];
  const all = [...machine, ...agents.flatMap(({ checks }) => checks)];
  return { ok: all.every(({ state }) => state !== "broken"), machine, agents };
}

/**
 * Checks whether this machine is at least as strict as the project asks: its settings, and with `hasAgents` also the
 * hooks of the agents that the team names, which are run.
 * @throws UserError if the project has no settings file
 */
export async function doctorOfProject(io: Io, request: DoctorRequest, hasAgents: boolean): Promise<DoctorReport> {
  const { where } = whereOf(io, request.execPath, request.program.folder);
  const project = await checkTeam(io, where.root, request.program.version);
  const { team } = await readSettings(io, where.root);
  const known = (await loadInstallers()).map(({ agent }) => agent);
  const agents: AgentReport[] = [];
  for (const agent of hasAgents ? team.agents.filter((name) => known.includes(name)) : [])
    agents.push(...(await doctor(io, { ...request, agent })).agents);
  const machine = checkSwitch(io);
  const all = [...machine, ...project, ...agents.flatMap(({ checks }) => checks)];
  return { ok: all.every(({ state }) => state !== "broken"), machine, project, agents };
}

async function examine(
  io: Io,
  installer: Installer,
  where: Where,
  found: RegisteredHooks,
  row: AgentRow | undefined,
): Promise<AgentReport> {
  const dialect = await loadAgent(installer.agent);
  const { title } = dialect;
  const settings = await readSettings(io, where.root);
  const { registered, served } = found;
  const checks = await withOwnWord(io, { installer, title, where, settings, found });
  const files = [...new Set([...registered, ...served].map(({ path }) => path))];
  const report = (more: readonly Check[]): AgentReport => ({
    agent: installer.agent,
    title,
    files,
    checks: [...checks, ...more],
    ...(row && { degrees: row.degrees, only: row.only }),
    notes: row?.notes ?? [],
  });
  // The agent has snapveil's plugin, but the plugin's folder is unknown, so its hooks cannot be read.
  if (registered.length === 0 && checks.some(({ name, state }) => name === "plugin" && state === "ok"))
    return report(checkRelease(io, installer, title));
  if (registered.length === 0 && served.length === 0)
    return report([
      broken(
        "registered",
        `${title} does not start snapveil: nothing is registered.`,
        `snapveil install ${installer.agent}`,
      ),
    ]);
  // What a project adds is registered by `install --project` alone.
  const isProjects = registered.some(({ scope }) => scope === "project");
  const chosen = chooseEvents(dialect, installer, isProjects ? settings : { ...settings, added: {} }, []);
  const wanted = chosen.map(({ name }) => name);
  const faulty = await faultyLines(installer.isModule ? [] : registered);
  const others = await checkOthers(installer, dialect, where, { io, settings });
  const hasOthers = others.length > 0;
  const usable = registered.filter(({ command }) => !faulty.has(command));
  return report([
    ...checkEvents(title, installer, [...registered, ...served], wanted),
    ...checkNpx(registered),
    ...(await checkDoubles(where, installer, registered)),
    ...others,
    ...checkNode(io, registered, where, new Set(chosen.flatMap(({ name, talks }) => (talks ? name : [])))),
    ...faulty.values(),
    ...(isSwitchedOff(io) ? [] : tryLines(io, { installer, dialect, settings, registered: usable, hasOthers })),
    ...checkClosing(io, installer, dialect, where, usable, chosen),
    ...(await checkServed(io, installer, title, { registered, served, chosen })),
    ...checkRelease(io, installer, title),
    ...(installer.agent === "codex" ? [await checkCodexTrust(io)] : []),
  ]);
}
