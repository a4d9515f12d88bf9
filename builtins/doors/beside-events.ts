/** @file What others take beside an event: a refusal's text, a session's notes, git that starts nothing. */

export { refused } from "../refusal.ts";
export { forgetHooksOf } from "../keep-hooks/noted-hooks.ts";
export { safeGit } from "../safe-git.ts";
