/** Builtins of a shell that set variables to lines of their input. */
export const READERS: ReadonlySet<string> = new Set(["read", "mapfile", "readarray"]);

/** Matches the option of `read` and `mapfile` that names the stream of the input: `-u 3`, `-ru3`. */
const STREAM = /^-[a-zA-Z]*u(\d*)$/;

/** The files that a script has opened by `exec 3<file`, so that later commands read these as `<&3` or `read -u 3`. */
export class Streams {
  readonly #files = new Map<number, readonly string[]>();
  /** The streams that the redirections of the present command name. */
  #named: [number: number, file: string][] = [];

  /** The files of a stream, as `<&3-` names it. */
  of(stream: string): readonly string[] {
    return this.#files.get(Number.parseInt(stream, 10)) ?? NONE;
  }

  /** Notes the input of a command. @param operator `3<` or `<`, which is the stream 0 */
  name(operator: string, file: string): void {
    // A device, such as a connection, is no list.
    if (!file.startsWith("/dev/")) this.#named.push([Number.parseInt(operator, 10) || 0, file]);
  }

  /**
   * Notes the end of a command, whose streams stay open if it is an `exec` without a program.
   * @returns the files that a `read` reads by its number of a stream, or since the whole script reads these
   */
  end(words: readonly string[], isFirst: boolean, hasInput: boolean): readonly string[] {
    const [name = ""] = words;
    const named = this.#named;
    if (named.length > 0) this.#named = [];
    if (name === "exec" && words.length === 1) for (const [number, file] of named) this.#files.set(number, [file]);
    if (this.#files.size === 0 || !READERS.has(name)) return NONE;
    const at = words.findIndex((word) => STREAM.test(word));
    if (at === -1) return isFirst && !hasInput ? this.of("0") : NONE;
    return this.of(STREAM.exec(words[at]!)![1] || (words[at + 1] ?? ""));
  }
}

const NONE: readonly string[] = [];
