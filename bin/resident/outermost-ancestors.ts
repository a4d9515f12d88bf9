import { readFileSync } from "node:fs";

import { ancestorIdsOf } from "../../kit/ancestors.ts";
import { lifeOf } from "../../kit/process-life.ts";

/** The most ancestors that are remembered. With more, the resident ends when nobody asks. */
const MOST = 20;

/**
 * The outermost ancestors of the hooks whose events a resident answered. A resident must not stay after the last of
 * these: where bwrap runs an agent in a process id namespace of its own, the agent's output ends only when every
 * process in it has ended. Elsewhere they are a person's terminal or session, which mostly stays.
 */
export class OutermostAncestors {
  readonly #platform: string;
  /** Process id → `born` of `lifeOf`. */
  readonly #born = new Map<number, string>();
  /** Whether each event's ancestor is known. Other systems than Linux tell of ancestors by `ps` only. */
  #areAllKnown: boolean;

  constructor(platform: string) {
    this.#platform = platform;
    this.#areAllKnown = platform === "linux";
  }

  /** Notes the outermost ancestor of a hook, while each event's ancestor is known. */
  noteOf(hook: number): void {
    if (this.#areAllKnown) this.note(outermostOf(hook, this.#platform));
  }

  /** Notes an ancestor; `undefined` if it is not known. */
  note(ancestor: number | undefined): void {
    if (!this.#areAllKnown || (ancestor !== undefined && this.#born.has(ancestor))) return;
    if (ancestor === undefined || this.#born.size >= MOST) this.#areAllKnown = false;
    else this.#born.set(ancestor, lifeOf(ancestor, this.#platform)?.born ?? "ended");
  }

  /** Whether all have ended. `false` if one of an event is not known. */
  haveEnded(): boolean {
    if (!this.#areAllKnown || this.#born.size === 0) return false;
    return [...this.#born].every(([pid, born]) => lifeOf(pid, this.#platform)?.born !== born);
  }
}

/**
 * The outermost ancestor of a process while it runs, below the first process; `undefined` if the system does not tell.
 */
export function outermostOf(hook: number, platform: string): number | undefined {
  return platform === "linux" ? ancestorIdsOf(hook).at(-1) : undefined;
}

/**
 * Whether a hook runs alone in a process id namespace, below a first process that was started for this hook: the output
 * of `bwrap HOOK` ends when all processes in it have ended, so no resident may stay there.
 */
export function isWrapped(platform: string): boolean {
  if (platform !== "linux") return false;
  try {
    return /snapveil(?:-hook)?\0/.test(readFileSync("/proc/1/cmdline", "latin1"));
  } catch {
    return false;
  }
}
