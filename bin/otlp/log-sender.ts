import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { LoggerProvider, type LogRecordProcessor, type ReadableLogRecord } from "@opentelemetry/sdk-logs";

import type { LogEntry } from "../../builtins/doors/logs.ts";
import type { Io } from "../../kit/io.ts";
import type { Json } from "../../kit/json.ts";
import { UserError } from "../../kit/user-error.ts";
import { findSecrets } from "../../redactors/doors/find-secrets.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import { VERSION } from "../program.ts";
import { recordOf } from "./log-record.ts";

/** The most entries of one request, and the most that wait while the collector cannot be reached. */
const BATCH = 512;
const WAITING = 20_000;
/** The path of logs, which is added to an address that has none. */
const LOGS = "/v1/logs";

/**
 * Sends entries of the log to an OpenTelemetry collector, as log records over OTLP/HTTP. What could not be sent waits
 * in memory for the next call; the oldest entries are dropped if too many wait.
 */
export class LogSender {
  readonly #io: Io;
  readonly #exporter: OTLPLogExporter;
  readonly #provider: LoggerProvider;
  readonly #waiting: ReadableLogRecord[] = [];
  #dropped = 0;

  /** @throws UserError if the address is none of http or https */
  constructor(io: Io, address: string) {
    this.#io = io;
    this.#exporter = new OTLPLogExporter({ url: logsAt(address) });
    const keep: LogRecordProcessor = {
      onEmit: (record) => void this.#waiting.push(record),
      forceFlush: async () => {},
      shutdown: async () => {},
    };
    const resource = resourceFromAttributes({ "service.name": "snapveil", "service.version": VERSION });
    this.#provider = new LoggerProvider({
      // OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME say whose machine this is.
      resource: resource.merge(detectResources({ detectors: [envDetector] })),
      processors: [keep],
    });
  }

  /** How many entries were dropped, since too many waited. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Sends entries, and those that wait. Every text of an entry is searched for secrets once more: rules of today may
   * find what those of the day did not.
   * @returns how many were sent
   * @throws Error if the collector cannot be reached or refuses; all that was not sent waits
   */
  async send(entries: readonly LogEntry[]): Promise<number> {
    const settings = await readSettings(this.#io, this.#io.cwd);
    const logger = this.#provider.getLogger("snapveil", VERSION);
    for (const entry of entries) {
      const { value } = await findSecrets(entry as unknown as Json, { io: this.#io, settings }, undefined, {});
      logger.emit(recordOf(value as unknown as LogEntry));
    }
    const tooMany = this.#waiting.length - WAITING;
    if (tooMany > 0) this.#dropped += this.#waiting.splice(0, tooMany).length;
    let sent = 0;
    for (; this.#waiting.length > 0; sent += this.#waiting.splice(0, BATCH).length)
      await this.#export(this.#waiting.slice(0, BATCH));
    return sent;
  }

  #export(records: ReadableLogRecord[]): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#exporter.export(records, ({ code, error }) =>
        code === 0 ? resolve() : reject(error ?? new Error("the collector refused")),
      ),
    );
  }
}

function logsAt(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserError("badArgument", ["--otlp takes an address that begins with http:// or https://."]);
  if (url.pathname === "/") url.pathname = LOGS;
  return url.href;
}
