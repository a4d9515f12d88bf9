import { type Ancestor, controlGroupOf } from "../../kit/ancestors.ts";
import type { Io } from "../../kit/io.ts";
import { lifeOf } from "../../kit/process-life.ts";
import { agentsAtWork } from "./agents-at-work.ts";

/** systemd services that run a command later or in the background; `run-u7.service` is an example of `systemd-run`. */
const LATER = /[\\/]((?:(?:ana)?crond?|atd|run-\w+)\.service)(?:[\\/]|$)/m;

/** The name of a service in a control group that runs commands later; `undefined` if the group has none. */
export function laterService(group: string): string | undefined {
  return LATER.exec(group)?.[1];
}

/**
 * Why a process seems to be one that an agent detached from itself (`setsid -f`, `nohup`, `at`), as half a sentence;
 * `undefined` if there is no sign of it. There are two signs: a service that runs commands later started the process,
 * or its outermost ancestor started after an agent that still runs, in the agent's control group. Each terminal window,
 * login and container has its own control group. Works on Linux only.
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
  // systemd is left out of the ancestors, because a user's systemd adopts processes whose parent ended.
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
