/** The place of a text in the arguments of a call: keys and indexes. */
export type Path = readonly (string | number)[];

/** A piece of text that a tool call would put into a file. */
export interface Writing {
  /** The file in the call's spelling; absent if the call names none. */
  readonly file?: string;
  /** The new text. */
  readonly text: string;
  /** The text that the call replaces, in its own words; absent if the new text is the whole content, or only added. */
  readonly old?: string;
  /** The writing removes nothing of the file: its whole text is new. */
  readonly adds?: boolean;
  /** A marker may stand there: the text is for people, or was found with the help of a marker. */
  readonly mayStand?: true;
  /** The places of the two texts in the arguments, for a rewrite; absent if they are part of a longer text. */
  readonly at?: { readonly text: Path; readonly old?: Path };
}
