/** The folder of the project. */
export const ROOT = process.cwd();

/** A source file: its path in the project, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}
