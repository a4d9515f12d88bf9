import { listOf } from "../../agents/codec/list-found.ts";
import type { LogEntry } from "../../builtins/doors/logs.ts";
import { defined } from "../../kit/defined.ts";

/** A log record of OpenTelemetry, as its SDK takes it. */
export interface OwnRecord {
  readonly eventName: string;
  readonly timestamp: Date;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string | number | boolean | string[]>>;
}

/** Severities of OpenTelemetry: WARN for what was stopped or asked about, or ran with a secret; INFO for all else. */
const WARN = { severityNumber: 13, severityText: "WARN" } as const;
const INFO = { severityNumber: 9, severityText: "INFO" } as const;

/** The record of an entry of the log. Its names are a public interface: `docs/team.md` lists these. */
export function recordOf(entry: LogEntry): OwnRecord {
  const { time, agent, session, event, canonical, tool, command, verdict, reason, rewrites, found = [] } = entry;
  const isStopped = verdict !== undefined && verdict !== "allow";
  const isCleaned = rewrites !== undefined && found.length > 0;
  const guards = [...new Set(found.flatMap(({ guard }) => guard ?? []))];
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  const what = isStopped ? verdict : isCleaned ? "cleaned" : event;
  const why = reason ?? (found.length > 0 ? listOf(found) : undefined);
  return {
    eventName: `snapveil.${isStopped ? "refusal" : isCleaned ? "redaction" : "event"}`,
    timestamp: new Date(time),
    ...(isStopped || entry.ran ? WARN : INFO),
    body: [what, tool, command, why].filter((part) => part !== undefined).join(": "),
    attributes: defined({
      "session.id": session,
      "snapveil.id": entry.id,
      "snapveil.agent": agent,
      "snapveil.event": event,
      "snapveil.canonical": [...canonical],
      "snapveil.tool": tool,
      "snapveil.command": command,
      "snapveil.verdict": verdict,
      "snapveil.reason": reason,
      "snapveil.rewrites": rewrites && [...rewrites],
      "snapveil.guards": guards.length > 0 ? guards : undefined,
      "snapveil.kinds": kinds.length > 0 ? kinds : undefined,
      "snapveil.ran": entry.ran,
      "snapveil.folder": entry.folder,
      "snapveil.error": entry.error,
    }),
  };
}
