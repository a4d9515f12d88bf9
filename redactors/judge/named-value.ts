import type { Confidence } from "../finding.ts";
import type { Promised } from "./promised.ts";
import type { JudgeRule } from "./judge-rule.ts";
import type { Place } from "./place.ts";
import { ALONE, type Around } from "./opinion/around.ts";
import { traitsOf, type Traits } from "./value-traits.ts";

/** The most characters of a value on which patterns run. They show well enough what kind of value a longer one is. */
const LONGEST = 256;

/** A value with the judgement of its name and its place: the input of a judge's rules. */
export class NamedValue {
  readonly promised: Promised;
  readonly value: string;
  readonly place: Place;
  readonly name: string;
  /** The first 256 characters of the value, on which patterns are run. */
  readonly head: string;
  #traits: Traits | undefined;
  readonly #look: (() => Around) | undefined;
  #around: Around | undefined;

  /** @param look searches the text around the value */
  constructor(promised: Promised, value: string, place: Place, name = "", look?: () => Around) {
    this.promised = promised;
    this.value = value;
    this.place = place;
    this.name = name;
    this.head = value.slice(0, LONGEST);
    this.#look = look;
  }

  /** What stands around the value, searched when the second opinion first needs it. */
  get around(): Around {
    return (this.#around ??= this.#look?.() ?? ALONE);
  }

  /** The traits of `head`, counted when a rule first needs them. */
  get traits(): Traits {
    return (this.#traits ??= traitsOf(this.head));
  }
}

/** How sure it is that a value is a secret. `none` means that it is none, and that later rules are not tried. */
export type ValueVerdict = Confidence | "none";

/** A sample of a value's rule: what its name promises, the value, and the place in which the value stands. */
export type ValueSample = readonly [
  under: "password" | "secret" | "token" | "api-key" | "hint" | "hint for a secret" | "inexact hint",
  value: string,
  at: "bare" | "data" | "scrambled" | "quoted" | "assigned" | "beside a user" | "setting" | "owned",
];

export type ValueRule = JudgeRule<NamedValue, ValueVerdict, ValueSample>;
