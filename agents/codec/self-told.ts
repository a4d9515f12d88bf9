/** A fact about the session's surroundings that a model may be told. */
export type Subject = "folder" | "platform" | "date" | "listing" | "status" | "commits";

/** A fact that an agent tells its model without a hook, or the name of a prompt file that it gives to its model. */
export type SelfTold = Subject | `${string}.md`;

/** A prompt file that an agent reads in the worktree without a hook. */
export interface ReadFile {
  readonly name: string;
  /**
   * Names of other prompt files. If one of them lies in the working folder or a parent folder, the agent does not read
   * this file.
   */
  readonly unless: readonly string[];
}

/** The prompt files that an agent reads by itself. */
export function readFilesIn(told: readonly SelfTold[]): readonly ReadFile[] {
  return told.filter((one) => one.endsWith(".md")).map((name) => ({ name, unless: [] }));
}
