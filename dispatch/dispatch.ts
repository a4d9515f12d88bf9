import { builtinNamed } from "../builtins/registry.ts";
import type { Io } from "../kit/io.ts";
import { asString, isObject, type JsonObject } from "../kit/json.ts";
import { parseLossless, type LosslessJson } from "../kit/lossless-json.ts";
import { stackOf } from "../kit/stack-of.ts";
import { UserError } from "../kit/user-error.ts";
import { deliver } from "../protocol/deliver.ts";
import { detectDialect } from "../protocol/detect-dialect.ts";
import type { Dialect, Reply } from "../protocol/dialect.ts";
import { DIALECTS, isDialectName } from "../protocol/dialects/registry.ts";
import { merge } from "../protocol/merge.ts";
import { readSettings } from "../worktree/read-settings.ts";
import { DEFAULT_SETTINGS } from "../worktree/settings.ts";
import { isGuarded, plan } from "./plan.ts";
import { runSteps } from "./run-steps.ts";

/** What the command line of a hook says. */
export interface HookRequest {
  readonly agent?: string;
  readonly event?: string;
  readonly builtin?: string;
  readonly args: readonly string[];
}

const SILENCE: Reply = { stdout: "", stderr: "", exitCode: 0 };

/** The life of one event: parse, choose the dialect, decode, run, merge, deliver, encode. Never throws. */
export async function dispatch(io: Io, request: HookRequest): Promise<Reply> {
  if (io.env["SNAPVEIL_DISABLE"] === "1") return SILENCE;
  let json: LosslessJson;
  let raw: JsonObject;
  try {
    json = parseLossless(io.readStdin().replace(/^\uFEFF/, ""));
    if (!isObject(json.value)) throw new Error("it is valid JSON but not an object.");
    raw = json.value;
  } catch (error) {
    return unanswered(io, request, {}, request.event ?? "", error);
  }
  const wireName = asString(raw["hook_event_name"]) || request.event || "";
  try {
    const reply = await answer(io, request, raw, wireName);
    return { ...reply, stdout: json.restore(reply.stdout), stderr: unknownAgent(request) + reply.stderr };
  } catch (error) {
    if (error instanceof UserError) return { stdout: "", stderr: `snapveil: ${error.message}\n`, exitCode: 1 };
    // A bug, or input beyond what can be answered, such as nesting too deep to write out: said as for unreadable input.
    return unanswered(io, request, raw, wireName, new Error(`it could not be answered (${(error as Error).name}).`, { cause: error }));
  }
}

async function answer(io: Io, request: HookRequest, raw: JsonObject, wireName: string): Promise<Reply> {
  const dialect = await dialectOf(request, raw, wireName);
  const events = dialect.decode(raw, wireName);
  const settings = await readSettings(io, events[0].cwd);
  const only = request.builtin === undefined ? undefined : { name: request.builtin, args: request.args };
  const steps = plan(events, settings, only);
  if (steps.length === 0 && settings.problems.length === 0) return SILENCE;
  const outcome = await runSteps(steps, events, io, settings);
  const told = settings.problems.length > 0 ? merge(outcome, { notice: settings.problems }) : outcome;
  const replyName = wireName || steps[0]?.builtin.home || "";
  return dialect.encode(deliver(told, dialect.carries(replyName), dialect.title), replyName);
}

async function dialectOf({ agent }: HookRequest, raw: JsonObject, wireName: string): Promise<Dialect> {
  const name = agent !== undefined && isDialectName(agent) ? agent : detectDialect(raw, wireName);
  return (await DIALECTS[name]()).default;
}

/** Fails closed where something that guards was asked for, by name or through the event's profile. */
async function unanswered(io: Io, request: HookRequest, raw: JsonObject, wireName: string, error: unknown): Promise<Reply> {
  if (io.env["DEBUG"]?.includes("snapveil")) io.writeStderr(`${stackOf(error)}\n`);
  // A parser's message quotes its input, which may hold a secret.
  const why = error instanceof SyntaxError ? "it is not valid JSON." : error instanceof Error ? error.message : String(error);
  const dialect = await dialectOf(request, raw, wireName);
  const guards = request.builtin === undefined
    ? dialect.decode({}, wireName).some(({ name }) => isGuarded(name, DEFAULT_SETTINGS))
    : builtinNamed(request.builtin)?.failure === "closed";
  return dialect.encodeUnreadable(`snapveil: ${new UserError("badStdin", [why]).message}\n`, guards);
}

/** A registration written by a newer version is no reason to lock its user out: the payload decides, and this is said. */
function unknownAgent({ agent }: HookRequest): string {
  if (agent === undefined || isDialectName(agent)) return "";
  return `snapveil: the agent "${agent}" is not known to this version; its payload decides how it is answered.\n`;
}
