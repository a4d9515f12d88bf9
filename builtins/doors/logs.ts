/** @file The log of events, the log of refusals, the counts of redactions. */

export type { LogEntry } from "../event-log/entry.ts";
export { LogReader, logFiles, type LogFilter } from "../event-log/read-log.ts";
export { passesById, passesFor, readRefusals, refusalNamed } from "../event-log/read-refusals.ts";
export { isPassedCall, logRefusal, refusalId, refusalLog, type PassEntry } from "../event-log/refusal-log.ts";
export { readRedactionCounts, redactionsFolder, type RedactionPlace } from "../redaction-counts.ts";
