/**
 * The secret that a name promises. The strength tells which values count:
 * - `password`: any value that a person may have typed
 * - `secret`: a value of any shape that a machine made
 * - `hint`: only a value that can be nothing but a secret
 */
export interface Promised {
  readonly strength: "password" | "secret" | "hint";
  readonly kind: string;
  /**
   * Whether the name ends with a word for a secret. `false` if unknown words follow, as in `password_xy`: then the
   * value has to look random.
   */
  readonly exact: boolean;
  /**
   * Whether the name holds the word `secret`, so that a person may have typed the value. Nobody types a JWT or a bearer
   * token.
   */
  readonly typed: boolean;
}
