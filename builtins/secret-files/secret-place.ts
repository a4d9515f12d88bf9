import { join } from "node:path";

import { fitsPlace, type MatchedPath, matchedPaths, segmentsOf } from "../../kit/glob.ts";
import { homeOf } from "../../kit/io.ts";
import { isFolder, namesIn } from "../../kit/files.ts";
import { namedPlaces, secretsOf, USUAL_PATHS } from "../../redactors/doors/known-values.ts";
import { topFolders } from "../../worktree/doors/worktree.ts";
import { expandBraces, pathIn } from "../../shell/doors/values.ts";
import type { Call } from "../call.ts";
import { expandPattern, mayMean } from "../expand-pattern.ts";

/** A file of secrets that a call reads. */
export interface Secret {
  /** The file as the call names it; the whole command, if that prints a secret by itself. */
  readonly file: string;
  /** The place for the setting `allow`; "" if there is no file. */
  readonly place: string;
  /** The file's content, in words; `undefined`: the settings name the file. */
  readonly holds: string | undefined;
}

const WILD = /[*?[]/;
const UNKNOWN = /[$`]/;

/** Tells files of secrets by their paths and the settings. */
export class SecretPlaces {
  readonly #call: Call;
  readonly #home: string | undefined;
  readonly #tops: readonly (string | undefined)[];
  readonly #named: ReadonlySet<string>;
  readonly #isListOnly: boolean;

  /** @param isListOnly whether the settings' list counts alone */
  constructor(call: Call, cwd: string | undefined, isListOnly: boolean) {
    const { env } = call.io;
    this.#call = call;
    this.#isListOnly = isListOnly;
    this.#home = homeOf(env);
    this.#tops = cwd === undefined ? [undefined] : topFolders(cwd);
    const files = namedPlaces(call.io, cwd, call.settings.redaction.knownValues);
    this.#named = new Set(files.map((file) => segmentsOf(file).join("/")));
  }

  /** A secret that a command prints by itself; none if the settings' list counts alone. */
  named(command: string, holds: string): Secret | undefined {
    return this.#isListOnly ? undefined : { file: command, place: "", holds };
  }

  /**
   * The first word of a command, or of a tool's paths, that leads to a file of secrets. A word may stand for several.
   */
  find(words: readonly string[], folder: string): Secret | undefined {
    return firstOf(words, (word) => {
      const plain = word.replace(/^file:\/\//, "");
      const parts = /\s/.test(plain) ? [plain, ...plain.split(/\s+/)] : [plain];
      return firstOf(parts.flatMap(expandBraces), (part) => this.#found(part, folder));
    });
  }

  /** The first file of secrets at the top of folders that are searched. */
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
    // If a part of the word is not known, its last parts still tell.
    if (UNKNOWN.test(word)) return this.#judged([{ whole: segmentsOf(word) }], word);
    const secret = this.#judged(
      this.#tops.flatMap((top) => matchedPaths(file, top)),
      word,
    );
    // A virtual environment of Python's may be called `.env`.
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

  /** The file of secrets that a shell's pattern could mean by its letters, or does mean on the disk. */
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
 * Whether a pattern may be one of these names: `.e*` may be `.env`; a pattern with hardly a letter, as `*`, may be
 * anything.
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
