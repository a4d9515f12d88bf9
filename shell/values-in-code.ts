import { OR, inQuotes } from "./code-tokens.ts";

/** The value of an expression in code, as far as it is known. */
export interface Value {
  /** The texts of which the expression has one, or, if `isList` is true, the items of a list. */
  readonly texts: readonly string[];
  readonly isList?: true;
  /** The names of the members, if the value is an object or a dictionary. */
  readonly keys?: readonly string[];
}

/** The most texts of one value. */
const MOST = 24;

/** The texts of several values, each text once. */
export function valueOf(texts: readonly string[], isList = false): Value {
  const kept = [...new Set(texts)].slice(0, MOST);
  return isList ? { texts: texts.slice(0, MOST), isList: true } : { texts: kept };
}

/** The value that one of several values is; a list, if each of these is a list. */
export function anyOfValues(values: readonly Value[]): Value | undefined {
  const [first] = values;
  if (first === undefined || values.length === 1) return first;
  return valueOf(
    values.flatMap(({ texts }) => texts),
    values.every(({ isList }) => isList),
  );
}

/** Applies a function to each choice of one text of each value. */
export function combined(
  values: readonly Value[],
  make: (texts: readonly string[]) => string | undefined,
): Value | undefined {
  let choices: readonly (readonly string[])[] = [[]];
  for (const { texts } of values)
    choices = choices.flatMap((choice) => texts.map((text) => [...choice, text])).slice(0, MOST);
  const made = choices.flatMap((choice) => make(choice) ?? []);
  return made.length === 0 ? undefined : valueOf(made);
}

/** A text with the values of a list, or one value, in its places. */
export function formatted({ texts }: Value, { texts: given }: Value, places: RegExp): Value {
  const left = [...given];
  const fill = (text: string) => text.replace(new RegExp(places, "g"), (whole) => left.shift() ?? whole);
  return valueOf(texts.slice(0, 1).map(fill));
}

/** A list in a text stands there as its items with blanks between these. */
export function spread(value: Value): Value {
  return value.isList ? valueOf([value.texts.join(" ")]) : value;
}

/** An item of a list of texts, or the items from a place on; `undefined` if the list has none there. */
export function itemsAt(texts: readonly string[], place: number, isPart: boolean): Value | undefined {
  const taken = isPart ? texts.slice(place) : texts.slice(place, place + 1);
  return taken.length === 0 ? undefined : valueOf(taken, isPart);
}

/** A value in the form of code: a quoted text, with `OR` between several texts, or a list of quoted texts. */
export function inCode({ texts, isList }: Value): string {
  return isList ? `[${texts.map(inQuotes).join(", ")}]` : inQuotes(texts.join(OR));
}
