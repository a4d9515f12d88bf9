import { statSync } from "node:fs";

import { passesById, type LogEntry, type PassEntry } from "../builtins/doors/logs.ts";
import type { Io } from "../kit/io.ts";
import { localTime } from "../kit/local-time.ts";
import { printable } from "../kit/text.ts";
import { passesOf, replacePasses, type SessionPass } from "../session/passes.ts";
import type { Allowed } from "../terminal/describe-log.ts";
import type { HeldLines } from "../worktree/doors/edit-settings.ts";

/** What a person allowed after a refusal, and what still holds. */
export interface Allowance {
  /** Whether the settings file has it, or its session alone. */
  readonly by: "settings" | "session";
  /** Since when, and by which file: a sentence without its full stop. */
  readonly sentence: string;
}

/**
 * Returns a function that tells what lets a refused call or a redacted secret pass by now. It returns `undefined` if
 * nothing was allowed, or not everything that the refusal was about.
 */
export async function allowances(io: Io): Promise<(kept: PassEntry) => Allowance | undefined> {
  const { linesInSettings, settingsFileToWrite } = await import("../worktree/doors/edit-settings.ts");
  const held = await linesInSettings(io);
  return (kept) => {
    const found = linesOf(kept, held);
    if (found !== undefined) {
      const file = settingsFileToWrite(io);
      const since = found.map(dayOf).find((day) => day !== undefined) ?? lastChange(file);
      return { by: "settings", sentence: `Allowed since ${since} by ${printable(file)}` };
    }
    const [own] = passesOfSession(io, kept);
    if (!own) return undefined;
    const how = own.call === undefined ? "until its session ends" : "once, for the same call";
    return { by: "session", sentence: `Allowed since ${localTime(new Date(own.at).toISOString())}, ${how}` };
  };
}

/** The entries that a person allowed meanwhile: id → since when, and by which file. */
export async function allowedAmong(io: Io, entries: readonly LogEntry[]): Promise<Allowed> {
  const [passes, allowanceOf] = [passesById(io), await allowances(io)];
  const found = entries.flatMap(({ id = "" }) => {
    const kept = passes.get(id);
    const allowance = kept && allowanceOf(kept);
    return allowance ? [[id, allowance.sentence] as const] : [];
  });
  return new Map(found);
}

/**
 * Takes back what was allowed after a refusal, in the settings file and in its session.
 * @returns the number of lines and passes that were removed
 * @throws UserError if the settings file is broken or cannot be written
 */
export async function removeAllowance(io: Io, kept: PassEntry): Promise<number> {
  const { removeFromSettings } = await import("../worktree/doors/edit-settings.ts");
  let removed = 0;
  for (const { setting, lines } of kept.passes) removed += await removeFromSettings(io, setting, lines);
  const own = passesOfSession(io, kept).map((one) => JSON.stringify(one));
  if (own.length === 0) return removed;
  const others = passesOf(io, kept.session!).filter((one) => !own.includes(JSON.stringify(one)));
  replacePasses(io, kept.session!, others);
  return removed + own.length;
}

/** The lines of the settings that let a refusal pass; `undefined` if one of these is missing. */
function linesOf({ passes }: PassEntry, held: HeldLines): string[] | undefined {
  const found = passes.map(({ setting, lines }) => ({ lines, there: held(setting, lines) }));
  const isWhole = found.length > 0 && found.every(({ lines, there }) => there.length >= lines.length);
  return isWhole ? found.flatMap(({ there }) => there) : undefined;
}

/** The passes of a refusal's session that came of this refusal and were not used yet. */
function passesOfSession(io: Io, { passes, session, call }: PassEntry): readonly SessionPass[] {
  if (session === undefined) return [];
  const keyOf = ({ setting, lines }: Pick<SessionPass, "setting" | "lines">) => JSON.stringify([setting, lines]);
  const own = new Set(passes.map(keyOf));
  return passesOf(io, session).filter(
    (one) => own.has(keyOf(one)) && one.used === undefined && (one.call === undefined || one.call === call),
  );
}

/** The day in the note behind a fingerprint. */
function dayOf(line: string): string | undefined {
  return /\b\d{4}-\d\d-\d\d\b/.exec(line)?.[0];
}

/** The day of a file's last change, for a line without a note: it stands there since then, or longer. */
function lastChange(file: string): string {
  const { mtime } = statSync(file);
  return `${mtime.toISOString().slice(0, 10)} or before`;
}
