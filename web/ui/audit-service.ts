import { dirname, join } from "node:path";

import type { AuditFinding, AuditReport } from "../../audit/audit-report.ts";
import { audit } from "../../audit/audit.ts";
import { remediation } from "../../audit/remediation.ts";
import type { StartThread } from "../../audit/scan/scan-pool.ts";
import { atomicWrite, makeFolder, readRegularFile } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { isObject } from "../../kit/json.ts";
import { sha256 } from "../../kit/hash.ts";
import { UserError } from "../../kit/user-error.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { addAllowLine } from "./add-allow-line.ts";
import type { AuditPlaces, AuditResult, AuditRow, AuditView } from "./report-api.ts";

/** The most findings that are kept. `MOST_BYTES` is the largest size of the file with the findings, in bytes. */
const MOST = 2000;
const MOST_BYTES = 16 << 20;
/** Milliseconds between two progress events. */
const EVERY = 300;

export interface AuditDeskOptions {
  readonly version: string;
  readonly startThread: StartThread;
  /** Called when there is a new result or new progress. */
  readonly changed: () => void;
}

/** Runs one audit at a time, and stores the findings of the last audit: positions and kinds, never a secret. */
export class AuditService {
  readonly #io: Io;
  readonly #root: string;
  readonly #options: AuditDeskOptions;
  #running: { bytes: number; total: number } | null = null;
  #failure: string | null = null;

  constructor(io: Io, root: string, options: AuditDeskOptions) {
    this.#io = { ...io, cwd: root };
    this.#root = root;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  view(): AuditView {
    return { result: this.#read(), running: this.#running, failure: this.#failure };
  }

  /** Starts an audit. Returns `false` if an audit is already running. */
  start(places: AuditPlaces): boolean {
    if (this.#running) return false;
    this.#running = { bytes: 0, total: 0 };
    this.#failure = null;
    void this.#run(places);
    this.#options.changed();
    return true;
  }

  /**
   * Allows a secret of the last result: appends its fingerprint to the project's `.snapveilignore`. Audits read this
   * file; hooks ignore it unless the user's settings trust the project.
   * @throws UserError if the last result has no such secret, or the file cannot be written
   */
  allow(hmac: string): AuditView {
    const result = this.#read();
    const found = result?.findings.filter((one) => one.hmac === hmac) ?? [];
    if (!result || found.length === 0) throw new UserError("badArgument", ["The last search found no such secret."]);
    addAllowLine(this.#root, `hmac:${hmac} ${found[0]!.kind} ${this.#io.now().toISOString().slice(0, 10)}`);
    const findings = result.findings.filter((one) => one.hmac !== hmac);
    this.#write({ ...result, findings, allowed: result.allowed + found.length });
    this.#options.changed();
    return this.view();
  }

  async #run(places: AuditPlaces): Promise<void> {
    const { version, startThread, changed } = this.#options;
    const started = this.#io.now().getTime();
    let told = started;
    try {
      const report = await audit(this.#io, {
        paths: places.files ? ["."] : [],
        ...(places.history && { history: true as const }),
        ...(places.checkpoints && { checkpoints: true }),
        version,
        startThread,
        progress: (bytes, total) => {
          this.#running = { bytes, total };
          const now = this.#io.now().getTime();
          if (now - told < EVERY) return;
          told = now;
          changed();
        },
      });
      this.#write(toResult(report, places, this.#io.now(), started));
    } catch (error) {
      this.#failure =
        error instanceof UserError ? error.message : "The audit came to no end because of an error of snapveil's own.";
    } finally {
      this.#running = null;
      changed();
    }
  }

  #file(): string | undefined {
    const data = dataDir(this.#io);
    return data && join(data, "audit", `${sha256(this.#root).slice(0, 32)}.result`);
  }

  #write(result: AuditResult): void {
    const file = this.#file();
    if (file === undefined) return;
    makeFolder(dirname(file));
    atomicWrite(file, JSON.stringify({ format: 1, ...result }), { pid: this.#io.pid });
  }

  #read(): AuditResult | null {
    const file = this.#file();
    if (file === undefined) return null;
    try {
      const value: unknown = JSON.parse(readRegularFile(file, MOST_BYTES).bytes.toString("utf8"));
      // A JSON object with this format is complete, since snapveil writes the file atomically.
      return isObject(value) && value["format"] === 1 ? (value as unknown as AuditResult) : null;
    } catch {
      return null;
    }
  }
}

function toResult(report: AuditReport, places: AuditPlaces, at: Date, started: number): AuditResult {
  const { findings, scanned, allowed, unread, warnings } = report;
  return {
    at: at.toISOString(),
    seconds: (at.getTime() - started) / 1000,
    places,
    findings: findings.slice(0, MOST).map(toRow),
    more: Math.max(0, findings.length - MOST),
    ...scanned,
    allowed,
    unread: unread.slice(0, MOST),
    warnings,
  };
}

function toRow({
  origin,
  name,
  line,
  column,
  kind,
  confidence,
  excerpt,
  tracked,
  commit,
  hmac,
}: AuditFinding): AuditRow {
  const row = { origin, name, line, column, kind, confidence, excerpt, tracked, hmac, remediation: remediation(kind) };
  return commit === undefined ? row : { ...row, commit };
}
