/**
 * The secret that a name promises.
 * - `password`: anything a person may have typed
 * - `secret`: something a machine made up, of any shape
 * - `hint`: perhaps; only a value that could be nothing else counts
 */
export interface KeyClass {
  readonly strength: "password" | "secret" | "hint";
  readonly kind: string;
  /** False if unknown words follow the telling word: then the value has to look random. */
  readonly exact: boolean;
  /** The name says "secret" itself, so that a person may have typed the value; a JWT or a bearer token nobody types. */
  readonly typed: boolean;
}
