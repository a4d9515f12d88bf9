import type { HistoryRow, ShownChange } from "../web/ui/api.ts";

const NUMBER = new Intl.NumberFormat("en");
const DAY = new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric", month: "short", year: "numeric" });
const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });
const SHORT_DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const CLOCK = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export function number(count: number): string {
  return NUMBER.format(count);
}

/** A count with its noun: `1 file`, `3 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

export function size(bytes: number): string {
  const unit = Math.max(0, Math.min(3, Math.floor(Math.log2(bytes) / 10)));
  return unit === 0 ? `${bytes} B` : `${(bytes / 1024 ** unit).toFixed(1)} ${["", "KiB", "MiB", "GiB"][unit]}`;
}

export const shortDay = (at: string): string => SHORT_DAY.format(new Date(at));
export const day = (at: string): string => DAY.format(new Date(at));
export const moment = (at: string): string => MOMENT.format(new Date(at));

/** The age of a time, in the words that the commands use; after a day, the date and the time of day. */
export function ago(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${day(at).replace(/,? \d{4}$/, "")} ${CLOCK.format(new Date(at))}`;
}

/** The title of a row: its note, its prompt, or its tool and command. */
export function titleOf({ scope, tool, title, command, note, count }: HistoryRow): string {
  if (note !== undefined && note !== "") return printable(note);
  if (scope === "tool") return printable([tool ?? "tool call", ...(command === undefined ? [] : [command])].join(": "));
  if (scope === "turn" && title !== undefined) return printable(title);
  return {
    turn: "Turn",
    manual: "Checkpoint by hand",
    restore: "Restore",
    undo: `Undo${count !== undefined && count > 1 ? ` of ${count} turns` : ""}`,
    redo: "Redo",
    recover: "Recovery",
  }[scope];
}

/**
 * A sentence on the other repositories in which the turn changed files. The path `.` means the page's own repository.
 */
export function togetherOf(repositories: readonly string[]): string {
  const names = repositories.map((name) => (name === "." ? "the top folder" : printable(name)));
  return `One turn with ${new Intl.ListFormat("en").format(names)}: an undo takes it back in all of them.`;
}

export function shortSession(session: string | null): string {
  if (session === null) return "by hand";
  return printable(session.length > 14 ? session.slice(0, 8) : session);
}

/** The last part of a path, whose separators are slashes or backslashes. */
export function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1) || path;
}

/** A changed file's path; for a renamed file the former path, an arrow and the new path. */
export function nameWithFormer({ path, former }: Pick<ShownChange, "path" | "former">): string {
  return former === undefined ? printable(path) : `${printable(former)} → ${printable(path)}`;
}

/**
 * A name as one harmless line: control characters, and characters that change the direction of text, are shown as
 * escapes.
 */
export function printable(name: string): string {
  return name.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
