/** A piece of text that a tool call would put into a file. */
export interface Writing {
  /** The file as the call names it; absent where it does not. */
  readonly file?: string;
  /** What is put there. */
  readonly text: string;
  /**
   * What the call takes away for it, as it says; absent where the text is the file's whole content, or is only added.
   */
  readonly old?: string;
  /** Nothing of the file goes: whatever is in the text is new. */
  readonly adds?: boolean;
  /** A marker may go there: the text is for people, or is what was found with the help of one. */
  readonly mayStand?: true;
  /**
   * Where in the arguments the two texts stand, so that they can be rewritten; absent where they are part of a longer
   * one.
   */
  readonly at?: { readonly text: readonly (string | number)[]; readonly old?: readonly (string | number)[] };
}
