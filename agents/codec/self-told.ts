/** Facts about its surroundings that a model may be told. */
export type Subject = "folder" | "platform" | "date" | "listing" | "status" | "commits";

/** Something that an agent tells its model by itself: a subject, or a prompt file by its name. */
export type SelfTold = Subject | `${string}.md`;

/** A prompt file that an agent reads in the worktree by itself. */
export interface ReadFile {
  readonly name: string;
  /** Other prompt files; if one of them lies in the working folder or above, this one is not read. */
  readonly unless: readonly string[];
}

/** The prompt files among the agent's own texts. */
export function readFilesIn(told: readonly SelfTold[]): readonly ReadFile[] {
  return told.filter((one) => one.endsWith(".md")).map((name) => ({ name, unless: [] }));
}
