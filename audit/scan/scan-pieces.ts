import {
  detector,
  personalDetector,
  secretlintDetector,
  type SecretlintDetector,
  type SecretlintSettings,
} from "../../redactors/doors/redact.ts";
import { mergeFindings, partsOf, valueOf, type Confidence, type Finding } from "../../redactors/doors/finding.ts";
import type { PersonalKind } from "../../worktree/doors/settings.ts";
import {
  allowedByComment,
  fingerprintOf,
  parseAllowLines,
  type Allowances,
  type Fingerprint,
} from "../../redactors/doors/allow.ts";
import { certaintiesOf, type Certainty } from "../certainty.ts";
import type { Source } from "../source.ts";
import { toExcerpt } from "./excerpt.ts";
import { joinFindings, type JoinedFinding } from "./join-findings.ts";
import { endOf, type Piece, type Position } from "./pieces.ts";

/** The settings that a thread needs for the search, as plain data. */
export interface ScanSettings {
  /** The salt of this audit's fingerprints. */
  readonly salt: string;
  readonly secretlint: SecretlintSettings;
  /** Kinds of personal data that are searched, too. */
  readonly personal: readonly PersonalKind[];
  /** The lines of `.snapveilignore`. */
  readonly allow: readonly string[];
}

export type SourcePiece = Piece & Pick<Source, "name" | "tracked">;

/** A finding as a thread reports it, without the secret. */
export interface PieceFinding extends Position {
  readonly kind: string;
  readonly rules: readonly string[];
  readonly confidence: Confidence;
  readonly certainty: Certainty;
  readonly endLine: number;
  readonly endColumn: number;
  readonly hmac: Fingerprint;
  readonly excerpt: string;
  /** Whether a comment beside the finding or `.snapveilignore` allows it. */
  readonly allowed: boolean;
}

/** Searches pieces. Returns the findings of each piece in the order of the pieces. */
export type ScanPieces = (pieces: readonly SourcePiece[]) => Promise<PieceFinding[][]>;

/** Creates the function that searches pieces with all detectors. */
export function pieceScanner({ salt, secretlint, personal, allow }: ScanSettings): ScanPieces {
  const theirs = secretlintDetector(secretlint);
  const wished = personalDetector(personal);
  const findOwn = (text: string) => mergeFindings([...detector.find(text), ...wished.find(text)]);
  const allowances = parseAllowLines(allow);
  return async (pieces) => {
    const linted = await lintJoined(theirs, pieces);
    return pieces.map((piece, at) =>
      toPieceFindings(piece, joinFindings(findOwn(piece.text), linted[at] ?? []), allowances, salt),
    );
  };
}

function toPieceFindings(
  { name, text, lead, trail, line, column, tracked }: SourcePiece,
  all: readonly JoinedFinding[],
  allowances: Allowances,
  salt: string,
): PieceFinding[] {
  if (all.length === 0) return [];
  const commented = tracked ? allowedByComment(text, all) : new Set<Finding>();
  const parts = partsOf(all);
  const certainties = certaintiesOf(all, text, name);
  let passed = 0;
  let position: Position = { line, column };
  const positionOf = (offset: number) => {
    position = endOf(position, text.slice(passed, offset));
    passed = offset;
    return position;
  };
  return all.flatMap((finding, index) => {
    const { kind, rules, confidence, span, of } = finding;
    if (span[0] < lead || span[0] >= text.length - trail) return [];
    const others = of === undefined ? undefined : parts.get(of);
    // A secret that is split into several parts is reported once, at its first part.
    if (others !== undefined && others[0] !== finding) return [];
    const value = valueOf(text, finding, parts);
    const from = positionOf(span[0]);
    const to = endOf(from, text.slice(span[0], (others?.at(-1) ?? finding).span[1]));
    return {
      ...from,
      endLine: to.line,
      endColumn: to.column,
      kind,
      rules,
      confidence,
      certainty: certainties[index]!,
      hmac: fingerprintOf(value, salt),
      excerpt: toExcerpt(text, all, index),
      allowed: commented.has(finding) || allowances.allows(kind, value),
    };
  });
}

/** Separates the texts that are joined for secretlint: no rule matches across it. */
const SEAM = "\n\u0000\n";

/**
 * Runs secretlint on many pieces with few calls, since a call costs as much as several kilobytes of text. Pieces whose
 * file names are equal for every rule are joined to one text.
 */
async function lintJoined(secretlint: SecretlintDetector, pieces: readonly SourcePiece[]): Promise<Finding[][]> {
  const found: Finding[][] = pieces.map(() => []);
  const groups = new Map<string, { text: string; starts: number[]; members: number[] }>();
  pieces.forEach((piece, at) => {
    const name = nameForRules(piece, at);
    const group = groups.get(name) ?? { text: "", starts: [], members: [] };
    group.starts.push(group.text.length);
    group.members.push(at);
    group.text += piece.text + SEAM;
    groups.set(name, group);
  });
  for (const [name, { text, starts, members }] of groups) {
    for (const finding of await secretlint.find(text, name)) {
      const index = starts.findLastIndex((start) => start <= finding.span[0]);
      const [from = 0, to = 0] = finding.span.map((place) => place - (starts[index] as number));
      const member = members[index] as number;
      if (to <= (pieces[member] as Piece).text.length) found[member]?.push({ ...finding, span: [from, to] });
    }
  }
  return found;
}

/**
 * The part of a file name on which rules of secretlint depend: that of npm's own files, and of a service account's key.
 * A service account's key is a whole file, so each one gets a different name and is not joined with other texts.
 */
function nameForRules({ name, text }: SourcePiece, at: number): string {
  if (name.endsWith(".npmrc")) return ".npmrc";
  if (name.endsWith("package.json") || name.endsWith("package-lock.json")) return "package.json";
  return name.endsWith(".json") && text.includes('"private_key"') ? `${at}.json` : "text";
}
