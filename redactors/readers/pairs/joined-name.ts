import { promiseOf } from "../../judge/promise-of.ts";
import type { Promised } from "../../judge/promised.ts";
import { fullName, type NameInText } from "./name-in-text.ts";
import type { Operator } from "./operator.ts";
import type { Value } from "./value.ts";

/** A name that promises a secret, and the operator behind the name. */
export interface JoinedName {
  readonly at: NameInText;
  readonly text: string;
  /** The whole name; see `fullName`. */
  readonly name: string;
  readonly promised: Promised;
  readonly nameStart: number;
  readonly operator: Operator;
  /** The 24 characters before the name. */
  readonly before: string;
}

/** The name at `at` with its operator; `undefined` if the name promises no secret. */
export function joinedName(at: NameInText, operator: Operator): JoinedName | undefined {
  const name = fullName(at);
  const promised = promiseOf(name);
  if (promised === undefined) return undefined;
  return { at, text: at.text, name, promised, nameStart: at.start, operator, before: at.before(24) };
}

/** A value as it was read behind an operator. */
export interface ReadValue extends Value {
  /**
   * `quoted`: a mark ends the value, mostly its quotes; `scrambled`: a password with signs, alone behind its name;
   * `bare`: any other value.
   */
  readonly form: "quoted" | "scrambled" | "bare";
  /** The value is a further item of a list, and a secret only if the first item is one. */
  readonly isFurther?: boolean;
}

/** A name with its operator and the value that was read behind it. */
export interface JoinedValue extends JoinedName {
  readonly value: ReadValue;
  /** The text of the value. */
  readonly word: string;
  /** At most 40 characters behind the value. */
  readonly behind: string;
}

export function joinedValue(joined: JoinedName, value: ReadValue): JoinedValue {
  const { at, text, name, promised, nameStart, operator, before } = joined;
  const word = text.slice(value.start, value.end);
  // No spread: it takes a tenth of the time of a pair.
  return {
    at,
    text,
    name,
    promised,
    nameStart,
    operator,
    before,
    value,
    word,
    behind: text.slice(value.end, value.end + 40),
  };
}
