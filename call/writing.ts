/** The path of a text in the arguments of a call, as keys and indexes. */
export type Path = readonly (string | number)[];

/** A text that a tool call would write to a file. */
export interface Writing {
  /** The file, spelled as in the call; absent if the call names none. */
  readonly file?: string;
  /** The new text. */
  readonly text: string;
  /** The text that the call replaces; absent if the new text is added, or is the whole file. */
  readonly old?: string;
  /** Whether the call only adds the text and removes nothing from the file. */
  readonly adds?: boolean;
  /** Set if a marker in the text is no fault: the text is for people, or was found with the help of a marker. */
  readonly mayStand?: true;
  /** The paths of the two texts in the arguments, for a rewrite; absent if they are only parts of longer texts. */
  readonly at?: { readonly text: Path; readonly old?: Path };
}
