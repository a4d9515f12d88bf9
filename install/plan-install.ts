import type { ConfigFile } from "../agents/formats/config-file.ts";
import type { Installer } from "../agents/formats/installer.ts";
import { laxityOf } from "../agents/formats/whole-file.ts";
import { loadAgent } from "../agents/registry.ts";
import { printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { filesToWrite } from "./agent-files.ts";
import { chooseEvents } from "./choose-events.ts";
import { entriesFor, programsFor } from "./entries.ts";
import { builtinOf } from "./legs.ts";
import { withStatusLine } from "./plan-status-line.ts";
import { attempt } from "./without-ours.ts";
import { removal, leftOf, offWarnings } from "./plan-uninstall.ts";
import { type PlanRequest, type AgentPlan, type FileThere, type PlannedFile, reader } from "./agent-plan.ts";

const SECOND_HAND = "what it makes of hooks is known at second hand. Look whether it starts them.";

/**
 * Plans `install` for an agent.
 * @throws UserError if the agent has no such scope, or a file is unusable
 */
export async function planInstall(installer: Installer, request: PlanRequest): Promise<AgentPlan> {
  const { where, scope, data, settings, legs, statusLine = false } = request;
  const { agent, isModule } = installer;
  const notes: string[] = [];
  let hasStatusLine = false;
  if (isModule && legs.length > 0)
    throw new UserError("badArgument", [`The plugin for ${agent} serves all legs: leave --only out.`]);
  const dialect = await loadAgent(agent);
  const chosen = chooseEvents(dialect, installer, settings, legs);
  const names = chosen.map(({ name }) => name);
  const entries = entriesFor(installer, dialect, where, chosen, builtinOf(legs));
  const files = filesToWrite(installer, scope, where, dialect.events);
  if (files.length === 0) throw new UserError("badArgument", [installer.noFile ?? `There is no file for ${agent}.`]);
  const programs = programsFor(installer, where, names, builtinOf(legs));
  if (where.platform === "win32" && [...files, ...programs].some(({ isProgram }) => isProgram))
    throw new UserError("badArgument", [`${agent} wants shell scripts, which are not written on Windows.`]);

  const write = (one: FileThere): PlannedFile[] => {
    const { file, found, receipt } = one;
    const mine = file.entries ?? entries.filter(({ event }) => isHeld(file, event));
    if (mine.length === 0) return removal(installer, scope, one);
    const hooked = attempt(file, () => file.format.put(found.text, mine));
    const line = withStatusLine(installer, where, file, { found, hooked, isWished: statusLine });
    const { text: after, notes: own } = line;
    hasStatusLine ||= line.isSet;
    notes.push(...own);
    const refusal = faultOf(found.text, after, (text) => installer.refuses?.(found.path, text, dialect));
    if (refusal !== undefined) throw new UserError("notLoaded", [refusal]);
    const laxity =
      installer.refuses || !found.path.endsWith(".json") ? undefined : faultOf(found.text, after, laxityOf);
    if (laxity !== undefined)
      notes.push(
        `Whether ${dialect.title} loads ${printable(found.path)} nobody here has tried: ${laxity}. Look whether it ` +
          "lists these hooks.",
      );
    const isProgram = file.isProgram === true;
    const isRunnable = !isProgram || ((found.mode ?? 0) & 0o100) !== 0;
    if (after === found.text && isRunnable) return [];
    return [{ agent, scope, found, after, isProgram, original: leftOf(installer, one), receipt }];
  };
  const there = files.map(reader(data, scope === "project" ? where.root : undefined));
  const changes = [...programs.map(reader(data, undefined)), ...there].flatMap(write);
  const events = names.filter((name) => files.some((file) => isHeld(file, name)));
  const missing = names.filter((name) => !events.includes(name));
  const used = there.filter(({ file }) => names.some((name) => isHeld(file, name)));
  return {
    installer,
    title: dialect.title,
    scope,
    hasStatusLine,
    changes,
    warnings: [
      ...(dialect.evidence.mark === "second hand" ? [`${dialect.title} is experimental: ${SECOND_HAND}`] : []),
      ...there.flatMap((one) => offWarnings(installer, one)),
      ...notes,
      ...missing.map(
        (name) =>
          `Your settings ask for something at ${name}, which is not registered: not every release of ` +
          `${dialect.title} knows that event, and one that does not skips the whole file.`,
      ),
    ],
    gone: [],
    files: used.map(({ file }) => file.path),
    own: used.flatMap((one) => (leftOf(installer, one) === undefined ? one.found.path : [])),
    events,
    approvals: entries.flatMap(({ event, command }) => installer.approval?.(event, command) ?? []),
  };
}

/**
 * What keeps an agent from loading a file as `install` would leave it. A fault of the file as it stands is told with
 * the lines of that text, which the person has before them.
 */
function faultOf(
  before: string | undefined,
  after: string,
  find: (text: string) => string | undefined,
): string | undefined {
  const fault = find(after);
  return fault === undefined || before === undefined ? fault : (find(before) ?? fault);
}

function isHeld({ holds }: ConfigFile, event: string): boolean {
  return holds?.(event) ?? true;
}
