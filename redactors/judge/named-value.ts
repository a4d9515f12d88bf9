import type { Confidence } from "../finding.ts";
import type { KeyClass } from "./key-class.ts";
import type { JudgeRule } from "./judge-rule.ts";
import { traitsOf, type Traits, type ValueContext } from "./value-traits.ts";

/** Characters of a value that patterns look at: a longer value shows its kind in these. */
const LONGEST = 256;

/** A value with the judgement of its name and its place: all that the rules of a judge ask. */
export class NamedValue {
  readonly key: KeyClass;
  readonly value: string;
  readonly place: ValueContext;
  /** The beginning of the value. */
  readonly head: string;
  #traits: Traits | undefined;

  constructor(key: KeyClass, value: string, place: ValueContext) {
    this.key = key;
    this.value = value;
    this.place = place;
    this.head = value.slice(0, LONGEST);
  }

  /** The traits of the value's beginning; most values are decided before a rule asks. */
  get traits(): Traits {
    return (this.#traits ??= traitsOf(this.head));
  }
}

/** How sure it is that a value is a secret; `none`: it is no secret, and no later rule is asked. */
export type ValueVerdict = Confidence | "none";

export type ValueRule = JudgeRule<NamedValue, ValueVerdict>;
