import type { Io } from "../kit/io.ts";
import type { Detected } from "../agents/codec/detect-dialect.ts";
import type { Dialect, DialectOptions } from "../agents/codec/dialect.ts";
import type { Events, HookEvent } from "../agents/codec/hook-event.ts";
import { forgetTails } from "../redactors/doors/memory.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { readSettings, type Settings } from "../worktree/doors/settings.ts";
import type { OwnWorld } from "../worktree/doors/trust.ts";
import type { Due } from "./deadline.ts";
import type { HookRequest } from "./request.ts";
import type { Known } from "./tell-news.ts";
import type { Watch } from "./watch.ts";
import { withOpened } from "./with-opened.ts";
import { mayHavePasses } from "../session/passes.ts";
import {
  forgetKnownContext,
  loseKnownContext,
  openKnownContext,
  resumeKnownContext,
  type KnownContext,
} from "../session/known-context.ts";

/** The canonical events to answer, with the settings for them. */
export interface OpenedEvents {
  readonly events: Events;
  readonly settings: Settings & DialectOptions;
  /** The builtin that the command line names; `undefined`: the settings choose the builtins. */
  readonly only: { readonly name: string; readonly args: readonly string[] } | undefined;
  /** Whether snapveil runs as a builtin of docker-agent (a builtin but no agent on the command line), see `Call`. */
  readonly standsIn: boolean;
  /** The folder of snapveil's state; `undefined` if there is none. */
  readonly data: string | undefined;
  readonly known: Known;
}

/**
 * Prepares a payload's events: adds the `session_start` and `turn_start` that the payload opens, drops outputs that
 * were redacted before, reads the settings and applies their deadline.
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
  const data = dataDir(io);
  const knownContext = standsIn ? undefined : knownContextIn(io, data, decoded);
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
  return { events, settings, only, standsIn, data, known };
}

/**
 * The settings for an event. For Claude Code they also say whether snapveil's mod searches messages. If it does,
 * secrets in the output of a failed tool need no warning.
 */
async function settingsOf(io: Io, event: HookEvent, { takesMod }: Dialect): Promise<Settings & DialectOptions> {
  const { onlyMessages, tellsOfFailure, sessionId, cwd } = event;
  const read = await readSettings(io, cwd);
  const settings = mayHavePasses(dataDir(io), sessionId)
    ? (await import("./with-passes.ts")).withPasses(read, event, io)
    : read;
  if (!onlyMessages && !(tellsOfFailure && takesMod)) return settings;
  const { isModLive, noteMod } = await import("../session/live-mod.ts");
  if (onlyMessages) noteMod(io, sessionId);
  return { ...settings, hasMod: isModLive(io, sessionId) };
}

/**
 * Whether a tool's name is too plain to contain a token. Nearly all tokens have a digit, so most names need no search.
 */
function isPlainTool(name: string | undefined): boolean {
  return name === undefined || name.length < 8 || !/\d/.test(name);
}

/** Deletes state at the end of a session, and of a call whose output comes in pieces. */
async function forgetEnded(io: Io, { name, sessionId, toolUseId, streamsOutput }: HookEvent): Promise<void> {
  if (!sessionId) return;
  if (name === "session_end") return (await import("./forget-session.ts")).forgetSession(io, sessionId);
  if (name === "post_tool_use" && streamsOutput && toolUseId) forgetTails(io, sessionId, toolUseId);
}

/**
 * The texts that the model of a session still remembers. The notes of these texts are updated before, because this
 * payload may begin, resume or summarize the conversation. `undefined` without a session, or if the agent drops hooks'
 * texts after each turn.
 * @param data the folder of snapveil's state
 */
function knownContextIn(io: Io, data: string | undefined, [event, ...rest]: Events): KnownContext | undefined {
  const { name, dialect, sessionId, forgetsContext, losesContext, isTakenUp } = event;
  if (!sessionId || forgetsContext) return undefined;
  const session = { dialect, sessionId };
  // `session_start` together with `turn_start` begins no new conversation: some agents use one id for all sessions and
  // send both events with each task.
  const isBeginning = name === "session_start" && !rest.some((other) => other.name === "turn_start");
  if (losesContext || name === "after_compaction") loseKnownContext(io, session, data);
  else if (name === "session_start" && isTakenUp) resumeKnownContext(io, session, data);
  else if (isBeginning) forgetKnownContext(io, sessionId, data);
  return openKnownContext(io, session, data);
}
