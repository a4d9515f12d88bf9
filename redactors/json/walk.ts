import type { Finding } from "../finding.ts";
import type { MarkerStyle } from "../marker.ts";
import type { Frame } from "./frame.ts";
import type { RedactOptions } from "./redact-text.ts";

/** A finding in a JSON value. Its span points into the string at `path`. */
export interface JsonFinding extends Finding {
  /** Keys and indexes from the root, as `JSON.parse` hands them out; the outermost `LONGEST_PATH` of them. */
  readonly path: readonly (string | number)[];
}

/** How a JSON value is searched: which keys are left alone, and how much is read. */
export interface RedactJsonOptions extends RedactOptions {
  /** Keys whose values are left alone, whatever they hold: signatures, ids. */
  readonly skip?: ReadonlySet<string>;
  /**
   * Keys are redacted too, and numbers under telling names or that are known to be secret. Arguments of a tool keep
   * both.
   */
  readonly thorough?: boolean;
  /** Texts in which nothing was found before: they are not searched again. */
  readonly clean?: ReadonlySet<string>;
  /** Called with each text that was searched and held nothing, whatever its name. */
  readonly onClean?: (text: string) => void;
}

/** One walk through a value: its options, its place, its findings so far. */
export interface JsonWalk {
  readonly marker: MarkerStyle;
  readonly options: RedactJsonOptions;
  /** The innermost last. */
  readonly stack: Frame[];
  readonly findings: JsonFinding[];
  /** Whether something was found in the present text of the walk, and does not count. */
  letThrough: boolean;
}

export function isSkipped(frame: Frame, index: number, { skip }: RedactJsonOptions): boolean {
  return skip !== undefined && frame.keys !== undefined && skip.has(frame.keys[index] as string);
}
