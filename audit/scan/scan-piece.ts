import { detector } from "../../redactors/redactor.ts";
import type { Confidence, Finding } from "../../redactors/finding.ts";
import { fingerprintOf, isFingerprintOf, type Fingerprint } from "../../redactors/allow/fingerprint.ts";
import { allowedByComment } from "./allow-comments.ts";
import { toExcerpt } from "./excerpt.ts";
import type { Piece } from "./piece.ts";
import { joinFindings, type JoinedFinding } from "./join-findings.ts";
import type { ScanSettings } from "./scan-settings.ts";

/** A finding as it leaves the thread that saw the text: the secret itself stays there. */
export interface PieceFinding {
  readonly kind: string;
  readonly rules: readonly string[];
  readonly confidence: Confidence;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly hmac: Fingerprint;
  readonly excerpt: string;
  /** A comment beside it or `.snapveilignore` says that it may be there. */
  readonly allowed: boolean;
}

/** Searches one piece with our own detector, and joins what secretlint found in it. `text` is its bytes as text. */
export function scanPiece(
  piece: Piece,
  text: string,
  tracked: boolean,
  theirs: readonly Finding[],
  settings: ScanSettings,
): PieceFinding[] {
  const joined = joinFindings(detector.find(text), theirs);
  if (joined.length === 0) return [];
  const first = piece.lead === 0 ? 0 : toText(piece.bytes, 0, piece.lead).length;
  const last = piece.trail === 0 ? text.length : toText(piece.bytes, 0, piece.bytes.length - piece.trail).length;
  const commented = tracked ? allowedByComment(text, joined) : new Set<Finding>();
  const place = placer(text, piece);
  return joined
    .filter(({ span }) => span[0] >= first && span[0] < last)
    .map((finding) =>
      toPieceFinding(
        text,
        finding,
        joined,
        commented.has(finding) || isAllowed(text, finding, settings),
        place,
        settings.salt,
      ),
    );
}

function toPieceFinding(
  text: string,
  finding: JoinedFinding,
  all: readonly JoinedFinding[],
  allowed: boolean,
  place: Placer,
  salt: string,
): PieceFinding {
  const { kind, rules, confidence, span } = finding;
  const [line, column] = place(span[0]);
  const [endLine, endColumn] = place(span[1]);
  return {
    kind,
    rules,
    confidence,
    line,
    column,
    endLine,
    endColumn,
    hmac: fingerprintOf(text.slice(...span), salt),
    excerpt: toExcerpt(text, finding, all),
    allowed,
  };
}

function isAllowed(text: string, { kind, span }: Finding, { allowedKinds, allowedValues }: ScanSettings): boolean {
  return allowedKinds.includes(kind) || allowedValues.some((one) => isFingerprintOf(text.slice(...span), one));
}

type Placer = (at: number) => [line: number, column: number];

/**
 * Turns offsets, ascending, into lines and columns of the source. A line's end is looked for once, however much stands
 * in it.
 */
export function placer(text: string, { line, column }: Pick<Piece, "line" | "column">): Placer {
  let start = 0;
  let passed = 0;
  let next = endOfLine(text, 0);
  return (at) => {
    for (; next < at; next = endOfLine(text, start)) {
      start = next + 1;
      passed += 1;
    }
    return [line + passed, at - start + (passed === 0 ? column : 1)];
  };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Bytes as text; what is no UTF-8 becomes U+FFFD. */
export function toText(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8", from, to);
}
