import type { AuditFinding } from "./audit-report.ts";
import type { CleanObjects } from "./clean-objects.ts";
import type { PieceFinding } from "./scan/scan-piece.ts";
import { isVersioned, type Source } from "./source.ts";

/** Every so many objects of the history, what is clean so far is written down. */
const SAVE_EVERY = 2000;

/** So many findings of one source are kept: more is a list of passwords, which is one finding too. */
const MOST = 10_000;

/** How far a source has come. */
interface Course {
  readonly order: number;
  /** Pieces that are being searched. */
  open: number;
  isRead: boolean;
  found: number;
}

/** Keeps count of an audit while pieces come back in any order. */
export class Tally {
  sources = 0;
  bytes = 0;
  binaries = 0;
  allowed = 0;
  remembered = 0;
  readonly warnings: string[] = [];
  readonly #clean: CleanObjects;
  readonly #progress: (bytes: number, total: number) => void;
  readonly #courses = new Map<Source, Course>();
  readonly #found: [order: number, finding: AuditFinding][] = [];
  #total = 0;
  #passed = 0;
  #order = 0;
  #unsaved = 0;

  constructor(clean: CleanObjects, progress: (bytes: number, total: number) => void = () => {}) {
    this.#clean = clean;
    this.#progress = progress;
  }

  /** Bytes that are still to come, where that is known beforehand. */
  expect(bytes: number): void {
    this.#total = this.bytes + this.#passed + bytes;
  }

  begin(source: Source): void {
    this.#courses.set(source, { order: this.#order++, open: 0, isRead: false, found: 0 });
  }

  /** A piece of the source is on its way. */
  send(source: Source): void {
    const course = this.#courses.get(source);
    if (course) course.open += 1;
  }

  /** The source is no text. */
  skip(source: Source, bytes: number): void {
    this.binaries += 1;
    this.#passed += bytes;
    this.#remember(source);
    this.#courses.delete(source);
  }

  /** Bytes of a source that were searched before, in another. */
  pass(bytes: number): void {
    this.bytes += bytes;
  }

  /** The source is read to its end. */
  end(source: Source): void {
    const course = this.#courses.get(source);
    if (!course) return;
    course.isRead = true;
    this.sources += 1;
    this.#settle(source, course);
  }

  /** A piece of the source was searched. */
  readonly scanned = (source: Source, findings: readonly PieceFinding[], bytes: number): void => {
    const course = this.#courses.get(source);
    if (!course) return;
    course.open -= 1;
    this.bytes += bytes;
    for (const { allowed, ...finding } of findings) {
      course.found += 1;
      if (course.found === MOST + 1)
        this.warnings.push(`More than ${MOST} secrets in ${source.name}: the others are left out.`);
      if (allowed) this.allowed += 1;
      else if (course.found <= MOST) this.#found.push([course.order, { ...source, ...finding }]);
    }
    this.#settle(source, course);
    this.#progress(this.bytes + this.#passed, this.#total);
  };

  /**
   * All findings, in the order of their sources and then of their places. Of the versions of a file the first that
   * holds a secret tells it.
   */
  findings(): AuditFinding[] {
    const sorted = this.#found
      .toSorted(([one, a], [other, b]) => one - other || a.line - b.line || a.column - b.column)
      .map(([, finding]) => finding);
    const holders = new Map<string, string | undefined>();
    return sorted.filter(({ origin, name, kind, hmac, blob }) => {
      if (!isVersioned(origin)) return true;
      const key = `${origin} ${kind} ${hmac} ${name}`;
      if (!holders.has(key)) holders.set(key, blob);
      return holders.get(key) === blob;
    });
  }

  #settle(source: Source, course: Course): void {
    if (!course.isRead || course.open > 0) return;
    this.#courses.delete(source);
    if (course.found === 0) this.#remember(source);
  }

  #remember({ origin, blob }: Source): void {
    if (origin !== "history" || blob === undefined) return;
    this.#clean.add(blob);
    this.#unsaved += 1;
    if (this.#unsaved < SAVE_EVERY) return;
    this.#unsaved = 0;
    this.#clean.save();
  }
}
