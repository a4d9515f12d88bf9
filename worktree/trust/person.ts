import type { Agent } from "../../agents/codec/agent.ts";
import { AGENT_NAMES, loadAgent } from "../../agents/registry.ts";
import { ancestorsOf, type Ancestor } from "../../kit/ancestors.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { agentsAtWork, isAtWork } from "./agents-at-work.ts";
import { whyDetached } from "./detached.ts";

export interface PersonOptions {
  /** Whether the command needs a terminal; `false` if scripts may run the command, too. Default `true`. */
  readonly terminal?: boolean;
}

/**
 * Throws unless a person runs the command. Every command that switches off a guard, shows a secret or deletes
 * checkpoints calls this function.
 * @throws UserError if there is no terminal or an agent runs the command
 */
export async function requirePerson(io: Io, command: string, { terminal = true }: PersonOptions = {}): Promise<void> {
  if (terminal && !io.interactive) throw new UserError("needsTerminal", [command]);
  const why = await agentAbove(io);
  if (why !== undefined) throw new UserError("needsPerson", [command, why]);
}

/**
 * Throws unless a person or a person's script runs the command. While an agent runs on this machine, a terminal is
 * required: a process that an agent detached has neither a terminal nor an agent among its ancestors.
 */
export async function requirePersonOrScript(io: Io, command: string): Promise<void> {
  await requirePerson(io, command, { terminal: agentsAtWork(io).length > 0 });
}

/** The evidence that an agent runs this process, as half a sentence; `undefined` if there is none. */
export async function agentAbove(io: Pick<Io, "env" | "pid" | "platform">): Promise<string | undefined> {
  const agents = await Promise.all(AGENT_NAMES.map(loadAgent));
  const variables = agents.flatMap(({ traces }) => traces?.variables ?? []);
  const mine = variables.find((name) => io.env[name]);
  if (mine !== undefined) return `${mine} is set`;
  const programs = new Map(agents.flatMap((agent) => (agent.traces?.programs ?? []).map((name) => [name, agent])));
  const ancestors = ancestorsOf(io.pid, io.platform);
  for (const ancestor of ancestors) {
    const { pid, variables: set } = ancestor;
    const known = namesOf(ancestor.words).find((name) => programs.has(name));
    if (known !== undefined) return `${titled(programs.get(known)!)} runs above it (process ${pid})`;
    const started = variables.find((name) => set?.has(name));
    if (started !== undefined) return `${started} is set in a process above it (${shown(ancestor)})`;
    if (isAtWork(io, pid)) return `a process above it runs hooks of snapveil (${shown(ancestor)})`;
  }
  return whyDetached(io, ancestors);
}

function titled({ title }: Agent): string {
  return title;
}

function shown({ pid, words: [program = ""] }: Ancestor): string {
  return `${printable(baseOf(program))}, process ${pid}`;
}

/** Programs that run scripts. A process of such a program is also recognized by the script's name. */
const INTERPRETER = /^(?:node|nodejs|bun|deno|tsx|python[\d.]*|pypy[\d.]*|ruby|uv|uvx|npx|pipx|java)$/;
/** The file name extension of a program or script. */
const ENDING = /\.(?:exe|cmd|[cm]?js|[cm]?ts|py|rb|jar)$/;

/**
 * The names by which a process is recognized: the program's, and for an interpreter also the script's and its
 * package's. `node …/@google/gemini-cli/bundle/gemini.js` → node, gemini, gemini-cli.
 */
export function namesOf(words: readonly string[]): string[] {
  const [program = "", ...rest] = words;
  const own = baseOf(program);
  if (!INTERPRETER.test(own)) return [own, ...packagesIn(program)];
  const script = rest.find((word) => !word.startsWith("-")) ?? "";
  return [own, baseOf(script), ...packagesIn(script)];
}

/** The names of the packages in whose folders a file lies. */
function packagesIn(path: string): string[] {
  return [...path.matchAll(/[\\/](?:node_modules|site-packages)[\\/](?:@[^\\/]+[\\/])?([^\\/]+)/g)].map(
    ([, name]) => name!,
  );
}

/** The name of a program without folder, extension, and the dash in front of a login shell's name. */
function baseOf(path: string): string {
  return path
    .replace(/^.*[\\/]/s, "")
    .replace(/^-/, "")
    .replace(ENDING, "");
}
