import type { Agent } from "../agents/codec/agent.ts";
import { deliver } from "../agents/codec/deliver.ts";
import type { Capabilities, Reply } from "../agents/codec/dialect.ts";
import type { Registered } from "../agents/formats/config-file.ts";
import type { Installer } from "../agents/formats/installer.ts";
import { BUILTINS, isGuarded } from "../builtins/doors/table.ts";
import { redactJson } from "../redactors/doors/redact.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import { isObject, parseJson, type Json, type JsonObject } from "../kit/json.ts";
import { broken, limit, ok, warning, type Check } from "./check.ts";
import { judgePolicy, ownPolicy } from "./judge-policy.ts";

/** An invented secret. It is joined from parts, so that secret scanners do not report this source file. */
export const SECRET = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

export type TestedLeg = "arguments" | "output";
export const WHERE = { arguments: "the arguments of a tool call", output: "what a tool printed" } as const;

const LOGIN_SCRIPT = "If a login script of yours prints something, let it print only in a terminal.";
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

function repairOf({ error, exitCode, stderr }: LineRun): string {
  const isGone = error === "ENOENT" || exitCode === 127 || exitCode === 126 || NO_PROGRAM.test(stderr);
  return isGone
    ? "Node or the copy of the program was moved: run snapveil install again for this agent."
    : "Run snapveil install again for this agent.";
}

/**
 * Judges the answer to an event with a secret: it should have the keys of the rewrite that the dialect itself produces.
 */
export function judgeSecret(
  run: LineRun,
  { dialect, settings, hasOthers }: Trial,
  event: string,
  raw: JsonObject,
  leg: TestedLeg,
): Check {
  const name = `secret_in_${leg}`;
  const where = WHERE[leg];
  const part = leg === "arguments" ? "toolInput" : "toolResponse";
  const decoded = dialect.decode(raw, event);
  const guards = BUILTINS.filter(({ failure }) => failure === "closed");
  const guarded = decoded.filter((one) => part in one && guards.some(({ events }) => events?.includes(one.name)));
  if (guarded.length === 0)
    return limit(name, `${dialect.title} lets no hook change ${where}: a secret there is not held back.`);
  const target = guarded.find((one) => isGuarded(one.name, settings));
  if (!target) return warning(name, `Your settings do not redact everything at ${event}: a secret in ${where} passes.`);
  const rewrite = { [part]: redactJson(target[part]!, settings.marker).value };
  const answerTo = (one: Capabilities) => dialect.encode(deliver({ rewrite }, one, dialect.title), event, raw);
  const alone = dialect.carries(event, raw, settings);
  const beside = { ...alone, contested: "" };
  const isContested = hasOthers && missingKeys(answerTo(beside).stdout, run.stdout)?.length === 0;
  const capabilities: Capabilities = isContested ? beside : alone;
  const expected = answerTo(capabilities);
  if (run.stdout.includes(SECRET) || run.stderr.includes(SECRET))
    return broken(
      name,
      `The answer to ${event} repeats the secret.`,
      "Run snapveil install again; then snapveil explain shows what happens.",
    );
  const own = leg === "arguments" ? ownPolicy(target, settings) : undefined;
  const isAnswer = (kind: "ask" | "deny") =>
    isLike(run, dialect.encode(deliver({ verdict: { kind, reason: where } }, alone, dialect.title), event, raw));
  const follows = () => isAnswer("ask") || isAnswer("deny");
  const byPolicy = own && judgePolicy(own, { name, where, ms: run.ms, follows });
  if (byPolicy) return byPolicy;
  if (run.exitCode !== expected.exitCode)
    return broken(
      name,
      `The line for ${event} ended with exit code ${run.exitCode} on a secret in ${where}, where the agent wants ` +
        `${expected.exitCode}.`,
      repairOf(run),
    );
  const isTakenOut = capabilities.rewrite.includes(part) && !(isContested && part === "toolInput");
  const degree = isTakenOut ? "taken out" : capabilities.refusal ? "refused" : undefined;
  if (degree === undefined && expected.stdout === "")
    return limit(name, `${dialect.title} lets no hook change ${where} here: a secret there is not held back.`);
  const missing = missingKeys(expected.stdout, run.stdout);
  if (missing === undefined)
    return broken(
      name,
      `The answer to ${event} is no JSON object, so the agent drops it and the secret passes.`,
      LOGIN_SCRIPT,
    );
  if (missing.length > 0)
    return broken(
      name,
      `A secret in ${where} passes: the answer to ${event} lacks ${missing.join(", ")}.`,
      "Is redact_secrets left out by the line or by your settings? snapveil explain shows what runs.",
    );
  if (degree === undefined)
    return limit(
      name,
      capabilities.tries?.includes(part)
        ? `A secret in ${where} is taken out and warned of: nobody here has seen what ${dialect.title} makes of it.`
        : `${dialect.title} lets no hook change ${where} here: a secret there is not held back, but warned of.`,
    );
  return ok(name, `A secret in ${where} is ${degree}.`, run.ms);
}

/** Whether an answer has the exit code of a reply and all of its keys. */
function isLike({ stdout, exitCode }: LineRun, reply: Reply): boolean {
  return reply.exitCode === exitCode && missingKeys(reply.stdout, stdout)?.length === 0;
}

/**
 * The keys of the expected reply that the actual one lacks; `undefined` if the actual one is no JSON object. If a plain
 * text is expected, no key is missing.
 */
function missingKeys(expected: string, actual: string): string[] | undefined {
  const wanted = parseJson(expected);
  if (!isObject(wanted)) return [];
  const got = parseJson(actual);
  return isObject(got) ? keysOf(wanted).filter((path) => !keysOf(got).includes(path)) : undefined;
}

function keysOf(value: Json, path = ""): string[] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, item]) => keysOf(item, path === "" ? key : `${path}.${key}`));
}
