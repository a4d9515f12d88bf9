import type { Agent } from "../agents/codec/agent.ts";
import type { Reply } from "../agents/codec/dialect.ts";
import type { Registered } from "../agents/formats/config-file.ts";
import type { Installer } from "../agents/formats/installer.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import { broken, ok, warning, type Check } from "./check.ts";

/** An invented secret. It is joined from parts, so that secret scanners do not report this source file. */
export const SECRET = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

export type TestedLeg = "arguments" | "output";
export const WHERE = { arguments: "the arguments of a tool call", output: "what a tool printed" } as const;

export const LOGIN_SCRIPT = "If a login script of yours prints something, let it print only in a terminal.";
const NO_PROGRAM = /Cannot find module|MODULE_NOT_FOUND/;
/** The timeout in milliseconds of a hook without its own timeout, and the most that a trial waits. */
const LONGEST = 60_000;

export interface Trial {
  readonly installer: Installer;
  readonly dialect: Agent;
  readonly settings: Settings;
  readonly registered: readonly Registered[];
  /** Whether other hooks run before a tool. snapveil may then refuse a call instead of rewriting it. */
  readonly hasOthers: boolean;
}

/** The result of running a command line. */
export interface LineRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly error?: string;
  readonly ms: number;
}

/** Milliseconds that the agent waits for a hook. */
export function limitOf({ timeout }: Registered, { isMilliseconds }: Installer): number {
  if (timeout === undefined || timeout < 0) return LONGEST;
  return Math.min(LONGEST, isMilliseconds?.(timeout) ? timeout : timeout * 1000);
}

/**
 * Judges the answer to a harmless event: it should equal the dialect's empty reply.
 * @param limit milliseconds that the hook may take
 */
export function judgeClean(run: LineRun, expected: Reply, event: string, limit: number): Check {
  const name = "clean_event";
  const fault = faultOf(run, limit);
  if (fault) return broken(name, `The line for ${event} ${fault}.`, repairOf(run));
  if (run.exitCode !== expected.exitCode)
    return broken(
      name,
      `The line for ${event} ended with exit code ${run.exitCode} on a harmless event, where the agent wants ` +
        `${expected.exitCode}.`,
      repairOf(run),
    );
  if (run.stderr.trim() !== "")
    return broken(
      name,
      `The line for ${event} wrote on standard error although there was nothing to say; some agents take that ` +
        "for an answer.",
      "See what it is: run the line by hand with an event on standard input.",
    );
  if (run.stdout.trim() !== expected.stdout)
    return broken(
      name,
      `The line for ${event} answered a harmless event, where the agent wants ` +
        `${expected.stdout === "" ? "nothing" : "its own way to say nothing"}.`,
      LOGIN_SCRIPT,
    );
  if (run.ms > limit / 2)
    return warning(
      name,
      `The line for ${event} took ${run.ms} ms of the ${limit} ms that it has.`,
      "A busy machine, or a slow login script.",
    );
  return ok(name, `A harmless ${event} passes in silence.`, run.ms);
}

function faultOf({ error, exitCode, stderr }: LineRun, limit: number): string | undefined {
  if (error === "ETIMEDOUT") return `did not end within its ${limit} ms`;
  if (error === "ENOENT" || exitCode === 127) return "could not be started: there is no such program";
  if (error === "EACCES" || exitCode === 126) return "could not be started: it may not be run";
  if (error !== undefined) return `could not be started (${error})`;
  if (NO_PROGRAM.test(stderr)) return "starts a Node that does not find the program";
  return undefined;
}

/** What repairs a line whose run failed. */
export function repairOf({ error, exitCode, stderr }: LineRun): string {
  const isGone = error === "ENOENT" || exitCode === 127 || exitCode === 126 || NO_PROGRAM.test(stderr);
  return isGone
    ? "Node or the copy of the program was moved: run snapveil install again for this agent."
    : "Run snapveil install again for this agent.";
}
