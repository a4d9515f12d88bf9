import type { AuditFinding } from "./audit-report.ts";
import { CERTAINTIES, isInTrial } from "./certainty.ts";
import type { CleanObjects } from "./kept-state.ts";
import type { PieceFinding } from "./scan/scan-pieces.ts";
import { isVersioned, type Source } from "./source.ts";

/** The ids of clean objects are saved each time that so many objects of the history were searched. */
const SAVE_EVERY = 2000;

/** Findings of one source that are kept: a source with more is a list of passwords, which is one finding too. */
const MOST = 10_000;

/** How far a source has come. */
export interface Course {
  readonly source: Source;
  readonly order: number;
  /** Pieces that are being searched, and one more for the source until it is read to its end. */
  open: number;
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
  readonly #found: [order: number, finding: AuditFinding][] = [];
  #total = 0;
  #order = 0;
  #unsaved = 0;

  constructor(clean: CleanObjects, progress: (bytes: number, total: number) => void = () => {}) {
    this.#clean = clean;
    this.#progress = progress;
  }

  /** Bytes that are still to come, if their number is known beforehand. */
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

  /** The source is no text. */
  skip(source: Source, bytes: number): void {
    this.binaries += 1;
    this.#total = Math.max(0, this.#total - bytes);
    this.#remember(source);
  }

  /** A piece of the source was searched. */
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

  /** Ends one of the things that the source waits for: a piece, or its end. */
  settle(course: Course): void {
    course.open -= 1;
    if (course.open === 0 && course.found === 0) this.#remember(course.source);
  }

  /**
   * All findings, the surest first, in the order of their sources and then of their places. If several versions of a
   * file hold a secret, the first version gives its place.
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
 * The rank of a finding: equally sure ones in tests, examples and documents stand behind those in files that are at
 * work.
 */
function rankOf({ certainty, name }: AuditFinding): number {
  return 2 * CERTAINTIES.indexOf(certainty) + Number(isInTrial(name));
}
