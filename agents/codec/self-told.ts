/** A subject of an agent's surroundings that a model may be told about. */
export type Subject = "folder" | "platform" | "date" | "listing" | "status" | "commits";

/** A subject that an agent tells its model by itself, or a prompt file by its name. */
export type SelfTold = Subject | `${string}.md`;

/** A prompt file that an agent reads in the worktree by itself. */
export interface ReadFile {
  readonly name: string;
  /** Other prompt files: if one lies in the working folder or above, this file is not read. */
  readonly unless: readonly string[];
}

/** The prompt files among the agent's own texts. */
export function readFilesIn(told: readonly SelfTold[]): readonly ReadFile[] {
  return told.filter((one) => one.endsWith(".md")).map((name) => ({ name, unless: [] }));
}
