import { readFileSync } from "node:fs";

import { ancestorsOf } from "../../kit/ancestors.ts";
import { lifeOf } from "../../kit/process-life.ts";
import { callerOf } from "../../worktree/doors/person.ts";

/** The most agents that are remembered. With more, the resident ends when nobody asks. */
const MOST = 20;

/**
 * The agents whose events a resident answered. A resident must not stay after the last of these: where bwrap runs an
 * agent in a process id namespace of its own, the agent's output ends only when every process in it has ended.
 */
export class AgentsAsking {
  readonly #platform: string;
  /** Process id → `born` of `lifeOf`. */
  readonly #born = new Map<number, string>();
  /** Whether each event came from an agent that is known. Other systems than Linux tell of ancestors by `ps` only. */
  #areAllKnown: boolean;

  constructor(platform: string) {
    this.#platform = platform;
    this.#areAllKnown = platform === "linux";
  }

  /** Notes an agent; `undefined` if it is not known. */
  note(agent: number | undefined): void {
    if (!this.#areAllKnown || (agent !== undefined && this.#born.has(agent))) return;
    if (agent === undefined || this.#born.size >= MOST) this.#areAllKnown = false;
    else this.#born.set(agent, lifeOf(agent, this.#platform)?.born ?? "ended");
  }

  /** Whether all agents have ended. `false` if an event came from an agent that is not known. */
  areGone(): boolean {
    if (!this.#areAllKnown || this.#born.size === 0) return false;
    return [...this.#born].every(([pid, born]) => lifeOf(pid, this.#platform)?.born !== born);
  }
}

/** The process that started a hook, while the hook runs; `undefined` if the system does not tell. */
export function agentOf(hook: number, platform: string): number | undefined {
  return platform === "linux" ? callerOf(ancestorsOf(hook, platform))?.pid : undefined;
}

/**
 * Whether a hook runs alone in a process id namespace, below a first process that was started for this hook: the output of
 * `bwrap HOOK` ends when all processes in it have ended, so no resident may stay there.
 */
export function isWrapped(platform: string): boolean {
  if (platform !== "linux") return false;
  try {
    return /snapveil(?:-hook)?\0/.test(readFileSync("/proc/1/cmdline", "latin1"));
  } catch {
    return false;
  }
}
