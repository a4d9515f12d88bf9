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
  /** Keys whose values are not redacted, whatever they hold: signatures, ids. */
  readonly skip?: ReadonlySet<string>;
  /**
   * Also redacts keys, and numbers that are known secrets or whose name means a secret. It is off for a tool's
   * arguments, since the tool needs its keys and numbers.
   */
  readonly thorough?: boolean;
  /** Texts in which an earlier search found nothing. They are not searched again, but their names are judged. */
  readonly clean?: ReadonlySet<string>;
  /** Called with each text in which nothing was found, before its name is judged. */
  readonly onClean?: (text: string) => void;
}

/** One walk through a value: its options, the lists and objects around the present value, and the findings so far. */
export interface JsonWalk {
  readonly marker: MarkerStyle;
  readonly options: RedactJsonOptions;
  /** The lists and objects around the present value, the innermost last. */
  readonly stack: Frame[];
  readonly findings: JsonFinding[];
  /** Whether `weigh` dropped a finding in the text at which the walk is. */
  letThrough: boolean;
}

export function isSkipped(frame: Frame, index: number, { skip }: RedactJsonOptions): boolean {
  return skip !== undefined && frame.keys !== undefined && skip.has(frame.keys[index] as string);
}
