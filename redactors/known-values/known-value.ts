/** A value that stands under a name in the environment or in one of the user's files, before anybody judged it. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}
