/** The form that an agent demands of a value, by JSON types and a few limits. `truth` is a boolean. */
export type Shape =
  | "any"
  | "text"
  | "truth"
  | "number"
  | "object"
  | "null"
  /** A string that is an absolute URL. */
  | "url"
  /** An integer from 0 to 2^63 - 1 that is written in digits alone: not `5.0`, not `5e1`. */
  | "digits"
  | {
      readonly number: { readonly above?: number; readonly from?: number; readonly to?: number; readonly whole?: true };
    }
  | { readonly oneOf: string }
  | { readonly list: Shape }
  /** An object whose keys are chosen by the user, each with a value of this form. */
  | { readonly map: Shape }
  | {
      readonly keys: Readonly<Record<string, Shape>>;
      /** The keys that must be present, separated by blanks. */
      readonly needs?: string;
      /** The agent refuses any other key. */
      readonly only?: true;
    }
  /** An object whose form depends on the string at the key `by`. */
  | { readonly by: string; readonly kinds: Readonly<Record<string, Shape>> }
  | { readonly either: readonly Shape[] };

/** The keys and positions that lead to a value of a file. */
export type Path = readonly (string | number)[];
