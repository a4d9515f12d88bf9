import { relative, sep } from "node:path";

import type { Io } from "../../kit/io.ts";
import type { Worktree } from "../../worktree/find-worktree.ts";
import type { AllowRules } from "../allow-rules.ts";
import type { Unread } from "../source.ts";

/** Where an audit is run, and what every source needs to know of it. */
export interface AuditPlace {
  readonly io: Io;
  /** The worktree around the folder, if there is one. */
  readonly worktree: Worktree | undefined;
  readonly rules: AllowRules;
  /** Notes what could not be read. */
  readonly unread: (one: Unread) => void;
}

/** How a person calls a file from where they are; what lies elsewhere by its whole path. */
export function nameFrom(folder: string, path: string): string {
  const name = relative(folder, path).split(sep).join("/");
  return name === "" || name.startsWith("../") || name === ".." ? path : name;
}
