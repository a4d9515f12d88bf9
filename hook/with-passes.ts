import type { HookEvent } from "../agents/codec/hook-event.ts";
import { isPassedCall } from "../builtins/doors/logs.ts";
import { isObject, type JsonObject } from "../kit/json.ts";
import type { Io } from "../kit/io.ts";
import { passesOf, replacePasses, sessionName, type SessionPass } from "../session/passes.ts";

/**
 * The settings for an event, with what the person allowed for this session or for this one call. An agent may send
 * several events before one call; all with the call's id count as the same call.
 */
export function withPasses<Settings extends object>(settings: Settings, event: HookEvent, io: Io): Settings {
  const session = sessionName(event.sessionId ?? "");
  const all = passesOf(io, session);
  const counting = all.filter((pass) => counts(pass, event));
  const fresh = counting.filter(({ call, used }) => call !== undefined && used === undefined);
  if (fresh.length > 0)
    replacePasses(
      io,
      session,
      all.map((pass) => (fresh.includes(pass) ? { ...pass, used: event.toolUseId ?? "" } : pass)),
    );
  // The list `allow` of the settings file is the one for redaction.
  return counting.reduce(
    (merged, { setting, lines }) => added(merged, setting[0] === "allow" ? ["redaction", ...setting] : setting, lines),
    settings,
  );
}

function counts({ call, used }: SessionPass, event: HookEvent): boolean {
  if (call === undefined) return true;
  if (used !== undefined && (used === "" || used !== event.toolUseId)) return false;
  return isPassedCall(event, call);
}

/** A copy of the settings with further entries in the list to which the keys lead. */
function added<Settings extends object>(
  settings: Settings,
  [key = "", ...rest]: readonly string[],
  lines: readonly string[],
): Settings {
  const part = (settings as unknown as JsonObject)[key];
  if (rest.length > 0) return isObject(part) ? { ...settings, [key]: added(part, rest, lines) } : settings;
  return { ...settings, [key]: [...(Array.isArray(part) ? part : []), ...lines] };
}
