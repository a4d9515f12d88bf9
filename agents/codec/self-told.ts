/** What a model may learn of its place. */
export type Subject = "folder" | "platform" | "date" | "listing" | "status" | "commits";

/** Something that an agent tells its model by itself: a subject, or a prompt file by its name. */
export type SelfTold = Subject | `${string}.md`;

/** Names of prompt files among them, which it reads in the worktree. */
export function promptFilesIn(told: readonly SelfTold[]): readonly string[] {
  return told.filter((one) => one.endsWith(".md"));
}
