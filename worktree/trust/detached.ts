import { type Ancestor, controlGroupOf } from "../../kit/ancestors.ts";
import type { Io } from "../../kit/io.ts";
import { lifeOf } from "../../kit/process-life.ts";
import { agentsAtWork } from "./agents-at-work.ts";

/** Services that run a command later, out of everybody's sight; `run-u7.service` is one of `systemd-run`. */
const LATER = /[\\/]((?:(?:ana)?crond?|atd|run-\w+)\.service)(?:[\\/]|$)/m;

/** The service of a control group that runs commands later. */
export function laterService(group: string): string | undefined {
  return LATER.exec(group)?.[1];
}

/**
 * Why a process seems to be one that an agent detached from itself (`setsid -f`, `nohup`, `at`), as half a sentence. Its first
 * ancestor has then begun after an agent that still works, in the same control group: each terminal window, each login and
 * each container has one of its own. Only Linux tells.
 */
export function whyDetached(
  io: Pick<Io, "env" | "pid" | "platform">,
  ancestors: readonly Ancestor[],
): string | undefined {
  if (io.platform !== "linux") return undefined;
  const service = laterService(controlGroupOf(io.pid));
  if (service !== undefined) return `${service} started it`;
  const agents = agentsAtWork(io);
  if (agents.length === 0) return undefined;
  // systemd of the person takes in processes without a parent, too.
  const chain = ancestors.filter(({ words: [program = ""] }) => !/(?:^|\/)systemd$/.test(program));
  const last = chain.at(-1);
  if (last?.parent === 0) return undefined;
  const top = last?.pid ?? io.pid;
  const group = controlGroupOf(top);
  const began = lifeOf(top, io.platform)?.startedAt;
  const agent = agents.find((pid) => {
    const { startedAt } = lifeOf(pid, io.platform) ?? {};
    return startedAt !== undefined && began !== undefined && startedAt <= began && controlGroupOf(pid) === group;
  });
  return agent === undefined ? undefined : `it began beside an agent and has no parent left (process ${agent} works)`;
}
