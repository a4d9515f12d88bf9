import { pattern } from "../../kit/word-pattern.ts";
import { DIGIT, flagsAt, HEX_LOWER, HEX_UPPER, LETTER } from "../charset.ts";

/** How the value stands in the text. */
export interface Place {
  /** In quotes, or a whole JSON string. */
  readonly quoted: boolean;
  /** Where only data can stand: an environment line, a query, a header, an XML element, a flag. */
  readonly data: boolean;
  /** The name is written in capitals, as environment variables are. */
  readonly constant: boolean;
  /** A name like user or host stands beside it. Asked late, since it costs a look around. */
  readonly bundled: () => boolean;
  /** A service is named before it. Asked late too. */
  readonly owned?: () => boolean;
  /** The name says of what it is the password, as in settings: `PGPASSWORD`, `spring.datasource.password`. */
  readonly setting?: boolean;
  /**
   * It is given to the name or compared with it, and several words by a statement alone: a table of texts has colons.
   * Without quotes: nothing else stands with it.
   */
  readonly assigned?: boolean;
}

/**
 * Of the blocks beyond ASCII in which letters stand, with the marks that belong to them. By number, as a class of
 * Unicode takes a hook longer to compile than a value to judge. ASCII's own are told by their flags.
 */
const ANY_LETTER = pattern()`
    [\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff\ufe70-\ufefe\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]
  `;

/** How many of a value's characters are what. */
export interface Traits {
  readonly letters: number;
  readonly digits: number;
  readonly hex: number;
  /** - _ . / : what names and paths are joined with. */
  readonly dashes: number;
  readonly special: number;
}

export function traitsOf(value: string): Traits {
  let letters = 0;
  let digits = 0;
  let hex = 0;
  let dashes = 0;
  for (let i = 0; i < value.length; i++) {
    const flags = flagsAt(value, i);
    if (flags & LETTER || (flags === 0 && ANY_LETTER.test(value[i] as string))) letters += 1;
    else if (flags & DIGIT) digits += 1;
    else if ("-_./:".includes(value[i] as string)) dashes += 1;
    if (flags & (HEX_LOWER | HEX_UPPER)) hex += 1;
  }
  return { letters, digits, hex, dashes, special: value.length - letters - digits - dashes };
}
