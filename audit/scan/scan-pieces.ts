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

/** The settings that a thread needs to search: plain data. */
export interface ScanSettings {
  /** The salt for the fingerprints of this run. */
  readonly salt: string;
  readonly secretlint: SecretlintSettings;
  /** Kinds of personal data that count, too. */
  readonly personal: readonly PersonalKind[];
  /** Lines of `.snapveilignore`. */
  readonly allow: readonly string[];
}

export type SourcePiece = Piece & Pick<Source, "name" | "tracked">;

/** A finding as it leaves the thread that saw the text: the secret itself stays there. */
export interface PieceFinding extends Position {
  readonly kind: string;
  readonly rules: readonly string[];
  readonly confidence: Confidence;
  readonly certainty: Certainty;
  readonly endLine: number;
  readonly endColumn: number;
  readonly hmac: Fingerprint;
  readonly excerpt: string;
  /** A comment beside the finding or `.snapveilignore` allows it. */
  readonly allowed: boolean;
}

/** The findings of each piece, in their order. */
export type ScanPieces = (pieces: readonly SourcePiece[]) => Promise<PieceFinding[][]>;

/** A function that searches pieces with all detectors, in whatever thread it is made. */
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
    // A key that stands in fourteen parts is one secret.
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

/** Between two texts: nothing that a rule looks for reaches across it. */
const SEAM = "\n\u0000\n";

/**
 * secretlint's findings in many pieces, with as few calls as can be: each costs as much as some kilobytes of text.
 * Pieces whose file names mean the same to every rule are joined into one.
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
 * The part of a name that some rule looks at: npm's own files, and the key of a service account, which is the whole of
 * its file.
 */
function nameForRules({ name, text }: SourcePiece, at: number): string {
  if (name.endsWith(".npmrc")) return ".npmrc";
  if (name.endsWith("package.json") || name.endsWith("package-lock.json")) return "package.json";
  return name.endsWith(".json") && text.includes('"private_key"') ? `${at}.json` : "text";
}
