import { AGENT_PROGRAMS } from "../../agents/programs.ts";
import { takesHooks, type WaysOut } from "../../agents/formats/ways-out.ts";
import { loadInstallers } from "../../agents/registry.ts";
import { columnOf, programName } from "../../shell/doors/programs.ts";
import type { CommandView, HarmRule } from "../block-destructive/rule.ts";
import { isPattern } from "../expand-pattern.ts";
import { isReadCommand, mayMeanName, namesEnvironmentFile, rule } from "./about-commands.ts";

/** Commands and variables that switch off an agent's hooks, with the names of the agent's program. */
interface AgentCommands extends WaysOut {
  readonly programs: ReadonlySet<string>;
}

const PROGRAMS: Readonly<Record<string, string>> = AGENT_PROGRAMS;

/**
 * The rule for commands and variables of agents that take snapveil's hooks, or all hooks, out of an agent, or that
 * start an agent without hooks.
 */
export async function waysOutOfAgents(): Promise<HarmRule> {
  const agents = (await loadInstallers()).flatMap(({ agent, waysOut }): AgentCommands[] =>
    waysOut ? [{ ...waysOut, programs: new Set(PROGRAMS[agent]?.split(" ")) }] : [],
  );
  const names = new Set(agents.flatMap(({ programs }) => [...programs]));
  // Most commands name no agent; then their words need not be compared with each of some thirty agents.
  const mayName = new RegExp(`[*?[]|[!@+]\\(|${[...names].map((name) => name.replace(/\W/g, ".")).join("|")}`, "iu");
  const isAnyNamed = (name: string, own: readonly string[]) =>
    (mayName.test(name) || own.some((word) => mayName.test(word))) &&
    [name, ...own].some((word) => isProgramOf(word, names));
  return rule({
    does: "takes the hooks of snapveil out of an agent, or starts one without hooks",
    matches: (view) =>
      (isAnyNamed(view.name, view.own) && agents.some((agent) => isTakenOut(view, agent))) ||
      setsVariable(view, agents) ||
      isTyped(view, agents),
  });
}

/**
 * Whether a command takes snapveil's hooks out of an agent, also through a package runner: `npx @scope/agent plugin
 * disable snapveil`.
 */
function isTakenOut(view: CommandView, agent: AgentCommands): boolean {
  const { name, own, assigned } = view;
  const words = [name, ...own];
  const at = words.findIndex((word) => isProgramOf(word, agent.programs));
  if (at === -1 || (at > 0 && isReadCommand(view))) return false;
  return takesHooks(words.slice(at + 1), agent) || (at === 0 && assigned.some((word) => agent.variables?.test(word)));
}

function isProgramOf(word: string, programs: ReadonlySet<string>): boolean {
  return programs.has(agentName(word)) || (isPattern(word) && [...programs].some((name) => mayMeanName(word, name)));
}

/** An agent's name without scope, version, folder and ending: `@google/gemini-cli@1.2`, `/usr/bin/gemini.cmd`. */
function agentName(word: string): string {
  return programName(word)
    .replace(/(?<=.)@.*$/s, "")
    .replace(/\.(?:[cm]?js|cmd|exe|ps1)$/i, "")
    .toLowerCase();
}

/**
 * Whether a command sets a variable of an agent: `export NAME=value`, or a line with it in a file that a shell reads
 * when it starts.
 */
function setsVariable(view: CommandView, agents: readonly WaysOut[]): boolean {
  const { name, own, fed } = view;
  const isSet = (words: readonly string[]) =>
    words.some((word) => agents.some(({ variables }) => variables?.test(word.replace(/["']/g, ""))));
  if (columnOf(name, "sets") && isSet(own)) return true;
  return namesEnvironmentFile(view) && isSet([...own, ...fed, ...view.piped].flatMap((text) => text.split(/[\s;&]+/)));
}

/**
 * Whether a command types an agent's command into a terminal: `tmux send-keys 'agent plugin disable snapveil' Enter`.
 */
function isTyped({ name, own, fed }: CommandView, agents: readonly AgentCommands[]): boolean {
  if (!columnOf(name, "types")) return false;
  const words = [...own, ...fed].flatMap((text) => text.split(/[\s;&]+/)).map((word) => word.replace(/["']/g, ""));
  return agents.some((agent) => {
    const at = words.findIndex((word) => isProgramOf(word, agent.programs));
    return at !== -1 && takesHooks(words.slice(at + 1), agent);
  });
}
