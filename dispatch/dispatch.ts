import { builtinNamed } from "../builtins/registry.ts";
import type { Io } from "../kit/io.ts";
import { isObject, type JsonObject } from "../kit/json.ts";
import { parseLossless, type LosslessJson } from "../kit/lossless-json.ts";
import { stackOf } from "../kit/stack-of.ts";
import { UserError } from "../kit/user-error.ts";
import { deliver } from "../protocol/deliver.ts";
import { detectDialect, type Detected } from "../protocol/detect-dialect.ts";
import type { Reply } from "../protocol/dialect.ts";
import { isDialectName } from "../protocol/dialects/registry.ts";
import { merge } from "../protocol/merge.ts";
import { nothing } from "../protocol/outcome.ts";
import { readSettings } from "../worktree/read-settings.ts";
import { DEFAULT_SETTINGS } from "../worktree/settings.ts";
import { isGuarded, plan } from "./plan.ts";
import { runSteps } from "./run-steps.ts";
import { withOpened } from "./with-opened.ts";

/** What the command line of a hook says. */
export interface HookRequest {
  readonly agent?: string;
  readonly event?: string;
  readonly builtin?: string;
  readonly args: readonly string[];
}

/** The life of one event: parse, choose the dialect, decode, run, merge, deliver, encode. Never throws. */
export async function dispatch(io: Io, request: HookRequest): Promise<Reply> {
  let json: LosslessJson;
  let raw: JsonObject = {};
  let detected: Detected | undefined;
  try {
    if (io.env["SNAPVEIL_DISABLE"] === "1") return unsaid(await detectDialect(raw, request, io.env), raw);
    json = parseLossless(io.readStdin().replace(/^\uFEFF/, ""));
    if (!isObject(json.value)) throw new Error("it is valid JSON but not an object.");
    raw = json.value;
    detected = await detectDialect(raw, request, io.env);
    const reply = await answer(io, request, raw, detected);
    return { ...reply, stdout: json.restore(reply.stdout), stderr: unknownAgent(request) + reply.stderr };
  } catch (error) {
    if (detected && error instanceof UserError) return detected.dialect.encodeUnreadable(`snapveil: ${error.message}\n`, false, detected.wireName);
    // A bug, or input beyond what can be answered, such as nesting too deep to write out: said as for unreadable input.
    const why = detected ? new Error(`it could not be answered (${(error as Error).name}).`, { cause: error }) : error;
    return unanswered(io, request, detected ?? (await detectDialect({}, request, io.env)), why);
  }
}

/** Silence in most dialects; some want to hear that there is nothing to say. */
function unsaid({ dialect, wireName }: Detected, raw: JsonObject): Reply {
  return dialect.encode(nothing, wireName, raw);
}

async function answer(io: Io, request: HookRequest, raw: JsonObject, detected: Detected): Promise<Reply> {
  const { dialect, wireName } = detected;
  const only = request.builtin === undefined ? undefined : { name: request.builtin, args: request.args };
  const decoded = dialect.decode(raw, wireName);
  const events = only ? decoded : withOpened(io, decoded);
  const settings = await readSettings(io, events[0].cwd);
  // An event that is stood in for is over: what records or rewrites it would take what came since for its own.
  const steps = plan(events, settings, only).filter(({ builtin, eventIndex }) => !events[eventIndex]!.isOpened || !builtin.events);
  if (steps.length === 0 && settings.problems.length === 0) return unsaid(detected, raw);
  const outcome = await runSteps(steps, events, io, settings);
  const told = settings.problems.length > 0 ? merge(outcome, { notice: settings.problems }) : outcome;
  const replyName = wireName || steps[0]?.builtin.home || "";
  return dialect.encode(deliver(told, dialect.carries(replyName, raw, settings), dialect.title), replyName, raw);
}

/** Fails closed where something that guards was asked for, by name or through the event's profile. */
function unanswered(io: Io, request: HookRequest, { dialect, wireName }: Detected, error: unknown): Reply {
  if (io.env["DEBUG"]?.includes("snapveil")) io.writeStderr(`${stackOf(error)}\n`);
  // A parser's message quotes its input, which may hold a secret.
  const why = error instanceof SyntaxError ? "it is not valid JSON." : error instanceof Error ? error.message : String(error);
  const guards = request.builtin === undefined
    ? dialect.decode({}, wireName).some(({ name }) => isGuarded(name, DEFAULT_SETTINGS))
    : builtinNamed(request.builtin)?.failure === "closed";
  return dialect.encodeUnreadable(`snapveil: ${new UserError("badStdin", [why]).message}\n`, guards, wireName);
}

/** A registration written by a newer version is no reason to lock its user out: the payload decides, and this is said. */
function unknownAgent({ agent }: HookRequest): string {
  if (agent === undefined || isDialectName(agent)) return "";
  return `snapveil: the agent "${agent}" is not known to this version; its payload decides how it is answered.\n`;
}
