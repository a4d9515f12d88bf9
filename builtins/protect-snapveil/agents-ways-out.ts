import { AGENT_PROGRAMS } from "../../agents/programs.ts";
import { takesHooks, type WaysOut } from "../../agents/formats/ways-out.ts";
import { loadInstallers } from "../../agents/registry.ts";
import { columnOf, programName } from "../../shell/doors/programs.ts";
import type { CommandView, HarmRule } from "../block-destructive/rule.ts";
import { isPattern } from "../expand-pattern.ts";
import { isReadCommand, mayMeanName, namesEnvironmentFile, rule } from "./about-commands.ts";

/** An agent's ways out, by the names of its program. */
interface AgentCommands extends WaysOut {
  readonly programs: ReadonlySet<string>;
}

const PROGRAMS: Readonly<Record<string, string>> = AGENT_PROGRAMS;

/**
 * Commands and variables of agents that take snapveil's hooks, or every hook, out of an agent or out of a started one.
 */
export async function waysOutOfAgents(): Promise<HarmRule> {
  const agents = (await loadInstallers()).flatMap(({ agent, waysOut }): AgentCommands[] =>
    waysOut ? [{ ...waysOut, programs: new Set(PROGRAMS[agent]?.split(" ")) }] : [],
  );
  const names = new Set(agents.flatMap(({ programs }) => [...programs]));
  // Most commands name no agent: then their words are not looked at one by one, nor compared with each of some thirty.
  const mayName = new RegExp(`[*?[]|[!@+]\\(|${[...names].map((name) => name.replace(/\W/g, ".")).join("|")}`, "iu");
  const isAnyNamed = (words: readonly string[]) =>
    mayName.test(words.join("\n")) && words.some((word) => isProgramOf(word, names));
  return rule({
    does: "takes the hooks of snapveil out of an agent, or starts one without hooks",
    matches: (view) =>
      (isAnyNamed([view.name, ...view.own]) && agents.some((agent) => isTakenOut(view, agent))) ||
      setsVariable(view, agents) ||
      isTyped(view, agents),
  });
}

/**
 * Whether a command takes snapveil out of an agent, also behind a runner of packages: `npx @scope/agent plugin disable
 * snapveil`.
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

/** An agent's name without everything around it: `@google/gemini-cli@1.2`, `/usr/bin/gemini.cmd`. */
function agentName(word: string): string {
  return programName(word)
    .replace(/(?<=.)@.*$/s, "")
    .replace(/\.(?:[cm]?js|cmd|exe|ps1)$/i, "")
    .toLowerCase();
}

/**
 * Whether a command sets a variable of an agent: `export NAME=value`, also in a file that a shell reads at its start.
 */
function setsVariable(view: CommandView, agents: readonly WaysOut[]): boolean {
  const { name, own, fed } = view;
  const isSet = (words: readonly string[]) =>
    words.some((word) => agents.some(({ variables }) => variables?.test(word.replace(/["']/g, ""))));
  if (columnOf(name, "sets") && isSet(own)) return true;
  return namesEnvironmentFile(view) && isSet([...own, ...fed, ...view.piped].flatMap((text) => text.split(/[\s;&]+/)));
}

/** `tmux send-keys 'agent plugin disable snapveil' Enter` */
function isTyped({ name, own, fed }: CommandView, agents: readonly AgentCommands[]): boolean {
  if (!columnOf(name, "types")) return false;
  const words = [...own, ...fed].flatMap((text) => text.split(/[\s;&]+/)).map((word) => word.replace(/["']/g, ""));
  return agents.some((agent) => {
    const at = words.findIndex((word) => isProgramOf(word, agent.programs));
    return at !== -1 && takesHooks(words.slice(at + 1), agent);
  });
}
