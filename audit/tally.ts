import type { AuditFinding } from "./audit-report.ts";
import { CERTAINTIES, isInTrial } from "./certainty.ts";
import type { CleanObjects } from "./kept-state.ts";
import type { PieceFinding } from "./scan/scan-pieces.ts";
import { isVersioned, type Source } from "./source.ts";

/** The ids of clean objects are saved each time this many objects of the history have been searched. */
const SAVE_EVERY = 2000;

/** The most findings of one source that are kept; a source with more findings is a list of passwords. */
const MOST = 10_000;

/** The progress of a source. */
export interface Course {
  readonly source: Source;
  readonly order: number;
  /** The number of pieces that are being searched, plus one until the source is read to its end. */
  open: number;
  found: number;
}

/** Collects the results of an audit. Pieces may come back in any order. */
export class Tally {
  sources = 0;
  bytes = 0;
  binaries = 0;
  allowed = 0;
  remembered = 0;
  readonly warnings: string[] = [];
  readonly #clean: CleanObjects;
  readonly #progress: (bytes: number, total: number) => void;
  readonly #found: [order: number, finding: AuditFinding][] = [];
  #total = 0;
  #order = 0;
  #unsaved = 0;

  constructor(clean: CleanObjects, progress: (bytes: number, total: number) => void = () => {}) {
    this.#clean = clean;
    this.#progress = progress;
  }

  /** Sets how many further bytes will be searched; without this call, the progress has no total. */
  expect(bytes: number): void {
    this.#total = this.bytes + bytes;
  }

  begin(source: Source): Course {
    this.sources += 1;
    return { source, order: this.#order++, open: 1, found: 0 };
  }

  read(bytes: number): void {
    this.bytes += bytes;
    this.#progress(this.bytes, this.#total);
  }

  /** Counts a source that is no text. */
  skip(source: Source, bytes: number): void {
    this.binaries += 1;
    this.#total = Math.max(0, this.#total - bytes);
    this.#remember(source);
  }

  /** Adds the findings of a piece. */
  scanned(course: Course, findings: readonly PieceFinding[]): void {
    for (const { allowed, ...finding } of findings) {
      course.found += 1;
      if (course.found === MOST + 1)
        this.warnings.push(`More than ${MOST} secrets in ${course.source.name}: the others are left out.`);
      if (allowed) this.allowed += 1;
      else if (course.found <= MOST) this.#found.push([course.order, { ...course.source, ...finding }]);
    }
    this.settle(course);
  }

  /** Marks a piece, or the reading of the source, as finished. */
  settle(course: Course): void {
    course.open -= 1;
    if (course.open === 0 && course.found === 0) this.#remember(course.source);
  }

  /**
   * All findings: most certain ones first, then in the order of sources and positions. If several versions of a file
   * contain a secret, only the first one is reported.
   */
  findings(): AuditFinding[] {
    const sorted = this.#found
      .toSorted(([one, a], [other, b]) => one - other || a.line - b.line || a.column - b.column)
      .map(([, finding]) => finding);
    const holders = new Map<string, string | undefined>();
    const told = sorted.filter(({ origin, name, kind, hmac, blob }) => {
      if (!isVersioned(origin)) return true;
      const key = `${origin} ${kind} ${hmac} ${name}`;
      if (!holders.has(key)) holders.set(key, blob);
      return holders.get(key) === blob;
    });
    return told.toSorted((one, other) => rankOf(one) - rankOf(other));
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

/**
 * The rank of a finding; the report begins with the lowest. It depends on the certainty; of equally certain findings,
 * those in tests, examples and documents rank last.
 */
function rankOf({ certainty, name }: AuditFinding): number {
  return 2 * CERTAINTIES.indexOf(certainty) + Number(isInTrial(name));
}
