import { join } from "node:path";

import { fitsPlace, type MatchedPath, matchedPaths, segmentsOf } from "../../kit/glob.ts";
import { homeOf } from "../../kit/io.ts";
import { isFolder, namesIn } from "../../kit/files.ts";
import { namedPlaces, secretsOf, USUAL_PATHS } from "../../redactors/doors/known-values.ts";
import { topFolders } from "../../worktree/doors/worktree.ts";
import { expandBraces, pathIn } from "../../shell/doors/values.ts";
import type { Call } from "../call.ts";
import { expandPattern, mayMean } from "../expand-pattern.ts";

/** A file of secrets that a call reads, or a command that prints a secret. */
export interface Secret {
  /** The file as the call names it, or the whole command. */
  readonly file: string;
  /** The path for the setting `secretFiles.allow`; `""` for a command. */
  readonly place: string;
  /** The kind of secrets in the file, in words; `undefined` if the settings name the file. */
  readonly holds: string | undefined;
}

const WILD = /[*?[]/;
const UNKNOWN = /[$`]/;

/** Finds files of secrets by their paths and by the settings. */
export class SecretPlaces {
  readonly #call: Call;
  readonly #home: string | undefined;
  readonly #tops: readonly (string | undefined)[];
  readonly #named: ReadonlySet<string>;
  readonly #isListOnly: boolean;

  /** @param isListOnly whether only files in the setting `secretFiles.deny` count as files of secrets */
  constructor(call: Call, cwd: string | undefined, isListOnly: boolean) {
    const { env } = call.io;
    this.#call = call;
    this.#isListOnly = isListOnly;
    this.#home = homeOf(env);
    this.#tops = cwd === undefined ? [undefined] : topFolders(cwd);
    const files = namedPlaces(call.io, cwd, call.settings.redaction.knownValues);
    this.#named = new Set(files.map((file) => segmentsOf(file).join("/")));
  }

  /**
   * A secret that a command prints without reading a file; `undefined` if only files in the setting `secretFiles.deny`
   * count.
   */
  named(command: string, holds: string): Secret | undefined {
    return this.#isListOnly ? undefined : { file: command, place: "", holds };
  }

  /** The first file of secrets that words of a command, or paths of a tool, name. One word may mean several files. */
  find(words: readonly string[], folder: string): Secret | undefined {
    return firstOf(words, (word) => {
      const plain = word.replace(/^file:\/\//, "");
      const parts = /\s/.test(plain) ? [plain, ...plain.split(/\s+/)] : [plain];
      return firstOf(parts.flatMap(expandBraces), (part) => this.#found(part, folder));
    });
  }

  /** The first file of secrets directly in one of the folders that a command searches. */
  findIn(words: readonly string[], folder: string): Secret | undefined {
    return firstOf(words, (word) => {
      const from = pathIn(folder, word, this.#home);
      return firstOf(namesIn(from), (name) => this.#plain(join(from, name), join(word, name)));
    });
  }

  #found(word: string, folder: string): Secret | undefined {
    if (word === "" || word.length > 4096) return undefined;
    const file = pathIn(folder, word, this.#home);
    return WILD.test(word) ? this.#wild(file, word) : this.#plain(file, word);
  }

  #plain(file: string, word: string): Secret | undefined {
    // Even if the beginning of the word is unknown, its last parts may name a file of secrets.
    if (UNKNOWN.test(word)) return this.#judged([{ whole: segmentsOf(word) }], word);
    const secret = this.#judged(
      this.#tops.flatMap((top) => matchedPaths(file, top)),
      word,
    );
    // A folder named `.env` may be a virtual environment of Python.
    return secret?.holds !== undefined && /[\\/]\.env[^\\/]*$/.test(file) && isFolder(file) ? undefined : secret;
  }

  #judged(places: readonly MatchedPath[], file: string): Secret | undefined {
    const { deny, allow } = this.#call.settings.secretFiles;
    const fits = (globs: readonly string[], place: MatchedPath) =>
      globs.some((glob) => fitsPlace(glob, place, this.#home));
    for (const place of places) {
      const found = { file, place: place.below?.join("/") ?? absolute(place.whole) };
      if (fits(deny, place)) return { ...found, holds: undefined };
      if (this.#isListOnly || fits(allow, place)) continue;
      const holds = secretsOf(place.whole) ?? (this.#named.has(place.whole.join("/")) ? "logins" : undefined);
      if (holds !== undefined) return { ...found, holds };
    }
    return undefined;
  }

  /** The file of secrets that a shell's pattern matches on the disk, or may match judged by its letters alone. */
  #wild(file: string, word: string): Secret | undefined {
    const path = file.replace(/\[(.)\]/g, "$1").replace(/\[[^\]]*\]/g, "?");
    const one = this.#plain(path.replace(/\*+/g, "x").replaceAll("?", "x"), word);
    if (one) return { ...one, place: path };
    const parts = segmentsOf(path);
    const usual = USUAL_PATHS.find((names) => couldBe(parts.slice(-names.length), names));
    const other = usual && this.#judged([{ whole: [...parts.slice(0, -usual.length), ...usual] }], word);
    if (other) return { ...other, place: path };
    return firstOf(expandPattern(file), (found) => this.#plain(found, word));
  }
}

function absolute(parts: readonly string[]): string {
  return `${/^[A-Za-z]:$/.test(parts[0] ?? "") ? "" : "/"}${parts.join("/")}`;
}

/**
 * Whether the parts of a pattern may match the names of a path: `.e*` may match `.env`. False for a pattern with fewer
 * than two letters, such as `*`.
 */
function couldBe(parts: readonly string[], names: readonly string[]): boolean {
  const letters = parts.join("").replace(/[*?]/g, "").length;
  return (
    letters >= 2 && parts.length === names.length && parts.every((part, at) => mayMean(part.toLowerCase(), names[at]!))
  );
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
