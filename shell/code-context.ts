import { SOME } from "./found-by.ts";
import { marksIn } from "./marks.ts";
import { OF_HOME } from "./path-functions.ts";
import { valueOf, type Value } from "./values-in-code.ts";

/** The surroundings in which code runs. */
export interface CodeContext {
  /** The value of a variable of the environment. */
  readonly variable?: ((name: string) => string | undefined) | undefined;
  /** The arguments of the code. */
  readonly given?: readonly string[] | undefined;
  /** The path of the file with the code. */
  readonly file?: string | undefined;
  /** The known texts of the code's input. */
  readonly fed?: readonly string[] | undefined;
  /** The text of a file that the code reads; `undefined` if it is not known. */
  readonly textOf?: ((file: string) => string | undefined) | undefined;
}

/** The most lines of a list, and characters of these, that become values in code. */
const [MOST_LINES, MOST_TEXT] = [1000, 64 * 1024] as const;

/** The lines of known texts as a list: an unknown path of the disk if there are too many, `undefined` without any. */
export function linesOf(texts: readonly string[]): Value | undefined {
  const whole = texts.join("\n");
  const lines = whole.length > MOST_TEXT ? [] : whole.split(/[\n\0]/).filter((line) => line.trim() !== "");
  if (whole.length > MOST_TEXT || lines.length > MOST_LINES) return { texts: [`/${SOME}`], isList: true };
  if (lines.length === 0 || marksIn(lines).length > 0) return undefined;
  return { texts: [...new Set(lines)], isList: true };
}

/** The value of a variable of the environment; of the home folder it is `~`. */
export function environmentValue(context: CodeContext, name: string): Value | undefined {
  const value = OF_HOME.test(name) ? "~" : context.variable?.(name);
  return value ? valueOf([value]) : undefined;
}

/** Surroundings that note each fact for which code asks. In others with equal facts, the code has the same values. */
export class AskedContext implements CodeContext {
  readonly #context: CodeContext;
  readonly #variables = new Map<string, string | undefined>();
  readonly #texts = new Map<string, string | undefined>();
  #given: string | undefined;
  #fed: string | undefined;
  #file: { readonly path: string | undefined } | undefined;

  constructor(context: CodeContext) {
    this.#context = context;
  }

  readonly variable = (name: string): string | undefined => {
    const value = this.#context.variable?.(name);
    this.#variables.set(name, value);
    return value;
  };

  readonly textOf = (file: string): string | undefined => {
    const text = this.#context.textOf?.(file);
    this.#texts.set(file, text);
    return text;
  };

  get fed(): readonly string[] | undefined {
    const { fed } = this.#context;
    this.#fed = keyOf(fed);
    return fed;
  }

  get given(): readonly string[] | undefined {
    const { given } = this.#context;
    this.#given = keyOf(given);
    return given;
  }

  get file(): string | undefined {
    const { file } = this.#context;
    this.#file = { path: file };
    return file;
  }

  /** Whether each noted fact is the same in other surroundings. */
  isSameIn(other: CodeContext): boolean {
    return (
      (this.#given === undefined || this.#given === keyOf(other.given)) &&
      (this.#fed === undefined || this.#fed === keyOf(other.fed)) &&
      [...this.#texts].every(([file, text]) => other.textOf?.(file) === text) &&
      (this.#file === undefined || this.#file.path === other.file) &&
      [...this.#variables].every(([name, value]) => other.variable?.(name) === value)
    );
  }
}

function keyOf(given: readonly string[] | undefined): string {
  return JSON.stringify(given ?? null);
}
