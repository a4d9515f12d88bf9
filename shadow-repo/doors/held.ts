/** @file Whether a file is held by a checkpoint or kept: what guards and notices ask. */

// Files that git ignores and that were copied before the call.
export { keptPaths } from "../record/kept-paths.ts";
export { isNotKept } from "../keep/keep-worktree.ts";

// Whether the state before this call could not be recorded.
export { isUnheld } from "../record/unheld-state.ts";

// What the settings add to a checkpoint or leave out.
export { inclusionOf, patternsText } from "../open/inclusion.ts";
export { INCLUDED_FILE } from "../limits.ts";
export { EXCLUDED, type Skipped } from "../engine.ts";
