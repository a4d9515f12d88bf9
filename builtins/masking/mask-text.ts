import { secretsInFile, type SecretSpan } from "../weighing/secrets-in-file.ts";
import type { Io } from "../../kit/io.ts";
import { toMarker } from "../../redactors/doors/marker.ts";
import { readSettings } from "../../worktree/doors/settings.ts";

/** The number of texts whose secrets are remembered, since a user interface shows the same file at every key press. */
const REMEMBERED = 64;

/** Finds the secrets that would be redacted if a tool read the file, by the user's present settings. */
export class SecretFinder {
  readonly #io: Io;
  readonly #root: string;
  readonly #known = new Map<string, readonly SecretSpan[]>();

  constructor(io: Io, root: string) {
    this.#io = io;
    this.#root = root;
  }

  /**
   * The secrets of a text, sorted by their start, without overlaps.
   * @param key a key of the text, under which its secrets are remembered
   */
  async secretsIn(text: string, key?: string): Promise<readonly SecretSpan[]> {
    const settings = await readSettings(this.#io, this.#root);
    const name = key && `${key} ${JSON.stringify(settings.redaction)}`;
    const known = name === undefined ? undefined : this.#known.get(name);
    if (known) return known;
    const found = await secretsInFile(text, { io: this.#io, settings }, this.#root);
    if (name !== undefined) {
      this.#known.set(name, found);
      for (const old of [...this.#known.keys()].slice(0, -REMEMBERED)) this.#known.delete(old);
    }
    return found;
  }
}

/** The place of a secret, or of one line of it, in a redacted text. */
interface MaskedPlace {
  /** The line, from 0; the column in the redacted line, from 0 in UTF-16 units; the length of the marker. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly kind: string;
  /** The offset of the secret in the original text. */
  readonly at: number;
  /** For a secret of several lines, the index of this line in the secret, from 0. */
  readonly part: number;
}

/** Redacted lines, and the place of each secret or part of one. */
export interface MaskedLines {
  readonly lines: readonly string[];
  readonly places: readonly MaskedPlace[];
}

/**
 * The redacted lines of a text. Their number stays the same, since a secret of several lines leaves a marker in each
 * line.
 */
export function maskLines(text: string, secrets: readonly SecretSpan[]): MaskedLines {
  const lines = text.split("\n");
  if (secrets.length === 0) return { lines, places: [] };
  const masked: string[] = [];
  const places: MaskedPlace[] = [];
  let next = 0;
  let start = 0;
  for (const [number, line] of lines.entries()) {
    const end = start + line.length;
    while (next < secrets.length && secrets[next]!.end <= start) next += 1;
    let rest = "";
    let from = start;
    for (let at = next; at < secrets.length && secrets[at]!.start < end; at += 1) {
      const { start: begin, end: stop, kind } = secrets[at]!;
      const [cut, behind] = [Math.max(begin, start), Math.min(stop, end)];
      rest += text.slice(from, cut);
      const marker = toMarker("typed", kind);
      const part = text.slice(begin, cut).split("\n").length - 1;
      places.push({ line: number, column: rest.length, length: marker.length, kind, at: begin, part });
      rest += marker;
      from = behind;
    }
    masked.push(rest + text.slice(from, end));
    start = end + 1;
  }
  return { lines: masked, places };
}

/** Redacts bytes that are no text: each secret is overwritten with `*`, so the length stays the same. */
export async function maskBytes(finder: SecretFinder, bytes: Buffer, key: string): Promise<Buffer> {
  const secrets = await finder.secretsIn(bytes.toString("latin1"), `${key} bytes`);
  if (secrets.length === 0) return bytes;
  const masked = Buffer.from(bytes);
  for (const { start, end } of secrets) masked.fill("*", start, end);
  return masked;
}
