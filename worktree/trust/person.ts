import type { Agent } from "../../agents/codec/agent.ts";
import { AGENT_NAMES, loadAgent } from "../../agents/registry.ts";
import { ancestorsOf, type Ancestor } from "../../kit/ancestors.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { agentsAtWork, isAtWork } from "./agents-at-work.ts";
import { whyDetached } from "./detached.ts";

export interface PersonOptions {
  /** Whether a terminal is needed; true unless a person's scripts may run the command as well. */
  readonly terminal?: boolean;
}

/**
 * Lets a command go on only for a person: every command that opens a guard, shows a secret or deletes checkpoints asks
 * here, and nowhere else.
 * @throws UserError if no terminal is there, or an agent runs the command
 */
export async function requirePerson(io: Io, command: string, { terminal = true }: PersonOptions = {}): Promise<void> {
  if (terminal && !io.interactive) throw new UserError("needsTerminal", [command]);
  const why = await agentAbove(io);
  if (why !== undefined) throw new UserError("needsPerson", [command, why]);
}

/**
 * Lets a command go on for a person or a person's script. While an agent works on this machine, the command needs a
 * terminal: a process that an agent detached has neither a terminal nor an agent among its parents.
 */
export async function requirePersonOrScript(io: Io, command: string): Promise<void> {
  await requirePerson(io, command, { terminal: agentsAtWork(io).length > 0 });
}

/** The evidence that an agent runs this process, as half a sentence for the person; `undefined` if there is none. */
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

/** Programs that run a script; the process is then known by the script's name. */
const INTERPRETER = /^(?:node|nodejs|bun|deno|tsx|python[\d.]*|pypy[\d.]*|ruby|uv|uvx|npx|pipx|java)$/;
/** The ending of a program's file. */
const ENDING = /\.(?:exe|cmd|[cm]?js|[cm]?ts|py|rb|jar)$/;

/**
 * The names by which a process is known: its program's name, and behind an interpreter the script's, with the package
 * that the script lies in: `node …/@google/gemini-cli/bundle/gemini.js`.
 */
export function namesOf(words: readonly string[]): string[] {
  const [program = "", ...rest] = words;
  const own = baseOf(program);
  if (!INTERPRETER.test(own)) return [own, ...packagesIn(program)];
  const script = rest.find((word) => !word.startsWith("-")) ?? "";
  return [own, baseOf(script), ...packagesIn(script)];
}

/** The names of the packages on the way to a file. */
function packagesIn(path: string): string[] {
  return [...path.matchAll(/[\\/](?:node_modules|site-packages)[\\/](?:@[^\\/]+[\\/])?([^\\/]+)/g)].map(
    ([, name]) => name!,
  );
}

/** A program's name without its folder and the dash that a login shell has before it. */
function baseOf(path: string): string {
  return path
    .replace(/^.*[\\/]/s, "")
    .replace(/^-/, "")
    .replace(ENDING, "");
}
