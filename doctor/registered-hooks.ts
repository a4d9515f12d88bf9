import type { Registered } from "../agents/formats/config-file.ts";
import type { InstallScope } from "../agents/formats/installer.ts";
import type { Check } from "./check.ts";

/** A hook of snapveil, with its file. */
export interface RegisteredHook extends Registered {
  readonly path: string;
  readonly scope: InstallScope;
  /** Set if the hook is in snapveil's plugin, not in the agent's settings. */
  readonly isPlugin?: true;
  /** Set if an administrator registered the hook for all users of the machine. */
  readonly isManaged?: true;
}

/** The hooks of snapveil in the files of one agent. */
export interface RegisteredHooks {
  readonly registered: readonly RegisteredHook[];
  /** Hooks that the agent sends to `snapveil serve`; their `command` is a URL. */
  readonly served: readonly RegisteredHook[];
  /** Faults of files that are unreadable or switch hooks off. */
  readonly checks: readonly Check[];
}
