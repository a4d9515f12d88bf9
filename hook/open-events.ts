import type { Io } from "../kit/io.ts";
import type { Detected } from "../agents/codec/detect-dialect.ts";
import type { Dialect, DialectOptions } from "../agents/codec/dialect.ts";
import type { Events, HookEvent } from "../agents/codec/hook-event.ts";
import { forgetTails } from "../redactors/doors/memory.ts";
import { readSettings, type Settings } from "../worktree/doors/settings.ts";
import type { OwnWorld } from "../worktree/doors/trust.ts";
import type { Due } from "./deadline.ts";
import type { HookRequest } from "./request.ts";
import type { Known } from "./tell-news.ts";
import { knownContextIn } from "./known-context-in.ts";
import type { Watch } from "./watch.ts";
import { withOpened } from "./with-opened.ts";

/** The events of a payload that are to be answered, with the settings that hold for them. */
export interface OpenedEvents {
  readonly events: Events;
  readonly settings: Settings & DialectOptions;
  /** The only builtin, if the command line names one; absent: the builtins of the settings run. */
  readonly only: { readonly name: string; readonly args: readonly string[] } | undefined;
  /** The event names no agent beside it: see `Call`. */
  readonly standsIn: boolean;
  readonly known: Known;
}

/**
 * The decoded events, with those that they open, without events that were settled before; reads the settings, and moves
 * the deadline to theirs.
 */
export async function openEvents(
  { io, set, left }: Due & OwnWorld,
  request: HookRequest,
  { dialect, wireName, decoded }: Detected & { readonly decoded: Events },
  watch: Watch | undefined,
): Promise<OpenedEvents> {
  set(undefined, dialect, wireName);
  const only = request.builtin === undefined ? undefined : { name: request.builtin, args: request.args };
  const standsIn = only !== undefined && request.agent === undefined;
  const knownContext = standsIn ? undefined : knownContextIn(io, decoded);
  const whole = only ? decoded : withOpened(io, decoded, knownContext);
  const read = await settingsOf(io, whole[0], dialect);
  const own = left.length === 0 ? read : { ...read, problems: [...left, ...read.problems] };
  const settings = watch ? { ...own, ...watch.settings(own) } : own;
  set(settings.deadline, dialect, wireName);
  const opened = isPlainTool(whole[0].toolName)
    ? whole
    : await (await import("./plain-tool.ts")).withPlainTool(whole, { io, settings });
  const events = settings.strict ? (await import("./settled.ts")).withoutSettled(io, opened) : opened;
  await forgetEnded(io, opened[0]);
  if (opened.some(({ name }) => name === "session_start"))
    (await import("../worktree/doors/person.ts")).noteAgentAtWork(io);
  const known = {
    knownContext,
    tells: dialect.tells,
    readInstead: dialect.readInstead?.(io.env),
    title: dialect.title,
  };
  return { events, settings, only, standsIn, known };
}

/**
 * The settings for an event. snapveil's mod reports in an event of its own; it changes the settings of the agent's
 * other hooks.
 */
async function settingsOf(io: Io, event: HookEvent, { takesMod }: Dialect): Promise<Settings & DialectOptions> {
  const { onlyMessages, tellsOfFailure, sessionId, cwd } = event;
  const settings = await readSettings(io, cwd);
  if (!onlyMessages && !(tellsOfFailure && takesMod)) return settings;
  const { isModLive, noteMod } = await import("../session/live-mod.ts");
  if (onlyMessages) noteMod(io, sessionId);
  return { ...settings, hasMod: isModLive(io, sessionId) };
}

/** Whether a tool's name is a name and no token, which nearly always has a digit: a look that spares most events more. */
function isPlainTool(name: string | undefined): boolean {
  return name === undefined || name.length < 8 || !/\d/.test(name);
}

/** Deletes the state that is kept for as long as a session lasts, or a call whose output comes in pieces. */
async function forgetEnded(io: Io, { name, sessionId, toolUseId, streamsOutput }: HookEvent): Promise<void> {
  if (!sessionId) return;
  if (name === "session_end") return (await import("./forget-session.ts")).forgetSession(io, sessionId);
  if (name === "post_tool_use" && streamsOutput && toolUseId) forgetTails(io, sessionId, toolUseId);
}
