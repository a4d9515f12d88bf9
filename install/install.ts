import { isBare } from "../agents/formats/command-line.ts";
import { realPathOfNew } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { readSettings } from "../worktree/doors/settings.ts";
import { agentAbove } from "../worktree/doors/person.ts";
import { findAgents } from "./is-there.ts";
import { findDoubles } from "./double-registration.ts";
import { planExcludes, planIncludes } from "./exclude-lines.ts";
import { writeExcludes } from "./write-exclude.ts";
import type { Installer, InstallScope, Where } from "../agents/formats/installer.ts";
import { planInstall } from "./plan-install.ts";
import type { AgentPlan } from "./agent-plan.ts";
import { planUninstall } from "./plan-uninstall.ts";
import { loadInstallers } from "../agents/registry.ts";
import { agreeToPlans, runInstall, runUninstall } from "./run-plan.ts";
import { changeServers, planServerRemovals, planServers } from "./plan-servers.ts";
import { isStaged } from "./stage-runtime.ts";
import { whereOf } from "./where.ts";
import { chosen, onlyAgent } from "./chosen-agents.ts";
import type { InstallRequest, Preparation, LeftOut } from "./preparation.ts";

const QUOTED =
  "The path of your data folder has a blank or a sign in it and no short name, and PowerShell starts nothing whose " +
  "path stands in quotes. Agents that start hooks by PowerShell run none: set SNAPVEIL_DATA_DIR to a plain path and " +
  "install again.";

const NONE_FOUND =
  "No agent was found on this machine. Name yours, for instance: snapveil install claude-code. All names: snapveil agents";

/** Plans an installation. @throws UserError if an agent is unknown, or its settings files are unusable */
export async function prepareInstall(io: Io, request: InstallRequest): Promise<Preparation> {
  const { scope, legs, program, statusLine = false, mcp = false } = request;
  if (mcp && scope === "project")
    throw new UserError("badArgument", ["--mcp registers for you in all projects: leave --project out."]);
  const { where, data } = whereOf(io, request.execPath, program.folder);
  const settings = await readSettings(io, scope === "project" ? where.root : undefined);
  const there = request.all ? await findAgents(await loadInstallers(), where) : undefined;
  const isThere = (installer: Installer) =>
    installer.files[scope] !== undefined &&
    there?.has(installer) === true &&
    (!installer.noFile || installer.files[scope]!(where, []).length > 0);
  const installers = await chosen(request, isThere, NONE_FOUND);
  const planOf = (installer: Installer) => planInstall(installer, { where, data, scope, settings, legs, statusLine });
  const { plans, leftOut } = await planEach(installers, planOf, request.all);
  const planned = plans.map(({ installer }) => installer);
  const servers = mcp ? await planServers(planned, where) : { changes: [], warnings: [] };
  const warnings = [...servers.warnings, ...(await warningsOf(plans, scope, where))];
  const isCopied = !isStaged(where.runtime, program.folder);
  const files = (scope === "project" ? plans : []).flatMap((plan) => plan.files).map(realPathOfNew);
  const own = plans.flatMap((plan) => plan.own);
  const isAgents = (await agentAbove(io)) !== undefined;
  const { changes: excludes, unignored } = planExcludes(io, data, where.root, files, scope === "project" ? own : []);
  return {
    plans,
    excludes,
    unignored,
    warnings,
    leftOut,
    where,
    isCopied,
    programs: programsOf(there),
    servers: servers.changes,
    isChange:
      isCopied || excludes.length + servers.changes.length > 0 || plans.some(({ changes }) => changes.length > 0),
    run() {
      // If an agent runs this command, the person has not agreed to the change.
      if (!isAgents) agreeToPlans(io, data, plans);
      return {
        ...runInstall(io, where, data, plans, program),
        faults: [...writeExcludes(io, data, excludes), ...changeServers(servers.changes, where)],
      };
    },
  };
}

interface Planned {
  readonly plans: readonly AgentPlan[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Plans each agent. @param isSpared an agent whose files are unusable is left out, so that it does not keep the others
 * from being registered
 * @throws UserError if an agent that is not spared, or each of the agents, has unusable files
 */
async function planEach(
  installers: readonly Installer[],
  planOf: (installer: Installer) => Promise<AgentPlan>,
  isSpared: boolean,
): Promise<Planned> {
  const plans: AgentPlan[] = [];
  const failures: { readonly agent: string; readonly error: UserError }[] = [];
  for (const installer of installers) {
    try {
      plans.push(await planOf(installer));
    } catch (error) {
      if (!isSpared || !(error instanceof UserError)) throw error;
      failures.push({ agent: installer.agent, error });
    }
  }
  if (plans.length === 0 && failures[0]) throw failures[0].error;
  return { plans, leftOut: failures.map(({ agent, error: { message } }) => ({ agent, why: message })) };
}

async function warningsOf(plans: readonly AgentPlan[], scope: InstallScope, where: Where): Promise<string[]> {
  const files = plans.flatMap((plan) => plan.files.map((path) => ({ agent: plan.installer.agent, scope, path })));
  return [
    ...(where.platform === "win32" && !isBare(where.runtime.launcher) ? [QUOTED] : []),
    ...plans.flatMap((plan) => plan.warnings),
    ...(await findDoubles(where, files)),
  ];
}

/** Agent → the path of its program, of the found agents that only their programs show. */
function programsOf(there: Awaited<ReturnType<typeof findAgents>> | undefined): ReadonlyMap<string, string> {
  return new Map([...(there ?? [])].flatMap(([{ agent }, { program: path }]) => (path ? [[agent, path]] : [])));
}

/** Plans the removal. @throws UserError if an agent is unknown, or its file is unusable */
export async function prepareUninstall(io: Io, request: Omit<InstallRequest, "legs">): Promise<Preparation> {
  const { where, data } = whereOf(io, request.execPath, request.program.folder);
  const { scope } = request;
  const installers = await loadInstallers();
  const plans: AgentPlan[] = [];
  const named = request.all || request.agents.length > 0 ? request.agents : [onlyAgent(io, data)];
  for (const installer of await chosen({ ...request, agents: named }, ({ files }) => files[scope] !== undefined, ""))
    plans.push(await planUninstall(installer, { where, data, scope }));
  const servers =
    scope === "user"
      ? await planServerRemovals(
          plans.map(({ installer }) => installer),
          where,
        )
      : [];
  const used = request.all ? plans.filter(({ changes, gone }) => changes.length + gone.length > 0) : plans;
  const excludes = planIncludes(
    data,
    plans.flatMap(({ own }) => own),
  );
  const isAgents = (await agentAbove(io)) !== undefined;
  return {
    plans: used,
    excludes,
    unignored: [],
    warnings: [],
    leftOut: [],
    where,
    isCopied: false,
    programs: new Map(),
    servers,
    isChange:
      excludes.length + servers.length > 0 || used.some(({ changes, gone }) => changes.length + gone.length > 0),
    run() {
      if (!isAgents) agreeToPlans(io, data, used);
      return {
        ...runUninstall(io, where, data, used, installers),
        faults: [...writeExcludes(io, data, excludes), ...changeServers(servers, where)],
      };
    },
  };
}
