import type { ConfigFile } from "../agents/formats/config-file.ts";
import type { Installer, InstallScope, Where } from "../agents/formats/installer.ts";
import type { Leg } from "../builtins/doors/table.ts";
import type { Settings } from "../worktree/doors/settings.ts";
import { readConfig, type FoundConfig } from "./read-config.ts";
import { readReceipt, type Receipt } from "./receipt.ts";

/** A file before and after the installation. */
export interface PlannedFile {
  readonly agent: string;
  readonly scope: InstallScope;
  readonly found: FoundConfig;
  /** The new text; `undefined`: the file is deleted. */
  readonly after: string | undefined;
  readonly isProgram: boolean;
  /** Set if everything of snapveil is removed from the file, so that its receipt is deleted, too. */
  readonly isRemoval?: true;
  /** The file without anything of snapveil, for the receipt; `undefined` if nothing remains. */
  readonly original: Buffer | undefined;
  /** The present receipt of the file. */
  readonly receipt: Receipt | undefined;
}

/** The planned changes for one agent. Nothing is written yet. */
export interface AgentPlan {
  readonly installer: Installer;
  readonly title: string;
  readonly scope: InstallScope;
  /** The files that will change. */
  readonly changes: readonly PlannedFile[];
  /** Why the agent would run no hooks, and other sentences for the person. */
  readonly warnings: readonly string[];
  /** Files that have a receipt but no longer exist. */
  readonly gone: readonly string[];
  /** Files that hold hooks of snapveil after the installation. */
  readonly files: readonly string[];
  /**
   * Files that hold nothing but snapveil's hooks, with links resolved; in an uninstall plan, all files that may hold
   * hooks.
   */
  readonly own: readonly string[];
  readonly events: readonly string[];
  /** Whether the agent's status line is snapveil's after the installation. */
  readonly hasStatusLine?: boolean;
  /** Instructions for the person, one for each hook that the agent does not run without them. */
  readonly approvals?: readonly string[];
}

/** The inputs of a plan. */
export interface PlanRequest {
  readonly where: Where;
  readonly data: string;
  readonly scope: InstallScope;
  readonly settings: Settings;
  readonly legs: readonly Leg[];
  /** Whether to set the agent's status line. A status line that `install` has set before stays in any case. */
  readonly statusLine?: boolean;
}

/** A file of the agent in its present state. */
export interface FileThere {
  readonly file: ConfigFile;
  readonly found: FoundConfig;
  readonly receipt: Receipt | undefined;
}

/** A function that reads a file as it is now, with its receipt. */
export function reader(data: string, inside: string | undefined): (file: ConfigFile) => FileThere {
  return (file) => {
    const found = readConfig(file.path, inside);
    return { file, found, receipt: readReceipt(data, found.path) };
  };
}
