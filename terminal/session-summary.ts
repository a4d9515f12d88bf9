import type { LogEntry } from "../builtins/doors/logs.ts";
import type { Checkpoint } from "../shadow-repo/doors/checkpoint.ts";
import type { RecordedHere, UndoState } from "../shadow-repo/doors/look.ts";
import { localTime } from "../kit/local-time.ts";
import { counted, printable } from "../kit/text.ts";
import { countFiles } from "./in-words.ts";

/** How often guards acted in a session. */
export interface GuardCounts {
  readonly refused: number;
  readonly asked: number;
  /** Guard → how often it refused or asked. */
  readonly guards: Readonly<Record<string, number>>;
  /** Kind → the number of different secrets that were redacted. */
  readonly redactions: Readonly<Record<string, number>>;
}

/** A session in numbers. */
export interface SessionSummary extends GuardCounts {
  readonly session_id: string | null;
  readonly agent?: string;
  /** The times of the session's first and last checkpoint, refusal or redaction, as RFC 3339. */
  readonly from?: string;
  readonly to?: string;
  /** Turns that changed files, undone ones included. */
  readonly turns: number;
  readonly calls: number;
  /** Turns that were undone; absent if none was. */
  readonly undone?: number;
  /** The paths of all files that the session changed, each once. */
  readonly files: readonly string[];
}

/**
 * Counts the guards' entries in the log. A secret that is redacted several times is counted once; two findings are the
 * same secret if their kind and excerpt are equal.
 */
export function countGuards(entries: readonly LogEntry[]): GuardCounts {
  const guards: Record<string, number> = {};
  const secrets = new Map<string, string>();
  for (const { verdict, rewrites = [], found = [] } of entries) {
    if (verdict && verdict !== "allow")
      for (const name of new Set(found.map(({ guard = "another" }) => guard))) guards[name] = (guards[name] ?? 0) + 1;
    else if (rewrites.length > 0) for (const { kind, excerpt = "" } of found) secrets.set(`${kind}\0${excerpt}`, kind);
  }
  const redactions: Record<string, number> = {};
  for (const kind of secrets.values()) redactions[kind] = (redactions[kind] ?? 0) + 1;
  return {
    refused: entries.filter(({ verdict }) => verdict === "deny" || verdict === "block").length,
    asked: entries.filter(({ verdict }) => verdict === "ask").length,
    guards,
    redactions,
  };
}

/** Sums up a session. @param checkpoints the session's checkpoints, oldest first, undone ones included */
export function summarize(
  session: string | null,
  checkpoints: readonly Checkpoint[],
  entries: readonly LogEntry[],
): SessionSummary {
  const agent = checkpoints.at(-1)?.agent ?? entries.at(-1)?.agent;
  const times = [...checkpoints.map(({ created_at }) => created_at), ...entries.map(({ time }) => time)];
  const sorted = times.toSorted((one, other) => Date.parse(one) - Date.parse(other));
  const [from, to] = [sorted[0], sorted.at(-1)];
  const turns = checkpoints.filter(({ scope }) => scope === "turn");
  const undone = turns.filter((turn) => turn.undone).length;
  return {
    session_id: session,
    ...(agent !== undefined && { agent }),
    ...(from !== undefined && to !== undefined && { from, to }),
    turns: turns.length,
    ...(undone > 0 && { undone }),
    calls: checkpoints.filter(({ scope }) => scope === "tool").length,
    files: [...new Set(checkpoints.flatMap(({ files }) => files.map(({ path }) => path)))].toSorted(),
    ...countGuards(entries),
  };
}

export function describeSummary(summary: SessionSummary): string {
  const { session_id, agent, from, to, turns, calls, undone = 0, files } = summary;
  const { refused, asked, guards, redactions } = summary;
  if (session_id === null) return "There is no session here yet.\n";
  const list = (counts: Readonly<Record<string, number>>) => {
    const words = Object.entries(counts).map(([name, count]) => `${printable(name)} ${count}`);
    return words.length > 0 ? `: ${words.join(", ")}` : "";
  };
  const secrets = Object.values(redactions).reduce((sum, count) => sum + count, 0);
  const rows: [string, string][] = [
    ["Session", `${printable(session_id)}${agent === undefined ? "" : ` of ${printable(agent)}`}`],
    ...(from && to ? [["When", between(localTime(from), localTime(to))] as [string, string]] : []),
    [
      "Turns",
      `${counted(turns, "turn")} and ${counted(calls, "call")} that changed ${countFiles(files.length)}${undone > 0 ? `; ${counted(undone, "turn")} undone` : ""}`,
    ],
    ["Guards", `${refused} refused, ${asked} asked about${list(guards)}`],
    ["Secrets", `${secrets} taken out${list(redactions)}`],
  ];
  return rows.map(([name, text]) => `${name.padEnd(8)} ${text}\n`).join("");
}

/** Two moments, as one if these are equal. */
function between(from: string, to: string): string {
  return from === to ? from : `${from} to ${to}`;
}

const UNDO: Readonly<Record<Exclude<UndoState, "going on">, string>> = {
  ready: "undo ready",
  "all undone": "all undone: redo ready",
  "nothing yet": "nothing to undo yet",
  "not here": "no undo here",
  "not recorded": "not recorded",
  damaged: "undo damaged: snapveil verify",
};

/** Whether an undo has a turn to take back, and what is still open, in a few words each. */
export function undoInWords({ undo, open: { prompts, calls } }: RecordedHere): readonly string[] {
  const open =
    prompts > 0
      ? [`${counted(prompts, "turn")} still open`]
      : calls > 0
        ? [`${counted(calls, "call")} still open`]
        : [];
  return undo === "going on" ? open : [UNDO[undo], ...open];
}

/** The text of a status line: `undo ready · 2 secrets hidden · 1 refused`. */
export function statusLine(here: RecordedHere, { refused, asked, redactions }: GuardCounts): string {
  const secrets = Object.values(redactions).reduce((sum, count) => sum + count, 0);
  return [
    ...undoInWords(here),
    ...(secrets > 0 ? [`${counted(secrets, "secret")} hidden`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(asked > 0 ? [`${asked} asked`] : []),
  ].join(" · ");
}
