/** @file git of the source repository: where it is, whether it may be asked, its configuration, its raw diffs. */

export { findGit } from "../find-git.ts";
export { gitAgrees, gitAgreesOnRepository, heldTo } from "../git-agrees.ts";
export { answerAbout, type Answer } from "../git-answers.ts";
export { expandPath, gitConfigText, parseGitConfig, readGitConfig, type GitConfig } from "../read-git-config.ts";
export { RAW, STAGED, parseRawDiff, type RawChange } from "../raw-diff.ts";

// Pipes and sockets in the place of git's files, on which git would wait for ever.
export { waitingAmongObjects, waitingBelow, waitingInGit } from "../waiting-file.ts";
