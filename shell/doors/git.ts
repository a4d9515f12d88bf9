/** @file Commands of git: its words, its verbs, what a push sends. */

export { placesOfGit } from "../files-of-git.ts";
export { parseGit, type GitWords } from "../parse-git.ts";
export { parsePush, type PushWords, type PushedRef } from "../parse-push.ts";
export { HOOK_FOLDERS, discardingVerbs, gitVerb, hooksOfVerb, verbsWithoutHooks } from "../programs/git-verbs.ts";
