import type { Finding } from "../finding.ts";
import type { MarkerStyle } from "../marker.ts";
import type { Frame } from "./frame.ts";
import type { RedactOptions } from "./redact-text.ts";

/** A finding in a JSON value. Its span points into the string at `path`. */
export interface JsonFinding extends Finding {
  /** The outermost `LONGEST_PATH` keys and indexes from the root, as in the original value. */
  readonly path: readonly (string | number)[];
}

/** How a JSON value is searched: which keys are skipped, and whether keys and numbers are redacted. */
export interface RedactJsonOptions extends RedactOptions {
  /** Keys whose values are left alone, whatever they hold: signatures, ids. */
  readonly skip?: ReadonlySet<string>;
  /**
   * Redacts also keys, and numbers that have a telling name or are known secrets. It is off for a tool's arguments,
   * since the tool needs their keys and numbers.
   */
  readonly thorough?: boolean;
  /** Texts in which nothing was found before; only their names are judged again. */
  readonly clean?: ReadonlySet<string>;
  /** Called with each text in which nothing was found, before its name is judged. */
  readonly onClean?: (text: string) => void;
}

/** One walk through a value: its options, the lists and objects that it is in, its findings so far. */
export interface JsonWalk {
  readonly marker: MarkerStyle;
  readonly options: RedactJsonOptions;
  /** The lists and objects that the walk is in, the innermost last. */
  readonly stack: Frame[];
  readonly findings: JsonFinding[];
  /** Whether `weigh` dropped a finding in the present text. */
  letThrough: boolean;
}

export function isSkipped(frame: Frame, index: number, { skip }: RedactJsonOptions): boolean {
  return skip !== undefined && frame.keys !== undefined && skip.has(frame.keys[index] as string);
}
